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

// A control for a key: `{ part, cell(isAsked), clear() }`; asked, it leaves what is typed where it is.
// `first` is what stands there in a legal order, `who` gives those who are chosen in this one.
function control(field, changed_, first = [], who = () => []) {
  fieldCount += 1;
  const id = `field-${fieldCount}`;
  const part = made("div", undefined, { class: "field", "data-key": field.key });
  const many = { list: "one or several", table: "for each by name" }[field.shape];
  const said = [many, field.words].filter(Boolean).join("; ");
  part.append(made("label", field.title, { for: id }), ...(said ? [made("span", said, { class: "faint" })] : []));
  const made_ = { one: oneValue, list: manyValues, table: pairs, lists: lines, raw: records }[field.shape](field, id, part, changed_, field.shape === "table" ? who : first);
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

const usualOf = (field) => (field.usual === null ? "nothing" : data.items[field.usual][NAME]);

function oneValue(field, id, part, changed_) {
  if (field.closed) {
    const choice = made("select", undefined, { id });
    choice.append(made("option", field.required ? "choose" : usualOf(field), { value: "" }));
    choice.append(...field.items.map((item) => made("option", data.items[item][NAME], { value: item })));
    part.append(choice);
    return {
      cell: () => (choice.value === "" ? null : [field.key, "one", [Number(choice.value)]]),
      clear: () => { choice.value = ""; },
    };
  }
  const row = made("div", undefined, { class: "row" });
  const isNumber = /number/.test(field.looks);
  const input = made("input", undefined, {
    id, autocomplete: "off", placeholder: field.required ? "" : usualOf(field), ...isNumber ? { inputmode: "numeric" } : {}, ...suggestions(field, id, part),
  });
  const take = (ids) => {
    input.value = data.items[clicked(field, ids)][NAME];
    stopPicking();
    changed_();
  };
  row.append(input, ...(isNumber || !field.items.length ? [] : picker(take)));
  part.append(row);
  values(field, part, (item) => { input.value = data.items[item][NAME]; changed_(); });
  const nothing = button("nothing", { "aria-pressed": "false", "aria-label": `${field.title}: nothing` }, () => {
    leave(!isLeft());
    changed_();
  });
  const isLeft = () => nothing.getAttribute("aria-pressed") === "true";
  const leave = (isSo) => { input.value = ""; nothing.setAttribute("aria-pressed", isSo); };
  input.addEventListener("input", () => nothing.setAttribute("aria-pressed", "false"));
  if (field.blank) row.append(nothing);
  const held = () => (input.value.trim() ? typed(field, input.value.trim()) : isLeft() ? itemOf('""', "nothing", []) : null);
  return {
    cell: () => (held() === null ? null : [field.key, "one", [held()]]),
    clear: () => leave(false),
  };
}

function chips(part, field, shape, isWay, changed_) {
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
    changed_();
  };
  return {
    put: (item) => { items.push(item); refresh(); },
    cell: () => (items.length ? [field.key, shape, [...items]] : null),
    clear: () => { if (items.length) { items = []; refresh(); } },
  };
}

function manyValues(field, id, part, changed_) {
  const row = made("div", undefined, { class: "row" });
  const input = made("input", undefined, { id, autocomplete: "off", ...suggestions(field, id, part) });
  const held = chips(part, field, "list", true, changed_);
  const add = () => {
    const whole = input.value.trim();
    const isName = field.items.some((item) => data.items[item][NAME].toLowerCase() === whole.toLowerCase());
    for (const words of isName ? [whole] : split(whole)) held.put(typed(field, words));
    input.value = "";
  };
  onEnter(input, add);
  row.append(input, button("Add", { "aria-label": `Add to ${field.title}` }, add));
  row.append(...picker((ids) => held.put(clicked(field, ids))));
  part.insertBefore(row, part.querySelector(".chips"));
  values(field, part, held.put);
  return { cell: (isAsked) => { if (!isAsked) add(); return held.cell(); }, clear: () => { input.value = ""; held.clear(); } };
}

function onEnter(input, action) {
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    action();
  });
}

// Pairs of a table: whoever is chosen in the order, and what is known to fit, are clicked.
function pairs(field, id, part, changed_, who) {
  const people = made("div", undefined, { class: "options who" });
  part.append(people);
  const row = made("div", undefined, { class: "row" });
  const isWhole = field.items.some((item) => / = /.test(data.items[item][TOML]));
  const input = made("input", undefined, {
    id, autocomplete: "off", placeholder: isWhole ? "who: what" : "who", ...suggestions(field, id, part),
  });
  const value = made("input", undefined, { autocomplete: "off", placeholder: "what", "aria-label": `${field.title}: what` });
  const held = chips(part, field, "table", false, changed_);
  const add = () => {
    const name = input.value.trim();
    if (!name) return;
    const whole = field.items.find((item) => data.items[item][NAME] === name);
    held.put(whole !== undefined && isWhole ? whole : pair(field, name, value.value.trim()));
    input.value = "";
    value.value = "";
  };
  const put = (into, name) => {
    into.value = name;
    if (who().length && input.value.trim() && value.value.trim()) add();
  };
  onEnter(input, add);
  onEnter(value, add);
  row.append(input, ...isWhole ? [] : [value], button("Add", { "aria-label": `Add to ${field.title}` }, add));
  row.append(...picker((ids) => put(input.value && !isWhole ? value : input, data.items[clicked(field, ids)][NAME])));
  part.insertBefore(row, part.querySelector(".chips"));
  values(field, part, (item) => {
    const name = data.items[item][NAME];
    if (isWhole) held.put(item);
    else if (field.inner === "list") value.value += `${value.value ? ", " : ""}${name}`;
    else put(input.value || who().length ? value : input, name);
  });
  const refresh = () => {
    const names = isWhole ? [] : who().map((item) => data.items[item][NAME]);
    if (names.join() === [...people.children].map((one) => one.textContent).join()) return;
    people.replaceChildren(...names.map((name) => button(name, {}, () => put(input, name))));
  };
  return {
    cell: (isAsked) => { if (!isAsked) add(); return held.cell(); },
    clear: () => { input.value = ""; value.value = ""; held.clear(); },
    refresh,
  };
}

function pair(field, name, value) {
  const [, before, after] = /^(.*?)\s*[:=]\s*(.*)$/.exec(name) || [0, name, value];
  const all = { looks: "", items: [...field.items, ...anything.items] };
  const key = data.items[typed(all, before)];
  const id = key[IDS].find((one) => toml(one) === key[TOML]) ?? key[IDS][0] ?? before;
  const word = (one) => (/^-?\d+$/.test(one) && field.inner === "one" ? one : data.items[typed(all, one)][TOML]);
  const written = field.inner === "list" ? `[${split(after).map(word).join(", ")}]` : word(after);
  const bare = /^[A-Za-z0-9_-]+$/.test(id) ? id : toml(id);
  return itemOf(`${bare} = ${written}`, `${key[NAME]}: ${after}`, [id, after]);
}

const anything = {
  looks: "",
  items: data.items.map((_, number) => number).filter((number) => /^"/.test(data.items[number][TOML])),
};

// Lists in a list, such as groups: a line for each; `first` is a division that is legal.
function lines(field, id, part, changed_, first) {
  const input = made("textarea", undefined, { id, rows: 4 });
  const usual = first.map((item) => data.items[item][IDS].join(", ")).join("\n");
  input.value = usual;
  part.append(input, made("span", "A line for each, its items between commas.", { class: "faint" }));
  values(field, part, (item) => {
    input.value += `${/(^|\n)$/.test(input.value) ? "" : ", "}${data.items[item][NAME]}`;
  });
  const inner = (line) => `[${split(line).map((words) => data.items[typed(field, words)][TOML]).join(", ")}]`;
  return {
    cell: () => {
      const all = input.value.split("\n").map((line) => line.trim()).filter(Boolean);
      return all.length ? [field.key, "list", all.map((line) => itemOf(inner(line), line, split(line)))] : null;
    },
    clear: () => { input.value = usual; },
  };
}

// Records in a list, such as the clauses of a policy: each is filled by keys of its own.
function records(field, id, part, changed_) {
  const held = chips(part, field, "list", false, changed_);
  const inner = made("fieldset", undefined, { id, class: "record" });
  inner.append(made("legend", "One more"));
  const controls = field.fields.map((one) => control(one, () => {}));
  const put = () => {
    const cells = controls.map((one) => one.cell()).filter(Boolean);
    const words = cells.map((cell) => lineOf(cell)).join(", ");
    const told = cells.map(([key, , items]) => `${field.fields.find((one) => one.key === key).title}: ${namesOf(items)}`).join("; ");
    held.put(itemOf(`{ ${words} }`, told || "as usual", []));
    for (const one of controls) one.clear();
  };
  inner.append(...controls.map((one) => one.part), button("Put it to the list", {}, put));
  part.append(inner);
  return { cell: held.cell, clear: held.clear };
}
