"use strict";
// Orders are chosen from what is offered, and joined to the text of an orders file. All words come
// as data and are shown as text, never as markup; what stands in the file comes as data, too.
const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const [TOML, NAME, IDS] = [0, 1, 2]; // of a row of data.items

function made(name, words, attributes = {}) {
  const one = document.createElement(name);
  if (words !== undefined) one.textContent = words;
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  return one;
}

function button(words, attributes, action) {
  const one = made("button", words, { type: "button", ...attributes });
  one.addEventListener("click", action);
  return one;
}

// --- orders: { kind, cells: [[key, shape, items]], words, claims } ---

const sorts = new Map(data.sorts.map((sort) => [sort.kind, sort]));
const given = ([kind, cells, words, claims]) => ({ kind, cells, words, claims });
const namesOf = (items) => items.map((item) => data.items[item][NAME]).join(" - ");
const nameOf = (kind) => kind.replaceAll("-", " ");
const titled = (words) => words.charAt(0).toUpperCase() + words.slice(1);

// What a key of an order is called.
function titleOf(kind, key) {
  const field = ((sorts.get(kind) || {}).fields || []).find((one) => one.key === key);
  return field ? field.title : key.replaceAll("_", " ");
}

// Cells that no sentence tells of: what each is called, and what stands there.
const cellsInWords = (kind, cells) => cells.map(([key, , items]) => {
  const value = items.length ? data.items[items[0]][TOML] : "";
  if (value === "true") return titleOf(kind, key);
  if (value === "false") return `not ${titleOf(kind, key)}`;
  return `${titleOf(kind, key)}: ${items.map((item) => data.items[item][NAME]).join(", ") || "nobody"}`;
}).join("; ");

for (const sort of data.sorts) {
  sort.offers = sort.offers && sort.offers.map(([items, words = "", claims = [], own = [], needs = []]) => ({
    kind: sort.kind,
    cells: sort.keys.map(([key, shape], n) => [key, shape, items[n]]).filter((cell) => cell[2]),
    words, claims: [...claims, ...own], own, needs: needs.map(given),
  }));
}

// The same for orders of the same things, in whatever order they are named.
const things = (order) => JSON.stringify(order.cells.filter((cell) => cell[2].length)
  .map(([key, , items]) => [key, [...items].sort((one, other) => one - other)]).sort());

for (const sort of data.sorts) {
  sort.wholes = new Map(sort.wholes.map(([items, words, why]) => [
    things({ cells: sort.keys.map(([key, shape], n) => [key, shape, items[n] || []]) }), { words, why },
  ]));
}

const wholeOf = (order) => sorts.has(order.kind) && sorts.get(order.kind).wholes.get(things(order));
const joins = (kind) => (sorts.get(kind) || { joins: [] }).joins;
const isJoined = (order, [key]) => joins(order.kind).includes(key);
const joined = (order) => order.cells.filter((cell) => isJoined(order, cell) && cell[2].length);
// What two orders have in common that can be one.
const fixed = (order) => JSON.stringify([order.kind, order.cells.filter((cell) => !isJoined(order, cell)).sort()]);
const cellOf = (order, key) => order.cells.find((cell) => cell[0] === key);

function holds(order, offer) {
  if (fixed(order) !== fixed(offer)) return false;
  const parts = joined(offer);
  if (!parts.length) return !joined(order).length;
  return parts.every(([key, , items]) => {
    const cell = cellOf(order, key);
    return cell && items.every((item) => cell[2].includes(item));
  });
}

const toml = (words) => JSON.stringify(words)
  .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, (one) => `\\U${one.codePointAt(0).toString(16).padStart(8, "0")}`)
  .replace(/\\ud[89a-f][0-9a-f]{2}/g, "\\ufffd");

function lineOf([key, shape, items]) {
  const words = items.map((item) => data.items[item][TOML]).join(", ");
  if (shape === "list") return `${key} = [${words}]`;
  if (shape === "table") return `${key} = ${words ? `{ ${words} }` : "{}"}`;
  return `${key} = ${words}`;
}

const textOf = (order) => ["[[order]]", `type = ${toml(order.kind)}`, ...order.cells.map(lineOf)].join("\n");
const saved = () => `${data.mark}${new Date().toISOString()}`;
const text = () => `${data.head}message = ${toml(find("message").value)}\n`
  + chosen.map((order) => `\n${textOf(order)}\n`).join("");

// --- what is chosen ---

let chosen = data.draft.map(given);
let isKept = true; // nothing has changed since it was saved, copied or made

// An order in words: those of the offers of which it is made, or what stands in it.
function wordsOf(order) {
  if (order.words) return order.words;
  const whole = wholeOf(order);
  if (whole && whole.words) return whole.words;
  const parts = ((sorts.get(order.kind) || {}).offers || []).filter((offer) => holds(order, offer));
  const rank = (offer) => Math.min(...joined(offer).map(([key, , items]) => cellOf(order, key)[2].indexOf(items[0])));
  parts.sort((one, other) => rank(one) - rank(other));
  const told = parts.flatMap((offer) => joined(offer).flatMap(([key, , items]) => items.map((item) => `${key} ${item}`)));
  const all = joined(order).flatMap(([key, , items]) => items.map((item) => `${key} ${item}`));
  if (parts.length && all.every((one) => told.includes(one))) return parts.map((offer) => offer.words).join(" ");
  return [titled(nameOf(order.kind)), ...order.cells.length ? [cellsInWords(order.kind, order.cells)] : []].join(": ");
}

// Why an offer cannot be added to what is chosen: `[place, why]`, or null.
function barOf(offer) {
  const home = chosen.findIndex((order) => fixed(order) === fixed(offer));
  for (const [place, order] of chosen.entries()) {
    const mine = place === home && joins(offer.kind).length ? offer.own : offer.claims;
    const claim = mine.find((one) => order.claims.includes(one));
    if (claim !== undefined) return [place, data.why[claim]];
  }
  if (home < 0) return null;
  if (!joined(offer).length) return [home, "it is ordered already"];
  for (const [key, shape, items] of joined(offer)) {
    const there = (cellOf(chosen[home], key) || [0, 0, []])[2].map((item) => data.items[item][IDS][0]);
    if (shape === "table" && items.some((item) => there.includes(data.items[item][IDS][0]))) {
      return [home, "it has another there"];
    }
  }
  const both = copyOf(chosen[home]);
  join(both, offer);
  const whole = wholeOf(both);
  return whole && whole.why ? [home, whole.why] : null;
}

function join(order, offer) {
  for (const [key, shape, items] of joined(offer)) {
    const cell = cellOf(order, key);
    if (cell) cell[2] = [...cell[2], ...items.filter((item) => !cell[2].includes(item))];
    else order.cells.push([key, shape, [...items]]);
  }
  order.claims = [...new Set([...order.claims, ...offer.claims])];
  order.words = "";
}

const copyOf = (order) => ({ ...order, cells: order.cells.map(([key, shape, items]) => [key, shape, [...items]]) });

function choose(offer) {
  for (const order of [...offer.needs || [], offer]) {
    if (chosen.some((one) => holds(one, order))) continue;
    const home = joins(order.kind).length ? chosen.find((one) => fixed(one) === fixed(order)) : undefined;
    if (home) join(home, order);
    else chosen.push(copyOf(order));
  }
  changed();
}

function takeOut(offer) {
  const order = chosen.find((one) => holds(one, offer));
  const parts = joined(offer);
  for (const [key, , items] of parts) {
    const cell = cellOf(order, key);
    cell[2] = cell[2].filter((item) => !items.includes(item));
  }
  order.cells = order.cells.filter((cell) => cell[2].length || !parts.some(([key]) => key === cell[0]));
  order.claims = order.claims.filter((claim) => !offer.own.includes(claim));
  order.words = "";
  if (!joined(order).length) chosen = chosen.filter((one) => one !== order);
  changed();
}

function changed() {
  isKept = false;
  show();
}

function show() {
  find("text").textContent = text();
  const many = chosen.length === 1 ? "1 order" : `${chosen.length || "no"} orders`;
  find("count").textContent = `(${many})`;
  find("count-below").textContent = `Your orders: ${chosen.length || "none"}`;
  find("none").hidden = chosen.length > 0;
  find("chosen").replaceChildren(...chosen.map(listed));
  for (const one of document.querySelectorAll("button.offer")) one.refresh();
  for (const one of document.querySelectorAll("p.why")) one.refresh();
  markOrdered();
}

function listed(order, place) {
  const item = made("li");
  const row = made("div", undefined, { class: "what" });
  const words = wordsOf(order);
  const moves = made("span", undefined, { class: "moves" });
  const move = (by) => () => {
    const [one] = chosen.splice(place, 1);
    chosen.splice(place + by, 0, one);
    changed();
    const there = find("chosen").children[place + by].querySelectorAll(".moves button")[by < 0 ? 0 : 1];
    (there.disabled ? there.parentElement.querySelector("button:enabled") : there).focus();
  };
  const up = button("↑", { "aria-label": `Up: ${words}`, title: "Up" }, move(-1));
  const down = button("↓", { "aria-label": `Down: ${words}`, title: "Down" }, move(1));
  up.disabled = place === 0;
  down.disabled = place === chosen.length - 1;
  moves.append(up, down, button("Take out", { "aria-label": `Take out: ${words}` }, () => {
    chosen.splice(place, 1);
    changed();
    tell(`Taken out: ${words}`);
    (find("chosen").querySelector("button:enabled") || find("about")).focus();
  }));
  row.append(made("span", words), moves);
  item.append(row);
  return item;
}

const tell = (words) => { find("told").textContent = words; };

// --- what is offered ---

let only = null; // ids of what was clicked on the map
let where = null; // and the place that was clicked then
const about = () => find("about").value.trim().toLowerCase();

const isAbout = (offer) => areAbout(offer.cells.flatMap((cell) => cell[2]));

function areAbout(numbers) {
  const items = numbers.map((item) => data.items[item]);
  if (only && !items.some((item) => item[IDS].some((id) => only.has(id)))) return false;
  if (where && !items.some((item) => item[IDS].includes(where))) return false;
  const words = about();
  return !words || items.some((item) => `${item[NAME]} ${item[IDS].join(" ")}`.toLowerCase().includes(words));
}

// Who an order is for, and the rest of it: `[who, what]`.
function labels(sort, offer) {
  const [first, ...rest] = offer.cells;
  const bare = offer.words.replace(/\s*\[[^\]]*\][.;]?\s*$/, "");
  const isPairs = first && first[1] === "table" && sort.keys.length === 1;
  if (isPairs) {
    const [who, ...what] = namesOf(first[2]).split(": ");
    return [who, what.join(": ")];
  }
  const value = (cell, isPlain) => valueOf(sort.kind, cell, isPlain);
  const all = bare || offer.cells.map((cell) => value(cell, false)).join(", ") || nameOf(sort.kind);
  const isThing = first && first[2].length && data.items[first[2][0]][IDS].length;
  if (!isThing || first[0] !== sort.keys[0][0]) return ["", all];
  if (sort.keys.length === 1) return ["", sort.fields.length === 1 && isOnMap(first) ? value(first, true) : all];
  const who = namesOf(first[2]);
  const isPlain = (sort.fields.length === 2 || isAlike(sort)) && rest.every((cell) => namesOf(cell[2]) !== who);
  return [who, rest.map((cell) => value(cell, isPlain)).join(", ") || all];
}

// Whether the map shows what stands there; of what it does not show the words tell more than a name.
const isOnMap = ([, , items]) => items.some((item) => data.items[item][IDS].some(isThing));

// Whether all that is offered of a kind has the same two keys.
const isAlike = (sort) => sort.keys.length === 2 && sort.offers.every((offer) => offer.cells.length === 2);

function valueOf(kind, [key, shape, items], isPlain) {
  const isWay = shape === "list" && items.length && !joins(kind).includes(key) && items.every((item) => data.items[item][IDS].some((id) => data.places[id]));
  const [words, name] = [namesOf(items), isWay ? "to" : titleOf(kind, key)];
  const value = data.items[items[0]];
  if (value && value[TOML] === "true") return name;
  if (value && value[TOML] === "false") return `not ${name}`;
  return isPlain && Number.isNaN(Number(words)) ? words : `${name} ${words}`;
}

// The orders that are given with another because it needs them, and are not there yet.
function besides(needs) {
  const words = (needs || []).filter((one) => !chosen.some((order) => holds(order, one))).map((one) => one.words);
  return words.length ? ` With it, because it needs it: ${words.join(" ")}. Take it out if you mean another.` : "";
}

function offerButton(offer, label) {
  const one = button(undefined, { class: "offer", title: offer.words }, () => {
    if (chosen.some((order) => holds(order, offer))) {
      takeOut(offer);
      tell(`Taken out: ${offer.words || label}`);
      return;
    }
    const bar = barOf(offer);
    tell(bar ? `Not added: ${bar[1]}, see order ${bar[0] + 1}` : `Ordered: ${offer.words || label}${besides(offer.needs)}`);
    if (!bar) choose(offer);
  });
  one.append(made("span", label, { class: "say" }));
  one.refresh = () => {
    const isIn = chosen.some((order) => holds(order, offer));
    const bar = isIn ? null : barOf(offer);
    one.setAttribute("aria-pressed", isIn);
    one.setAttribute("aria-disabled", Boolean(bar));
    one.why = bar ? `${bar[1]}: see order ${bar[0] + 1}` : "";
    one.setAttribute("aria-description", one.why);
  };
  const say = () => {
    tell(offer.words + besides(offer.needs));
  };
  one.addEventListener("focus", say);
  one.addEventListener("mouseenter", say);
  one.refresh();
  return one;
}

const GROUPS_OPEN = 120; // so many options of a kind stand open

function offered(sort, offers) {
  const groups = new Map();
  for (const offer of offers) {
    const [who, what] = labels(sort, offer);
    if (!groups.has(who)) groups.set(who, []);
    groups.get(who).push(() => offerButton(offer, what));
  }
  return [...groups].map(([who, made_]) => group(who, made_, offers.length > GROUPS_OPEN));
}

function group(who, buttons, isFolded) {
  const options = made("div", undefined, { class: "options" });
  const why = made("p", "", { class: "why" });
  why.refresh = () => {
    why.textContent = [...new Set([...options.querySelectorAll("button")].map((one) => one.why).filter(Boolean))].join("; ");
  };
  const fill = () => {
    if (options.children.length) return;
    options.append(...buttons.map((one) => one()), why);
    why.refresh();
  };
  if (isFolded && who) {
    const folded = made("details", undefined, { class: "folded" });
    folded.append(made("summary", `${who} (${buttons.length})`), options);
    folded.addEventListener("toggle", fill);
    return folded;
  }
  fill();
  const row = made("div", undefined, who ? { class: "group", role: "group", "aria-label": who } : {});
  row.append(...who ? [made("div", who, { class: "who" })] : [], options);
  return row;
}
