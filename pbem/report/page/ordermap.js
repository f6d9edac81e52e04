// --- the kinds of orders ---

const FEW = 40; // kinds of so few options stand open

function kindPart(sort) {
  const offers = (sort.offers || []).filter(isAbout);
  const isFiltered = Boolean(only) || Boolean(about());
  const isFit = !sort.offers && !isIdle(sort) && areAbout(sort.fields.flatMap((field) => field.items));
  if (isFiltered && !offers.length && !isFit) return null;
  const part = made("details", undefined, { class: "kind", "data-kind": sort.kind });
  part.open = opened.get(sort.kind) ?? (!sort.standing && ((offers.length > 0 && (isFiltered || offers.length <= FEW)) || (isFit && only && sort.samples)));
  const summary = made("summary");
  const many = isIdle(sort) ? "not now" : sort.offers ? `${offers.length} to choose from` : "to be put together";
  summary.append(made("b", nameOf(sort.kind)), made("span", many, { class: "faint" }));
  part.append(summary);
  const fill = () => {
    if (part.children.length > 1 || !part.open) return;
    const told = made("p", `${sort.told} `, { class: "told" });
    told.append(made("span", `[${sort.rule}]`, { class: "rule" }));
    if (sort.when) part.append(made("p", `In ${sort.when}`, { class: "when" }));
    part.append(told, ...offered(sort, offers));
    if (!isIdle(sort) && isComposed(sort)) part.append(composer(sort, !sort.offers, isFit && only ? [clickedId, where].filter(Boolean) : []));
  };
  part.addEventListener("toggle", () => { fill(); });
  summary.addEventListener("click", () => opened.set(sort.kind, !part.open));
  fill();
  return part;
}

const opened = new Map(); // kinds that the player has opened or closed
const isIdle = (sort) => [sort.offers, sort.samples].some((all) => all && !all.length);

// Whether there is more to an order than can be clicked in one piece.
function isComposed(sort) {
  if (!sort.offers) return sort.fields.length > 0;
  const choice = new Choice(sort);
  return choice.free.length > 0 || choice.leads.some((field) => field.shape === "list" && !choice.isSet(field));
}

function showKinds() {
  const shown = (isStanding) => data.sorts
    .filter((sort) => sort.standing === isStanding && !isIdle(sort)).map(kindPart).filter(Boolean);
  const standing = shown(true);
  const parts = [...shown(false), ...standing.length ? [made("h2", "Standing orders, which hold until you change them")] : [], ...standing];
  const isFiltered = Boolean(only) || Boolean(about());
  if (!parts.length) parts.push(made("p", "Nothing that is listed here can be ordered about it.", { class: "faint" }));
  const idle = isFiltered ? [] : data.sorts.filter(isIdle).map(kindPart);
  if (idle.length) {
    parts.push(made("h2", "Nothing of these is legal as things stand"));
    parts.push(made("p", "Your other orders may change that: the check tells.", { class: "faint" }), ...idle);
  }
  find("kinds").replaceChildren(...parts);
}

// --- the map ---

const HINT = find("hint").textContent;
const SMALLEST = 8; // twentieths of a counter's own size
const READABLE = 18; // likewise: letters can be read from so large on
const SVG = "http://www.w3.org/2000/svg";
const drawing = document.querySelector(".board svg");

// What a pile is of, such as a task force: its counters stand for it.
const kept = (pile) => pile.slice(pile.indexOf(" ") + 1);
const members = new Map();
for (const [id, [, , pile]] of Object.entries(data.counters)) members.set(kept(pile), [...members.get(kept(pile)) || [], id]);
const shapes = (id) => [id, ...members.get(id) || []]
  .flatMap((one) => [...document.querySelectorAll(`.board [data-id="${CSS.escape(one)}"]`)]);
const isThing = (id) => Boolean(data.places[id] || data.counters[id] || members.has(id));

function drawWay(items) {
  if (!drawing) return;
  for (const old of drawing.querySelectorAll(".way, .way-end")) old.remove();
  const points = items.map((item) => data.items[item][IDS].map((id) => data.places[id]).find(Boolean)).filter(Boolean);
  if (!points.length) return;
  const way = document.createElementNS(SVG, "polyline");
  way.setAttribute("class", "way");
  way.setAttribute("points", points.map(([, x, y]) => `${x},${y}`).join(" "));
  const end = document.createElementNS(SVG, "circle");
  const [, x, y] = points[points.length - 1];
  for (const [key, value] of Object.entries({ class: "way-end", cx: x, cy: y, r: 9 })) end.setAttribute(key, value);
  drawing.append(way, end);
}

function markOrdered() {
  for (const one of document.querySelectorAll(".counter.ordered")) one.classList.remove("ordered");
  const ids = chosen.flatMap((order) => order.cells.flatMap((cell) => cell[2])).flatMap((item) => data.items[item][IDS]);
  for (const id of new Set(ids)) for (const one of shapes(id)) one.classList.add("ordered");
}

// The ids of what was clicked, the nearest first: a counter and its pile, or a place and all in it.
function under(target) {
  const counter = target.closest("[data-id]");
  const all = Object.entries(data.counters);
  if (counter && data.counters[counter.dataset.id]) {
    const [, place, pile] = data.counters[counter.dataset.id];
    const heap = all.filter(([, one]) => one[1] === place && one[2] === pile).map(([id]) => id);
    return { ids: [counter.dataset.id, ...heap, pile, kept(pile)], place, name: data.counters[counter.dataset.id][0] };
  }
  const place = target.closest("[data-place]");
  if (!place) return null;
  const id = place.dataset.place;
  const there = all.filter(([, one]) => one[1] === id).flatMap(([one, [, , pile]]) => [one, pile, kept(pile)]);
  return { ids: [id, ...there], place: id, name: (data.places[id] || [id])[0] };
}

let clickedId = ""; // what was clicked, first of all that is near it

function filter(ids, name) {
  only = ids && new Set(ids);
  where = null;
  clickedId = ids ? ids[0] : "";
  narrow(name);
}

// The composers in which what was clicked is chosen already.
const begun = () => [...document.querySelectorAll("#kinds .compose[open]")].filter((one) => one.isBegun && one.isBegun());

// List what is about what was clicked, and where that can go.
function narrow(name) {
  active = null;
  find("all").hidden = !only;
  find("all").textContent = only ? `Only about ${name} ✕` : "";
  find("all").setAttribute("aria-label", `List everything again, not only what is about ${name}`);
  for (const one of document.querySelectorAll(".board .shown")) one.classList.remove("shown");
  for (const id of only || []) for (const one of shapes(id)) one.classList.add("shown");
  showKinds();
  const first = only && begun()[0];
  if (first && !document.querySelector("#kinds .offer")) first.goOn();
  markReach();
  const many = document.querySelectorAll("#kinds > .kind").length;
  if (only) tell(many ? `Listed is only what is about ${name}.` : `Nothing that is listed can be ordered about ${name}.`);
}

const placed = (id) => drawing.querySelector(`[data-place="${CSS.escape(id)}"]`);

// Where what was clicked can go, by what is offered, or by what is being put together.
function reached() {
  if (active) return active.things();
  if (!only || where) return [];
  const ids = data.sorts.flatMap((sort) => (sort.offers || []).filter(isAbout)).flatMap((offer) => offer.cells.flatMap((cell) => cell[2]))
    .flatMap((item) => data.items[item][IDS]);
  return [...new Set([...ids, ...begun().flatMap((one) => one.things())])].filter((id) => data.places[id] && !only.has(id) && id !== (data.counters[clickedId] || [])[1]);
}

function markReach() {
  if (!drawing) return;
  for (const one of drawing.querySelectorAll(".reach")) one.classList.remove("reach");
  const ids = reached();
  for (const id of ids) for (const one of [placed(id), ...shapes(id)]) if (one) one.classList.add("reach");
  find("hint").textContent = ids.length ? "Framed is what you can click next." : HINT;
}

function clickedOn(found, target) {
  if (active && active.take(target.closest("[data-id]") ? found.ids : [found.place])) return;
  if (active && active.isBegun()) {
    tell(`${found.name} does not go with what you have chosen.`);
    return;
  }
  const place = placed(found.place);
  if (only && !where && reached().includes(found.place)) {
    where = found.place;
    narrow(`${nameOfThing(clickedId)} and ${data.places[found.place][0]}`);
  } else {
    filter(found.ids, found.name);
  }
  if (place) place.classList.add("shown");
}

const nameOfThing = (id) => (data.counters[id] || data.places[id] || [id])[0];

if (drawing) {
  drawing.addEventListener("click", (event) => {
    const found = under(event.target);
    if (!found) return;
    if (picks) picks([...found.ids, found.place]);
    else clickedOn(found, event.target);
  });
  fitBoard();
} else {
  document.body.classList.add("without-map");
}

// All of the board where there is room for it; as high as there is room where its letters would be
// too small else, and larger yet if its counters would be too small to be hit.
function fitBoard() {
  const { width, height } = drawing.viewBox.baseVal;
  const room = find("board");
  const most = parseFloat(getComputedStyle(room).maxHeight) || innerHeight;
  const high = Math.floor(most / (room.clientWidth * height / width) * 100);
  const sized = (twentieths) => Math.ceil(twentieths / (room.clientWidth / width) * 5);
  const resize = () => { drawing.style.width = `${find("size").value}%`; };
  find("size").value = Math.min(400, Math.max(Math.min(100, high), Math.min(high, sized(READABLE)), sized(SMALLEST)));
  find("size").addEventListener("input", resize);
  resize();
  lookAtOwn(room);
}

// Brings the middle of the counters that something can be ordered about into view.
function lookAtOwn(room) {
  const ids = new Set(data.sorts.filter((sort) => !sort.standing).flatMap((sort) => [...(sort.offers || []).flatMap((offer) => offer.cells.flatMap((cell) => cell[2])), ...sort.fields.flatMap((field) => field.items)])
    .flatMap((item) => data.items[item][IDS]));
  const boxes = [...drawing.querySelectorAll("[data-id]")].filter((one) => ids.has(one.dataset.id)).map((one) => one.getBoundingClientRect());
  if (!boxes.length) return;
  const mean = (of) => boxes.reduce((sum, box) => sum + of(box), 0) / boxes.length;
  const [frame, x, y] = [room.getBoundingClientRect(), mean((box) => box.left), mean((box) => box.top)];
  room.scrollTo({ left: x - frame.left - room.clientWidth / 2, top: y - frame.top - room.clientHeight / 2, behavior: "instant" });
}

find("all").addEventListener("click", () => { filter(null, ""); find("about").focus(); });
find("about").addEventListener("input", showKinds);

// --- the file ---

find("message").value = data.message;
find("message").addEventListener("input", changed);

find("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(text());
  } catch {
    getSelection().selectAllChildren(find("text"));
    document.execCommand("copy");
  }
  isKept = true;
  tell("Copied.");
});
find("save").addEventListener("click", () => {
  const link = made("a", undefined, { download: data.file });
  link.href = URL.createObjectURL(new Blob([`${saved()}\n${text()}`], { type: "application/toml" }));
  link.click();
  URL.revokeObjectURL(link.href);
  isKept = true;
  tell("Saved, where your browser puts downloads. Go on with step 2.");
});
window.addEventListener("beforeunload", (event) => { if (!isKept) event.preventDefault(); });

showKinds();
show();
