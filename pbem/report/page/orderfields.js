// --- orders that are put together key by key ---

const known = new Map(data.items.map((item, number) => [item[TOML], number]));
let picks = null; // takes ids that are clicked on the map, in place of the filter

function itemOf(words, name, ids) {
  if (!known.has(words)) {
    known.set(words, data.items.length);
    data.items.push([words, name, ids]);
  }
  return known.get(words);
}

// What somebody typed, as a value: one that is known by its name or id, a number, or plain words.
function typed(field, words) {
  const low = words.toLowerCase();
  const match = field.items.find((item) => data.items[item][NAME].toLowerCase() === low)
    ?? field.items.find((item) => data.items[item][IDS].length && data.items[item][IDS][0].toLowerCase() === low);
  if (match !== undefined) return match;
  const isNumber = /number/.test(field.looks) && /^-?\d+$/.test(words);
  return itemOf(isNumber ? words : toml(words), words, [words]);
}

const split = (words) => words.split(",").map((one) => one.trim()).filter(Boolean);
let fieldCount = 0;

// A control for a key: `{ part, cell(), clear() }`.
function control(sort, field) {
  fieldCount += 1;
  const id = `field-${fieldCount}`;
  const part = made("div", undefined, { class: "field" });
  const looks = field.closed || field.looks === "a word" ? "" : field.looks;
  const many = { list: "one or several", table: "for each by name" }[field.shape];
  const said = [many || looks, field.words].filter(Boolean).join("; ");
  const label = made("label", field.key.replaceAll("_", " ") + (field.required ? " *" : ""), { for: id });
  part.append(label, ...(said ? [made("span", said, { class: "faint" })] : []));
  const made_ = { one: oneValue, list: manyValues, table: pairs, lists: lines, raw: lines }[field.shape](field, id, part);
  return { part, field, ...made_ };
}

const LISTED = 24; // so many values are buttons; more are suggested as one types

// The values that are known to fit, to be clicked, where they are few.
function values(field, part, take) {
  if (!field.items.length || field.items.length > LISTED) return;
  const list = made("div", undefined, { class: "options" });
  list.append(...field.items.map((item) => button(data.items[item][NAME], {}, () => take(item))));
  part.append(list);
}

function suggestions(field, id, part) {
  if (field.items.length <= LISTED) return {};
  const list = made("datalist", undefined, { id: `${id}-list` });
  list.append(...field.items.map((item) => made("option", undefined, { value: data.items[item][NAME] })));
  part.append(list);
  return { list: `${id}-list` };
}

// The value that something clicked on the map stands for: one that is known to fit, or its own id.
function clicked(field, ids) {
  const fits = field.items.find((item) => ids.some((one) => data.items[item][IDS].includes(one)));
  if (fits !== undefined) return fits;
  const isPlace = !field.items.length || field.items.some((item) => data.items[item][IDS].some((id) => data.places[id]));
  const id = (isPlace && ids.find((one) => data.places[one])) || ids[0];
  return itemOf(toml(id), (data.places[id] || data.counters[id] || [id])[0], [id]);
}

function picker(take) {
  if (!document.querySelector(".board svg")) return [];
  const one = button("Pick on the map", { class: "pick", "aria-pressed": "false" }, () => {
    const isOn = picks !== take;
    stopPicking();
    if (!isOn) return;
    picks = take;
    one.classList.add("picking");
    one.setAttribute("aria-pressed", "true");
    find("hint").textContent = "Click on the map what you mean, one after another.";
  });
  return [one];
}

function stopPicking() {
  picks = null;
  for (const one of document.querySelectorAll("button.picking")) {
    one.classList.remove("picking");
    one.setAttribute("aria-pressed", "false");
  }
  find("hint").textContent = HINT;
  drawWay([]);
}

function oneValue(field, id, part) {
  if (field.closed) {
    const choice = made("select", undefined, { id });
    choice.append(made("option", field.required ? "choose" : "left out", { value: "" }));
    choice.append(...field.items.map((item) => made("option", data.items[item][NAME], { value: item })));
    part.append(choice);
    return {
      cell: () => (choice.value === "" ? null : [field.key, "one", [Number(choice.value)]]),
      clear: () => { choice.value = ""; },
    };
  }
  const row = made("div", undefined, { class: "row" });
  const input = made("input", undefined, { id, autocomplete: "off", ...suggestions(field, id, part) });
  const take = (ids) => {
    input.value = data.items[clicked(field, ids)][NAME];
    stopPicking();
  };
  row.append(input, ...(/number/.test(field.looks) ? [] : picker(take)));
  part.append(row);
  values(field, part, (item) => { input.value = data.items[item][NAME]; });
  return {
    cell: () => (input.value.trim() ? [field.key, "one", [typed(field, input.value.trim())]] : null),
    clear: () => { input.value = ""; },
  };
}

function chips(part, field, shape, isWay) {
  let items = [];
  const list = made("ul", undefined, { class: "chips" });
  part.append(list);
  const refresh = () => {
    list.replaceChildren(...items.map((item, place) => {
      const one = made("li");
      one.append(button(data.items[item][NAME], { "aria-label": `Take out ${data.items[item][NAME]}` }, () => {
        items.splice(place, 1);
        refresh();
      }));
      return one;
    }));
    if (isWay) drawWay(items);
  };
  return {
    put: (item) => { items.push(item); refresh(); },
    cell: () => (items.length ? [field.key, shape, [...items]] : null),
    clear: () => { items = []; refresh(); },
  };
}

function manyValues(field, id, part) {
  const row = made("div", undefined, { class: "row" });
  const input = made("input", undefined, { id, autocomplete: "off", ...suggestions(field, id, part) });
  const held = chips(part, field, "list", true);
  const add = () => {
    const whole = input.value.trim();
    const isName = field.items.some((item) => data.items[item][NAME].toLowerCase() === whole.toLowerCase());
    for (const words of isName ? [whole] : split(whole)) held.put(typed(field, words));
    input.value = "";
  };
  onEnter(input, add);
  row.append(input, button("Add", { "aria-label": `Add to ${field.key}` }, add));
  row.append(...picker((ids) => held.put(clicked(field, ids))));
  part.insertBefore(row, part.querySelector(".chips"));
  values(field, part, held.put);
  return { cell: () => { add(); return held.cell(); }, clear: () => { input.value = ""; held.clear(); } };
}

function onEnter(input, action) {
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    action();
  });
}

function pairs(field, id, part) {
  const row = made("div", undefined, { class: "row" });
  const isWhole = field.items.some((item) => / = /.test(data.items[item][TOML]));
  const input = made("input", undefined, {
    id, autocomplete: "off", placeholder: isWhole ? "who: what" : "who", ...suggestions(field, id, part),
  });
  const value = made("input", undefined, { autocomplete: "off", placeholder: "what", "aria-label": `${field.key}: what` });
  const held = chips(part, field, "table", false);
  const add = () => {
    const name = input.value.trim();
    if (!name) return;
    const whole = field.items.find((item) => data.items[item][NAME] === name);
    held.put(whole !== undefined && isWhole ? whole : pair(field, name, value.value.trim()));
    input.value = "";
    value.value = "";
  };
  onEnter(input, add);
  onEnter(value, add);
  row.append(input, ...isWhole ? [] : [value], button("Add", { "aria-label": `Add to ${field.key}` }, add));
  row.append(...picker((ids) => {
    const item = data.items[clicked(field, ids)];
    (input.value && !isWhole ? value : input).value = item[NAME];
  }));
  part.insertBefore(row, part.querySelector(".chips"));
  values(field, part, (item) => {
    if (isWhole) held.put(item);
    else if (field.inner === "list") value.value += `${value.value ? ", " : ""}${data.items[item][NAME]}`;
    else (input.value ? value : input).value = data.items[item][NAME];
  });
  return { cell: () => { add(); return held.cell(); }, clear: () => { input.value = ""; held.clear(); } };
}

function pair(field, name, value) {
  const [, before, after] = /^(.*?)\s*[:=]\s*(.*)$/.exec(name) || [0, name, value];
  const key = data.items[typed({ ...field, looks: "" }, before)];
  const id = key[IDS].find((one) => toml(one) === key[TOML]) ?? key[IDS][0] ?? before;
  const word = (one) => (/^-?\d+$/.test(one) && field.inner === "one" ? one : data.items[typed(anything, one)][TOML]);
  const written = field.inner === "list" ? `[${split(after).map(word).join(", ")}]` : word(after);
  const bare = /^[A-Za-z0-9_-]+$/.test(id) ? id : toml(id);
  return itemOf(`${bare} = ${written}`, `${key[NAME]}: ${after}`, [id, after]);
}

const anything = {
  looks: "",
  items: data.items.map((_, number) => number).filter((number) => /^"/.test(data.items[number][TOML])),
};

function lines(field, id, part) {
  const input = made("textarea", undefined, { id, rows: 3 });
  part.append(input);
  if (field.shape === "lists") {
    part.append(made("span", "A line for each list, its items between commas.", { class: "faint" }));
    values(field, part, (item) => {
      input.value += `${/(^|\n)$/.test(input.value) ? "" : ", "}${data.items[item][NAME]}`;
    });
  } else {
    part.append(made("span", "As in the file: { key = value, … }, a line for each.", { class: "faint" }));
  }
  const inner = (line) => `[${split(line).map((words) => data.items[typed(field, words)][TOML]).join(", ")}]`;
  const item = (line) => (field.shape === "lists" ? itemOf(inner(line), line, split(line)) : itemOf(line, line, []));
  return {
    cell: () => {
      const all = input.value.split("\n").map((line) => line.trim()).filter(Boolean);
      return all.length ? [field.key, "list", all.map(item)] : null;
    },
    clear: () => { input.value = ""; },
  };
}

function composer(sort, isOpen) {
  const part = made("details", undefined, { class: "compose" });
  part.open = isOpen;
  part.append(made("summary", sort.offers ? "Put one together key by key" : "Put one together"));
  let controls = [];
  const said = made("span", "", { role: "status", class: "faint" });
  const fill = () => {
    if (controls.length || !part.open) return;
    controls = sort.fields.map((field) => control(sort, field));
    part.append(...controls.map((one) => one.part), button("Add this order", { class: "add" }, add), said);
  };
  const add = () => {
    stopPicking();
    const cells = controls.map((one) => one.cell());
    const lacking = controls.filter((one, n) => one.field.required && !cells[n]).map((one) => one.field.key);
    said.textContent = lacking.length ? ` It lacks: ${lacking.join(", ")}` : " It stands among your orders.";
    if (lacking.length) return;
    chosen.push({ kind: sort.kind, cells: cells.filter(Boolean), words: "", claims: [] });
    for (const one of controls) one.clear();
    changed();
    tell(`Ordered: ${wordsOf(chosen[chosen.length - 1])}`);
  };
  part.addEventListener("toggle", fill);
  fill();
  return part;
}
