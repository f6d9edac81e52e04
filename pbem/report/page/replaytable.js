// --- the table ---

const SHOWN = 3; // so many counters of a pile are drawn
const UNIT = 40; // a counter's side in the units of the board
const KEPT = 100; // every so many moments it is kept how all lies then
const lies = new Map(); // number of a counter → its row
const shapes = new Map(); // number of a counter → its element
const painted = new Map(); // number of a counter → the row that its element shows
const kept = [];
// The faces of counters by number, to be copied: the browser lays out those alone that are seen.
const faces = find("faces").content.querySelectorAll("svg > g");
const isStill = matchMedia("(prefers-reduced-motion: reduce)");
let changes = []; // counters that lie otherwise than in the picture before, the uppermost of their piles
let gone = []; // those that lay there and do not any more, if the story goes on
const called = new Map(); // what a counter may be called in a sentence → its row; null: several are

function apply(rows) {
  for (const row of rows) {
    if (row.length === 1) lies.delete(row[0]);
    else lies.set(row[0], row);
  }
}

for (let n = -1; n < data.moments.length; n += 1) {
  apply(n < 0 ? data.opening : data.moments[n].d);
  if ((n + 1) % KEPT === 0) kept.push(new Map(lies));
}

function lay(moment) {
  const from = kept[Math.floor((moment + 1) / KEPT)];
  lies.clear();
  for (const [number, row] of from) lies.set(number, row);
  for (let n = Math.floor((moment + 1) / KEPT) * KEPT; n <= moment; n += 1) apply(data.moments[n].d);
}

// Lies a counter otherwise? Not if others of its place have only made room for it.
const isOther = (old, row) => !old || old[1] !== row[1] || old[2] !== row[2];

function paint(before, isForward) {
  const moved = new Set([...lies.values()].filter((row) => before && isOther(before.get(row[0]), row)).map(([n]) => n));
  const piles = new Set([...moved].map((number) => lies.get(number)[2]));
  gone = before && isForward ? [...before.values()].filter((row) => !lies.has(row[0])) : [];
  for (const number of [...shapes.keys()]) if (!lies.has(number) || lies.get(number)[6] >= SHOWN) remove(number);
  const rows = [...lies.values()].filter((row) => row[6] < SHOWN).sort((a, b) => b[6] - a[6]);
  const heaps = inPiles();
  let next = find("counters").firstElementChild;
  changes = [];
  for (const row of rows) {
    const isMarked = moved.has(row[0]) || (row[6] === 0 && piles.has(row[2]) && isDeep(heaps.get(row[2]), moved));
    const shape = place(row, heaps, isMarked, before && before.get(row[0]));
    if (isMarked) changes.push(row);
    if (shape === next) next = next.nextElementSibling;
    else find("counters").insertBefore(shape, next); // to insert what is there already would end its movement
  }
  changes.push(...gone);
  callAll();
  find("gone").replaceChildren(...gone.filter((row) => row[6] < SHOWN).map(ghost));
}

const MARK = { class: "mark", x: -2, y: -2, width: 44, height: 44, rx: 8 };
const isDeep = (heap, moved) => heap.some((row) => row[6] >= SHOWN && moved.has(row[0]));

function inPiles() {
  const heaps = new Map();
  for (const row of lies.values()) {
    if (!heaps.has(row[2])) heaps.set(row[2], []);
    heaps.get(row[2])[row[6]] = row;
  }
  return heaps;
}

function remove(number) {
  const shape = shapes.get(number);
  if (shape) shape.remove();
  shapes.delete(number);
  painted.delete(number);
}

const spot = ([, , , left, top, size]) => `translate(${left}px, ${top}px) scale(${size / 100})`;

function place(row, heaps, isMarked, old) {
  const [number, face, pile, , , , depth, many] = row;
  const was = painted.get(number);
  const shape = shapes.get(number) || drawn("g", { "data-id": data.ids[number] });
  shapes.set(number, shape);
  painted.set(number, row);
  if (String(was) !== String(row)) {
    shape.style.transform = spot(row);
    shape.dataset.pile = pile;
    shape.replaceChildren(copied(face), ...many > 1 ? [badge(many)] : []);
  }
  const mark = shape.querySelector(".mark");
  if (mark && !isMarked) mark.remove();
  if (!shape.querySelector(".mark") && isMarked) shape.firstChild.after(drawn("rect", MARK));
  if (old && spot(old) !== spot(row) && !isStill.matches) {
    shape.animate([{ transform: spot(old) }, { transform: spot(row) }], { duration: 450, easing: "ease-in-out" });
  }
  nameShape(shape, depth, heaps.get(pile));
  return shape;
}

function badge(many) {
  const one = drawn("g", { class: "counter" });
  const label = drawn("text", { class: "number", x: 37, y: 6 });
  label.textContent = many;
  one.append(drawn("circle", { class: "many", cx: 37, cy: 3, r: 6.5 }), label);
  return one;
}

// What has gone stays to be seen where it lay, crossed out, until the next picture. Where a sentence
// of the moment tells of it, it opens to that.
function ghost(row) {
  const one = drawn("g", { "data-id": data.ids[row[0]] });
  one.style.transform = spot(row);
  const why = data.moments[at].said.flatMap(([lines, rolls]) => lines.map(([kind, words]) => ({ kind, words, rolls })))
    .filter(({ kind, words }) => kind !== "score" && namedIn(words).some((other) => other[0] === row[0]));
  const first = why.find(({ kind }) => kind === "loss") || why[0];
  if (first) {
    for (const [name, value] of Object.entries({ tabindex: 0, role: "button", "aria-label": `${named(row[1])} is gone: why?` })) one.setAttribute(name, value);
    onPress(one, () => prove(first.words, first.rolls));
  }
  one.append(copied(row[1]), drawn("path", { class: "cross", d: "M4 4L36 36M36 4L4 36" }));
  return one;
}

// --- which counters a sentence names ---

const LONGEST = 5; // words of a name

function callAll() {
  called.clear();
  for (const row of [...lies.values(), ...gone]) {
    const names = [data.ids[row[0]], named(row[1]).split(/ \(|, /)[0]];
    if (faces[row[1]].dataset.shape === "base") names.push(data.piles[row[2]]);
    for (const name of new Set(names)) called.set(name, called.has(name) ? null : row);
  }
}

function namedIn(text) {
  const words = text.split(/\s+/).map((word) => word.replace(/^[[("']+|[\])"',.;:]+$/g, ""));
  const found = [];
  for (let first = 0; first < words.length; first += 1) {
    for (let many = LONGEST; many > 0; many -= 1) {
      const row = called.get(words.slice(first, first + many).join(" "));
      if (row) found.push(row);
      if (row) break;
    }
  }
  return [...new Set(found)];
}

const TOLD = { class: "told", x: -5, y: -5, width: 50, height: 50, rx: 11 };

// Draws a ring around each of these counters, or around the uppermost of its pile.
function ring(rows) {
  for (const old of find("table").querySelectorAll(".told")) old.remove();
  const heaps = inPiles();
  for (const row of rows) {
    const shape = shapes.get(row[0]) || (lies.has(row[0]) && shapes.get(heaps.get(row[2])[0][0]));
    if (shape && !shape.querySelector(".told")) shape.append(drawn("rect", TOLD));
  }
}

// --- piles ---

const copied = (face) => document.importNode(faces[face], true);

const named = (face) => faces[face].firstChild.textContent;

// The uppermost of each pile is a button, which is called as all that lies there.
function nameShape(shape, depth, heap) {
  if (depth > 0) {
    for (const name of ["tabindex", "role", "aria-label"]) shape.removeAttribute(name);
    return;
  }
  const what = heap.map((row) => named(row[1])).join("; ");
  const label = `${data.piles[heap[0][2]]}: ${heap.length > 1 ? `a pile of ${heap.length}, ` : ""}${what}`;
  if (shape.getAttribute("aria-label") === label) return;
  for (const [name, value] of Object.entries({ tabindex: 0, role: "button", "aria-label": label })) shape.setAttribute(name, value);
}

function openPile(pile) {
  const rows = inPiles().get(pile);
  const list = made("ul", undefined, { class: "pile" });
  for (const row of rows) {
    const item = made("li");
    const card = drawn("svg", { viewBox: "-2 -2 44 44", width: 66, height: 66, class: "table", "aria-hidden": "true" });
    card.append(copied(row[1]));
    const words = made("div");
    words.append(made("b", named(row[1])), ...figures(row[1]));
    item.append(card, words);
    list.append(item);
  }
  show(rows.length > 1 ? `A pile of ${rows.length}` : named(rows[0][1]), [made("p", data.piles[pile]), list]);
}

// What the numbers at a counter's corners are.
function figures(face) {
  const said = data.corners[faces[face].dataset.shape] || ["", "", "", ""];
  const texts = [...faces[face].querySelectorAll("text[data-corner]")];
  const words = texts.map((one) => [said[one.dataset.corner], one.textContent]).filter(([name]) => name);
  return words.length ? [made("div", words.map(([name, value]) => `${name} ${value}`).join(", "), { class: "faint" })] : [];
}

// What a button does that is drawn, by mouse and keys.
function onPress(shape, action) {
  shape.addEventListener("click", action);
  shape.addEventListener("keydown", (event) => {
    if (!["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    action();
  });
}

find("counters").addEventListener("click", (event) => {
  const shape = event.target.closest("[data-pile]");
  if (shape) openPile(Number(shape.dataset.pile));
});
find("counters").addEventListener("keydown", (event) => {
  const shape = event.target.closest("[role=button]");
  if (!shape || !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  openPile(Number(shape.dataset.pile));
});

// --- how large it is, and which part of it is seen ---

const LEAST = 44; // from so many pixels on the letters of a counter can be read
const LARGEST = 120;
const board = find("board");
const [WIDE, HIGH] = [find("table").viewBox.baseVal.width, find("table").viewBox.baseVal.height];

// The side of a counter in pixels at which the whole table is seen.
function whole() {
  const high = (parseFloat(getComputedStyle(board).maxHeight) || innerHeight) - 2 * board.clientTop;
  return UNIT * Math.min((board.clientWidth || innerWidth) / WIDE, high / HIGH);
}

const scale = () => find("table").clientWidth / WIDE;

function resize(side) {
  const old = scale();
  const middle = [board.scrollLeft + board.clientWidth / 2, board.scrollTop + board.clientHeight / 2];
  find("table").style.width = `${(side / UNIT) * WIDE}px`;
  const [x, y] = middle.map((one) => (one * scale()) / (old || 1));
  board.scrollTo({ left: x - board.clientWidth / 2, top: y - board.clientHeight / 2, behavior: "instant" });
}

function bound() {
  find("size").min = Math.min(whole(), LEAST);
  find("size").max = LARGEST;
}

// Brings places of the table into view: the first of these lists that fits in there.
function follow(lists) {
  const margin = 12;
  for (const rows of lists.filter((some) => some.length)) {
    const [left, top] = [3, 4].map((key) => Math.min(...rows.map((row) => row[key])) * scale() - margin);
    const [right, bottom] = [3, 4].map((key) => Math.max(...rows.map((row) => row[key] + (UNIT * row[5]) / 100)) * scale() + margin);
    const isFit = right - left <= board.clientWidth && bottom - top <= board.clientHeight;
    if (!isFit && rows.length > 1) continue;
    board.scrollTo({ left: board.scrollLeft, top: board.scrollTop, behavior: "instant" });
    const isSeen = left >= board.scrollLeft && right <= board.scrollLeft + board.clientWidth
      && top >= board.scrollTop && bottom <= board.scrollTop + board.clientHeight;
    if (isSeen) return;
    board.scrollTo({
      left: (left + right - board.clientWidth) / 2,
      top: (top + bottom - board.clientHeight) / 2,
      behavior: isStill.matches ? "instant" : "smooth",
    });
    return;
  }
}

find("size").addEventListener("input", (event) => resize(Number(event.target.value)));
window.addEventListener("resize", bound);
bound();
find("size").value = Math.max(LEAST, whole());
resize(Number(find("size").value));
