// The list of games, and the replay of one. No library, no network; everything is in the page.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const CELL = 32;
const PAGE = 200;

/** Make an element: make("td", {class: "won"}, "text", child …). */
function make(name, attributes = {}, ...children) {
  const svg = ["svg", "rect", "text", "g", "polyline", "title", "line"].includes(name);
  const element = svg
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

// --- the list

const state = { bot: "", against: "", faults: false, shown: PAGE };

function wanted(game) {
  const sits = (name) => name === "" || game.seats.some((bot) => data.bots[bot] === name);
  const faulty = game.verdicts.some((verdict) => verdict !== "finished");
  return sits(state.bot) && sits(state.against) && (!state.faults || faulty);
}

function listGames() {
  const games = data.games.filter(wanted);
  const body = find("games");
  body.replaceChildren(...games.slice(0, state.shown).map(gameRow));
  find("count").textContent = `${games.length} of ${data.games.length} games`;
  find("more").hidden = games.length <= state.shown;
}

function gameRow(game) {
  const players = make("td", { class: "left" });
  game.seats.forEach((bot, seat) => {
    if (seat) players.append(" · ");
    const won = game.winners.includes(seat + 1) ? "won" : "";
    const name = make("span", { class: won }, `${data.bots[bot]} ${game.scores[seat]}`);
    players.append(name);
    if (game.verdicts[seat] !== "finished") {
      players.append(make("span", { class: "fault" }, ` ${game.verdicts[seat]}`));
    }
  });
  const row = make(
    "tr",
    { "data-key": game.key },
    make("td", { class: "left" }, make("a", { href: `#game=${game.key}` }, game.key)),
    players,
    make("td", { class: "left dim" }, game.board),
    make("td", { class: "dim" }, game.turns),
    make("td", { class: "dim" }, game.seed),
  );
  row.classList.toggle("open", game.key === replay.key);
  return row;
}

function setUpList() {
  for (const id of ["bot", "against"]) {
    find(id).append(...data.bots.map((name) => make("option", { value: name }, name)));
    find(id).addEventListener("change", (event) => change({ [id]: event.target.value }));
  }
  find("faults").addEventListener("change", (event) => change({ faults: event.target.checked }));
  find("more").addEventListener("click", () => change({ shown: state.shown + PAGE }));
  listGames();
}

function change(fields) {
  Object.assign(state, { shown: PAGE }, fields);
  listGames();
}

// --- the replay

const replay = { key: "", game: null, board: null, moments: [], at: 0, timer: 0 };

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** Follow the events: what lies where, who holds what, who has how much, after each of them. */
function momentsOf(events, players) {
  const moments = [];
  let laid = new Map();
  let scores = Array(players).fill(0);
  let hands = [];
  let bag = 0;
  events.forEach((event, index) => {
    const [what, ...rest] = event;
    let fresh = [];
    let player = 0;
    if (what === "dealt") [hands, bag] = rest;
    else if (what === "ended") [, scores, , hands] = rest;
    else {
      player = rest[1];
      hands = hands.with ? hands.with(player - 1, rest[2]) : hands.map((h, i) => (i === player - 1 ? rest[2] : h));
      if (what === "played") {
        fresh = rest[3];
        laid = new Map(laid);
        for (const [x, y, char, points] of fresh) laid.set(`${x},${y}`, [x, y, char, points]);
        scores = scores.map((score, i) => (i === player - 1 ? rest[7] : score));
        bag = rest[8];
      }
    }
    moments.push({ index, event, laid, scores, hands, bag, fresh, player });
  });
  return moments;
}

/** Say in words what happened. */
function say(event, names) {
  const [what, ...rest] = event;
  if (what === "dealt") return "the hands are dealt";
  if (what === "ended") {
    const winners = rest[2].map((player) => names[player - 1]).join(" and ");
    return `the game is over (${rest[0]}): ${winners ? `${winners} won` : "nobody won"}`;
  }
  const name = names[rest[1] - 1];
  if (what === "played") {
    const words = rest[4].map(([word, points]) => `${word} ${points}`).join(", ");
    return `${name} lays ${words}${rest[5] ? `, whole hand ${rest[5]}` : ""}: ${rest[6]} points`;
  }
  if (what === "changed") return `${name} changes ${rest[3]} pieces`;
  if (what === "refused") return `${name}'s move is refused: ${rest[3].join(", ")}`;
  if (what === "passed") return `${name} passes`;
  if (what === "timed out") return `${name} runs out of time`;
  return `${name} leaves: ${rest[3]}${rest[4] ? ` (${rest[4]})` : ""}`;
}

function brief(event) {
  const [what, ...rest] = event;
  if (what === "played") return rest[4].length ? rest[4][0][0] : "—";
  if (what === "refused") return `refused (${rest[3][0]})`;
  if (what === "changed") return `changed ${rest[3]}`;
  if (what === "left") return rest[3];
  return what;
}

function kindOf(label) {
  return { "2L": "l2", "3L": "l3", "2W": "w2", "3W": "w3", "": "" }[label] ?? "other";
}

/** The part of the board worth showing: all of a finite one, what was used of another. */
function windowOf(board, moments) {
  const [x0, y0, x1, y1] = board.window;
  if (!board.endless) return [x0, y0, x1, y1];
  const tiles = [...moments.at(-1).laid.values(), [...board.center]];
  const xs = tiles.map((tile) => tile[0]);
  const ys = tiles.map((tile) => tile[1]);
  return [Math.min(...xs) - 2, Math.min(...ys) - 2, Math.max(...xs) + 2, Math.max(...ys) + 2];
}

function drawSquares() {
  const { board, moments } = replay;
  const [x0, y0, x1, y1] = windowOf(board, moments);
  const svg = find("board");
  svg.setAttribute("viewBox", `0 0 ${(x1 - x0 + 1) * CELL} ${(y1 - y0 + 1) * CELL}`);
  const squares = make("g");
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const id = board.ids[y - board.window[1]]?.[x - board.window[0]] ?? null;
      if (id === null) continue;
      const { label, about } = board.squares[id];
      const left = (x - x0) * CELL;
      const top = (y - y0) * CELL;
      const cell = make("rect", { class: `cell ${kindOf(label)}`, x: left, y: top, width: CELL, height: CELL, rx: 4 });
      cell.append(make("title", {}, `(${x}, ${y})\n${about}`));
      squares.append(cell);
      const center = x === board.center[0] && y === board.center[1];
      if (center) squares.append(make("text", { class: "star", x: left + CELL / 2, y: top + 22 }, "★"));
      else if (label) squares.append(make("text", { class: "bonus", x: left + CELL / 2, y: top + 20 }, label));
    }
  }
  svg.replaceChildren(squares, make("g", { id: "tiles" }));
  replay.origin = [x0, y0];
}

function drawTiles(moment) {
  const [x0, y0] = replay.origin;
  const fresh = new Set(moment.fresh.map(([x, y]) => `${x},${y}`));
  const marks = [];
  for (const [place, [x, y, char, points]] of moment.laid) {
    const left = (x - x0) * CELL;
    const top = (y - y0) * CELL;
    const kind = fresh.has(place) ? "tile fresh" : "tile";
    marks.push(make("rect", { class: kind, x: left + 1, y: top + 1, width: CELL - 2, height: CELL - 2, rx: 4 }));
    const blank = points === 0 ? "letter blank" : "letter";
    marks.push(make("text", { class: blank, x: left + CELL / 2 - 2, y: top + 22 }, char));
    marks.push(make("text", { class: "points", x: left + CELL - 4, y: top + CELL - 5 }, points));
  }
  find("tiles").replaceChildren(...marks);
}

function rack(hand) {
  const row = make("span", { class: "rack" });
  row.append(...hand.map((piece) => make("i", {}, piece)));
  return row;
}

function drawPlayers(moment) {
  const rows = replay.names.map((name, seat) =>
    make(
      "tr",
      { class: moment.player === seat + 1 ? "turn" : "" },
      make("td", { class: "bot" }, make("span", { class: `swatch ${replay.colours[seat]}` }), name),
      make("td", { class: "left" }, rack(moment.hands[seat] ?? [])),
      make("td", {}, make("b", {}, moment.scores[seat])),
    ),
  );
  find("players").replaceChildren(...rows);
}

function drawCurve() {
  const { moments, names, colours } = replay;
  const all = moments.flatMap((moment) => moment.scores);
  const low = Math.min(0, ...all);
  const high = Math.max(1, ...all);
  const x = (index) => 2 + (index / Math.max(1, moments.length - 1)) * 296;
  const y = (score) => 66 - ((score - low) / (high - low)) * 62;
  const lines = names.map((_, seat) =>
    make("polyline", {
      class: `line ${colours[seat]}`,
      points: moments.map((moment, index) => `${x(index)},${y(moment.scores[seat])}`).join(" "),
    }),
  );
  find("curve").replaceChildren(...lines, make("line", { id: "now", class: "zero", y1: 0, y2: 70 }));
  replay.x = x;
}

function drawMoves() {
  const buttons = replay.moments.map((moment) => {
    const [what, turn] = moment.event;
    const ends = what === "dealt" || what === "ended";
    const points = what === "played" ? moment.event[7] : "";
    const button = make(
      "button",
      { type: "button" },
      make("span", { class: "turn-number" }, ends ? "" : turn),
      make("span", { class: "what" }, ends ? what : `${replay.names[moment.player - 1]}: ${brief(moment.event)}`),
      make("span", {}, points === "" ? "" : `+${points}`),
    );
    button.addEventListener("click", () => go(moment.index));
    return button;
  });
  find("moves").replaceChildren(...buttons);
}

function go(index) {
  replay.at = Math.max(0, Math.min(replay.moments.length - 1, index));
  const moment = replay.moments[replay.at];
  drawTiles(moment);
  drawPlayers(moment);
  find("said").textContent = `${say(moment.event, replay.names)}.`;
  find("slider").value = replay.at;
  find("where").textContent = `${replay.at} of ${replay.moments.length - 1}`;
  find("bag").textContent = `${moment.bag} pieces in the bag`;
  const now = find("now");
  now.setAttribute("x1", replay.x(replay.at));
  now.setAttribute("x2", replay.x(replay.at));
  const buttons = [...find("moves").children];
  buttons.forEach((button, number) => button.classList.toggle("now", number === replay.at));
  const list = find("moves");
  list.scrollTop = buttons[replay.at].offsetTop - list.offsetTop - list.clientHeight / 2;
}

async function open(key) {
  const game = data.games.find((each) => each.key === key);
  if (!game || !data.replays[key]) return;
  const unpacked = await unpack(data.replays[key]);
  stop();
  Object.assign(replay, { key, game, board: data.boards[unpacked.board] });
  replay.names = game.seats.map((bot) => data.bots[bot]);
  replay.colours = game.seats.map((bot) => data.colours[bot]);
  replay.moments = momentsOf(unpacked.events, game.seats.length);
  find("replay").hidden = false;
  find("replay-title").textContent = `Game ${key}: ${replay.names.join(" against ")}`;
  find("replay-facts").textContent = `${replay.board.title || game.board}, seed ${game.seed}, ${game.turns} turns`;
  find("slider").max = replay.moments.length - 1;
  drawSquares();
  drawCurve();
  drawMoves();
  go(replay.moments.length - 1);
  for (const row of find("games").children) row.classList.toggle("open", row.dataset.key === key);
  find("replay").scrollIntoView({ block: "start" });
}

function stop() {
  clearInterval(replay.timer);
  replay.timer = 0;
  find("play").textContent = "▶ play";
}

function playOrStop() {
  if (replay.timer) return stop();
  if (replay.at === replay.moments.length - 1) go(0);
  find("play").textContent = "❚❚ stop";
  replay.timer = setInterval(() => {
    go(replay.at + 1);
    if (replay.at === replay.moments.length - 1) stop();
  }, 900);
}

function setUpReplay() {
  const steps = { first: () => go(0), back: () => go(replay.at - 1), on: () => go(replay.at + 1), last: () => go(Infinity) };
  for (const [id, step] of Object.entries(steps)) find(id).addEventListener("click", step);
  find("play").addEventListener("click", playOrStop);
  find("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  document.addEventListener("keydown", (event) => {
    if (find("replay").hidden || ["INPUT", "SELECT"].includes(event.target.tagName)) return;
    if (event.key === "ArrowLeft") steps.back();
    if (event.key === "ArrowRight") steps.on();
  });
}

function follow() {
  const found = /^#game=(.+)$/.exec(decodeURIComponent(location.hash));
  if (found) open(found[1]);
}

setUpList();
setUpReplay();
addEventListener("hashchange", follow);
follow();
