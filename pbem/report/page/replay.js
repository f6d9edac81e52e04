"use strict";
// The table moment by moment. All words come as data and are shown as text, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const SHOWN = 3; // so many counters of a pile are drawn

function made(name, words, attributes = {}) {
  const one = document.createElement(name);
  if (words !== undefined) one.textContent = words;
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  return one;
}

function drawn(name, attributes) {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  return one;
}

// --- the table ---

const lies = new Map(); // number of a counter → its row
const shapes = new Map(); // number of a counter → its element
const kept = []; // every so many moments: how all lies then
const KEPT = 100;
let at = -1; // -1: before the first moment

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

function paint(moved) {
  for (const [number, shape] of shapes) {
    if (!lies.has(number)) {
      shape.remove();
      shapes.delete(number);
    }
  }
  const rows = [...lies.values()].sort((a, b) => b[6] - a[6]);
  for (const row of rows) place(row, moved.has(row[0]));
}

function place([number, face, pile, left, top, size, depth, many], hasMoved) {
  let shape = shapes.get(number);
  if (depth >= SHOWN) {
    if (shape) shape.remove();
    shapes.delete(number);
    return;
  }
  if (!shape) {
    shape = drawn("g", { "data-id": data.ids[number] });
    shapes.set(number, shape);
  }
  shape.style.transform = `translate(${left}px, ${top}px) scale(${size / 100})`;
  shape.setAttribute("class", hasMoved ? "moved" : "");
  shape.dataset.pile = pile;
  shape.replaceChildren(drawn("use", { href: `#f${face}` }));
  if (many > 1) {
    const badge = drawn("g", { class: "counter" });
    badge.append(drawn("circle", { class: "many", cx: 37, cy: 3, r: 6.5 }));
    const label = drawn("text", { class: "number", x: 37, y: 6 });
    label.textContent = many;
    badge.append(label);
    shape.append(badge);
  }
  find("counters").append(shape);
}

const named = (face) => find(`f${face}`).querySelector("title").textContent;

function openPile(pile) {
  const rows = [...lies.values()].filter((row) => row[2] === pile).sort((a, b) => a[6] - b[6]);
  const list = made("ul");
  for (const row of rows) {
    const item = made("li");
    const card = drawn("svg", { viewBox: "-2 -2 44 44", width: 44, height: 44, class: "table" });
    card.append(drawn("use", { href: `#f${row[1]}` }));
    item.append(card, ` ${named(row[1])}`);
    list.append(item);
  }
  show(rows.length > 1 ? `A pile of ${rows.length}` : named(rows[0][1]), [list]);
}

// --- the story ---

const chapterOf = new Map(data.chapters.map((chapter, number) => [chapter.turn, number]));

function go(moment, keepAddress) {
  const old = new Map(lies);
  const to = Math.max(-1, Math.min(moment, data.moments.length - 1));
  const isStep = Math.abs(to - at) === 1;
  lay(to);
  at = to;
  const moved = new Set(
    isStep ? [...lies].filter(([n, row]) => String(old.get(n)) !== String(row)).map(([n]) => n) : [],
  );
  paint(moved);
  tell();
  if (!keepAddress) history.replaceState(null, "", at < 0 ? "#" : address(at));
}

const address = (moment) => `#t${data.moments[moment].t}e${data.moments[moment].n}`;

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

function tell() {
  const moment = at < 0 ? null : data.moments[at];
  const number = moment ? chapterOf.get(moment.t) : 0;
  const chapter = data.chapters[number];
  find("turn").textContent = moment ? capital(chapter.title) : "Before the first move";
  find("score").textContent = moment ? moment.p : "";
  const isLast = moment && (!data.moments[at + 1] || data.moments[at + 1].t !== moment.t);
  const headline = isLast ? chapter.headline : [];
  find("headline").replaceChildren(...headline.map((words) => made("li", words)));
  find("step").textContent = moment ? moment.s : "";
  const said = moment ? moment.said.flatMap(([lines, rolls]) => lines.map((line) => told(line, rolls))) : [];
  find("said").replaceChildren(...said);
  const file = moment && data.files[moment.f];
  find("by-file").textContent = file ? `File ${moment.f} of ${file[0]}, moment ${at + 1} of ${data.moments.length}` : "";
  find("line").value = at + 1;
  const wide = find("plot").viewBox.baseVal.width / Math.max(1, data.chapters.length);
  const x = moment ? wide * (number + 0.5) : 0;
  find("now").setAttribute("x1", x);
  find("now").setAttribute("x2", x);
  for (const button of find("turns").querySelectorAll("button")) {
    button.setAttribute("aria-current", Boolean(moment) && Number(button.dataset.chapter) === number);
  }
}

function told([kind, words], rolls) {
  const item = made("li", undefined, { class: kind });
  if (kind === "score") {
    item.textContent = words;
    return item;
  }
  const button = made("button", words, { type: "button", class: rolls.length ? "diced" : "" });
  button.addEventListener("click", () => prove(words, rolls));
  item.append(button);
  return item;
}

// --- proofs ---

function prove(words, rolls) {
  const moment = data.moments[at];
  const parts = [made("p", words)];
  if (rolls.length) parts.push(made("h3", rolls.length > 1 ? "Its dice" : "Its die"), ...proven(rolls));
  else parts.push(...without(moment));
  parts.push(made("h3", "Brought about by"), facts([fileFact("file", moment.f)]));
  const labels = rolls.map((roll) => data.rolls[roll][0].split(" ")[0]);
  for (const id of new Set([...cited(words), ...labels])) if (data.rules[id]) parts.push(ruleText(id));
  show("Why", parts);
}

// The words in brackets, of which some are ids of rules.
function cited(words) {
  const found = [...words.matchAll(/\[([^[\]]*)\]/g)].flatMap((match) => match[1].split(/\s+/));
  return found.map((word) => word.replace(/[,;:.]+$/, ""));
}

function ruleText(id) {
  const rule = made("details");
  rule.append(made("summary", `${id} ${data.rules[id][0]}`), made("p", data.rules[id][1], { class: "rule" }));
  return rule;
}

// What has no dice of its own may still follow from those that were thrown in its moment.
function without(moment) {
  const all = [...new Set(moment.said.flatMap(([, some]) => some))];
  if (!all.length) return [made("p", "No die decided this: it follows from orders and rules.")];
  const folded = made("details");
  folded.append(made("summary", `The dice of this moment (${all.length})`), ...proven(all));
  return [made("p", "No die of its own: it follows from orders and rules, and what came before."), folded];
}

// Rolls, one line each; the files behind them and the shell lines once.
function proven(rolls) {
  const groups = new Map();
  for (const roll of rolls.map((number) => data.rolls[number])) {
    const key = `${roll[3]} ${roll[4]}`;
    groups.set(key, [...(groups.get(key) || []), roll]);
  }
  return [...groups.values()].flatMap((group) => [rollList(group), ...files(group)]);
}

function rollList(group) {
  const list = made("ul", undefined, { class: "rolls" });
  for (const [label, sides, dice, , , words] of group) {
    const item = made("li", words);
    item.append(" ", made("code", `${label}: ${dice.join(" ")} (${dice.length}d${sides})`));
    list.append(item);
  }
  return list;
}

function files(group) {
  const [, , , owner, witness] = group[0];
  const opened = data.files[witness];
  const shell = made("details");
  shell.append(
    made("summary", "Check it without this program"),
    made("p", "In the game's folder chain/, with bash, ssh-keygen, openssl and sha256sum:"),
    made("pre", shellLines(group), { tabindex: "0" }),
  );
  return [
    facts([
      fileFact("decided in", owner),
      fileFact("witnessed in", witness),
      ["seed opened", opened ? opened[3] : ""],
    ]),
    shell,
  ];
}

function fileFact(name, seq) {
  const file = data.files[seq];
  return [name, file ? `${file[1]} by ${file[0]}, SHA-256 ${file[2]}` : `file ${seq}`];
}

function facts(pairs) {
  const list = made("dl");
  for (const [name, words] of pairs) {
    const said = made("dd");
    said.append(made("code", words));
    list.append(made("dt", name), said);
  }
  return list;
}

const quoted = (words) => `'${words.replaceAll("'", "'\\''")}'`;

// The file in which the witness had committed to its seed: its author's last one before.
function committed(witness) {
  const [seat] = data.files[witness];
  const before = Object.keys(data.files).map(Number).filter((seq) => seq < witness && data.files[seq][0] === seat);
  return Math.max(...before);
}

// As docs/verify-by-hand.md has it: signatures, the hash, the commitment to the seed, the dice.
function shellLines(group) {
  const [, , , owner, witness] = group[0];
  const commits = committed(witness);
  const [genesis, decides, promises, opens] = [0, owner, commits, witness].map((seq) => quoted(data.files[seq][1]));
  return [
    String.raw`body() { tr -d '\r' < "$1" | sed '/^\[signature\]$/,$d'; }`,
    String.raw`armour() { tr -d '\r' < "$1" | sed -n '/^-----BEGIN SSH/,/^-----END SSH/p'; }`,
    String.raw`value() { body "$1" | sed -n "s/^$2 = \"\(.*\)\"\$/\1/p" | head -n 1; }`,
    String.raw`bytes() { printf "$(printf %s "$1" | sed 's/../\\x&/g')"; }`,
    String.raw`hex() { printf %s "$1" | od -An -v -tx1 | tr -d ' \n'; }`,
    String.raw`part() { printf '%08x%s' $((${"$"}{#1} / 2)) "$1"; }`,
    `GENESIS=${genesis} DECIDES=${decides} COMMITS=${promises} OPENS=${opens}`,
    "WORK=$(mktemp -d)",
    "# the signatures, each by the key that the genesis has for its seat",
    `for file in "$DECIDES" "$COMMITS" "$OPENS"; do`,
    `  seat=$(value "$file" seat)`,
    `  body "$GENESIS" | awk -F '"' -v seat="$seat" '/^name = / { name = $2 }`,
    `    /^key = / && name == seat { print name, $2 }' > "$WORK/signer"`,
    `  body "$file" > "$WORK/body"; armour "$file" > "$WORK/body.sig"`,
    `  ssh-keygen -Y verify -f "$WORK/signer" -I "$seat" -n pbem-turn -s "$WORK/body.sig" < "$WORK/body"`,
    "done",
    "# the hash of the file that decided, and the seed that was committed to before it",
    `HASH=$(body "$DECIDES" | sha256sum | cut -d ' ' -f 1)`,
    `[ "$HASH" = ${data.files[owner][2]} ] && echo "the hash is the one on the page"`,
    `SEED=$(value "$OPENS" reveal)`,
    `GAME=${commits ? `$(body "$GENESIS" | sha256sum | cut -d ' ' -f 1)` : "0".repeat(64)}`,
    `PARTS="$(part "$GAME")$(part "$(hex "$(value "$COMMITS" seat)")")$(part "$(printf %016x ${commits})")$(part "$SEED")"`,
    `AGAIN=$({ printf 'pbem/1 dice commit\\0'; bytes "$PARTS"; } | sha256sum | cut -d ' ' -f 1)`,
    `[ "$AGAIN" = "$(value "$COMMITS" commit)" ] && echo "the seed is the one that was committed to"`,
    "# the dice",
    String.raw`K=$(openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt "hexkey:$SEED" \
  -kdfopt "hexsalt:$HASH" -kdfopt 'info:pbem/1 dice' HKDF | tr -d ':\n' | tr A-F a-f)`,
    "roll() {  # label, dice, sides",
    "  for n in $(seq 0 $(($2 / 8 + 1))); do",
    `    { printf %s "$1"; bytes "00$(printf %08x "$n")"; } |`,
    `      openssl dgst -sha256 -mac HMAC -macopt "hexkey:$K" | sed 's/^.* //' | fold -w 8`,
    "  done | while read -r w; do",
    "    [ $((0x$w)) -lt $((4294967296 - 4294967296 % $3)) ] && echo $((1 + 0x$w % $3))",
    `  done | head -n "$2" | tr '\\n' ' '`,
    `  echo "are the dice of $1"`,
    "}",
    ...group.map(([label, sides, dice]) => `roll ${quoted(label)} ${dice.length} ${sides}   # ${dice.join(" ")}`),
    'rm -r "$WORK"',
  ].join("\n");
}

function show(title, parts) {
  find("proof-title").textContent = title;
  find("proof-words").replaceChildren(...parts);
  find("proof").showModal();
}

// --- moving about ---

function step(sign) {
  const by = find("by").value;
  if (by === "1") return go(at + sign);
  const key = by === "f" ? "f" : "t";
  return go(boundary(sign, key));
}

// The last moment of the next file or turn, or of the one before.
function boundary(sign, key) {
  const list = data.moments;
  let n = at;
  if (sign > 0) {
    n += 1;
    while (n < list.length - 1 && list[n + 1][key] === list[n][key]) n += 1;
    return n;
  }
  const here = n >= 0 ? list[n][key] : null;
  while (n >= 0 && list[n][key] === here) n -= 1;
  return n;
}

const KEYS = {
  ArrowRight: () => step(1), ArrowLeft: () => step(-1),
  PageDown: () => go(boundary(1, "t")), PageUp: () => go(boundary(-1, "t")),
  Home: () => go(-1), End: () => go(data.moments.length - 1),
};

document.addEventListener("keydown", (event) => {
  const isTyping = ["INPUT", "SELECT"].includes(event.target.tagName);
  if (find("proof").open || isTyping || !KEYS[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  KEYS[event.key]();
});
find("next").addEventListener("click", KEYS.ArrowRight);
find("back").addEventListener("click", KEYS.ArrowLeft);
find("later").addEventListener("click", KEYS.PageDown);
find("earlier").addEventListener("click", KEYS.PageUp);
find("start").addEventListener("click", KEYS.Home);
find("end").addEventListener("click", KEYS.End);
find("line").max = data.moments.length;
find("line").addEventListener("input", (event) => go(Number(event.target.value) - 1));
find("size").addEventListener("input", (event) => {
  const size = Number(event.target.value);
  find("table").style.width = `${size}%`;
  find("table").classList.toggle("whole", size === 100);
});
find("counters").addEventListener("click", (event) => {
  const shape = event.target.closest("[data-pile]");
  if (shape) openPile(Number(shape.dataset.pile));
});

let touched = null;
find("board").addEventListener("touchstart", (event) => {
  touched = event.touches.length === 1 ? event.touches[0].clientX : null;
}, { passive: true });
find("board").addEventListener("touchend", (event) => {
  const board = find("board");
  const isWide = board.scrollWidth > board.clientWidth + 1; // then a swipe moves the map
  const gone = touched === null ? 0 : event.changedTouches[0].clientX - touched;
  if (!isWide && Math.abs(gone) > 60) step(gone < 0 ? 1 : -1);
  touched = null;
}, { passive: true });

find("turns").replaceChildren(...data.chapters.map((chapter, number) => {
  const item = made("li");
  const words = [capital(chapter.title), ...chapter.headline.slice(0, 1)].join(": ");
  const button = made("button", words, { type: "button", "data-chapter": number });
  button.addEventListener("click", () => go(data.moments.findIndex((moment) => moment.t === chapter.turn)));
  item.append(button);
  return item;
}));

function fromAddress() {
  const found = /^#t(\d+)e(\d+)$/.exec(location.hash);
  const moment = found
    ? data.moments.findIndex((one) => one.t === Number(found[1]) && one.n === Number(found[2]))
    : -1;
  go(moment, true);
}
window.addEventListener("hashchange", fromAddress);
fromAddress();
