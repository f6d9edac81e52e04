"use strict";
// The table moment by moment. All words come as data and are shown as text, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

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

// --- the story ---

const chapterOf = new Map(data.chapters.map((chapter, number) => [chapter.turn, number]));

// Every event: the moment in which it happened, which of that moment's it is, which of its turn's.
const events = [];
for (const [moment, { t, said }] of data.moments.entries()) {
  for (let part = 0; part < Math.max(1, said.length); part += 1) {
    const last = events[events.length - 1];
    const isFirst = !last || data.moments[last.moment].t !== t;
    events.push({ moment, part, turn: t, number: isFirst ? 1 : last.number + 1 });
  }
}

let on = -1; // the event; -1: before the first
let at = -1; // its moment
let here = -1; // the number of its turn in the list

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

// What happened in the moment, and what is so of it.
function tell() {
  const moment = at < 0 ? null : data.moments[at];
  here = moment ? chapterOf.get(moment.t) : -1;
  find("turn").textContent = moment ? capital(data.chapters[here].title) : "Before the first move";
  find("score").textContent = moment ? moment.p : "";
  find("step").textContent = moment ? moment.s : "";
  const said = moment ? moment.said.flatMap(([lines, rolls], part) => lines.map((line) => told(line, rolls, part))) : [];
  find("said").replaceChildren(...said);
  figure(here);
  for (const one of document.querySelectorAll("[data-chapter]")) {
    one.setAttribute("aria-current", Number(one.dataset.chapter) === here);
  }
}

// Which event of the moment it is: its sentences stand out, and are read out.
function point() {
  const [event, next] = [events[on], events[on + 1]];
  const file = event && data.files[data.moments[at].f];
  const isLast = event && (!next || next.turn !== event.turn);
  find("headline").replaceChildren(...(isLast ? data.chapters[here].headline : []).map((words) => made("li", words)));
  find("by-file").textContent = file ? `File ${data.moments[at].f} of ${file[0]}, event ${on + 1} of ${events.length}` : "";
  find("line").value = on + 1;
  const lines = [...find("said").children];
  for (const line of lines) line.classList.toggle("now", Boolean(event) && Number(line.dataset.part) === event.part);
  const now = lines.filter((line) => line.classList.contains("now"));
  find("spoken").textContent = now.map((line) => line.textContent).join(" ");
  return now;
}

// The figures of a turn in words, under the plot.
function figure(chapter) {
  find("figures").textContent = chapter < 0 ? "" : data.chapters[chapter].figures;
}

function told([kind, words], rolls, part) {
  const item = made("li", undefined, { class: kind, "data-part": part });
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

