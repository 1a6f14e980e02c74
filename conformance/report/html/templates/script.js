"use strict";
(() => {
  const form = document.getElementById("filter");
  const shown = document.getElementById("shown");
  const rows = [...document.querySelectorAll("[data-outcome]")].map((element) => ({ element, words: element.dataset.text.toLowerCase() }));

  const state = () => {
    const data = new FormData(form);
    return { outcome: data.getAll("outcome"), level: data.getAll("level"), section: data.get("section"), q: data.get("q").trim() };
  };

  const address = ({ outcome, level, section, q }) => {
    const words = new URLSearchParams();
    if (outcome.length) words.set("outcome", outcome.join(","));
    if (level.length) words.set("level", level.join(","));
    if (section) words.set("section", section);
    if (q) words.set("q", q);
    const text = words.toString();
    return text ? `#?${text}` : "";
  };

  const apply = () => {
    const wanted = state();
    const needles = wanted.q.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { element, words } of rows) {
      const { outcome, level, section } = element.dataset;
      const fits =
        (!wanted.outcome.length || wanted.outcome.includes(outcome)) &&
        (!wanted.level.length || wanted.level.includes(level)) &&
        (!wanted.section || wanted.section === section) &&
        needles.every((needle) => words.includes(needle));
      element.hidden = !fits;
      if (fits && element.tagName === "TR") count += 1;
    }
    for (const group of document.querySelectorAll(".group")) {
      group.hidden = !group.querySelector("article:not([hidden]), tr[data-outcome]:not([hidden])");
    }
    const all = rows.filter(({ element }) => element.tagName === "TR").length;
    shown.textContent = `${count} of ${all} ${shown.dataset.rows} shown`;
  };

  const read = () => {
    const words = new URLSearchParams(location.hash.startsWith("#?") ? location.hash.slice(2) : "");
    const list = (name) => (words.get(name) || "").split(",");
    for (const box of form.querySelectorAll("input[type=checkbox]")) box.checked = list(box.name).includes(box.value);
    form.elements.section.value = words.get("section") || "";
    if (form.elements.section.selectedIndex < 0) form.elements.section.value = "";
    form.elements.q.value = words.get("q") || "";
    apply();
  };

  const named = () => {
    try {
      return location.hash.startsWith("#?") ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return null; // no address of ours
    }
  };

  const reveal = () => {
    const target = named();
    const details = target && target.querySelector(":scope > details");
    if (details) details.open = true;
    return target;
  };

  if (form) {
    const write = () => {
      history.replaceState(null, "", address(state()) || "#");
      apply();
    };
    form.hidden = shown.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", write);
    form.addEventListener("reset", () => setTimeout(write));
    addEventListener("hashchange", () => {
      if (location.hash.startsWith("#?")) {
        read();
        document.getElementById("show").scrollIntoView();
        return;
      }
      const target = reveal();
      if (target && target.closest("[hidden]")) {
        read(); // there are no filters in this address
        target.scrollIntoView();
      }
    });
    read();
    reveal();
  }

  const centre = (area) => { area.scrollLeft = (area.scrollWidth - area.clientWidth) / 2; };
  for (const lanes of document.querySelectorAll("svg.lanes")) {
    centre(lanes.parentElement);
    const details = lanes.closest("details");
    if (details) details.addEventListener("toggle", () => centre(lanes.parentElement), { once: true });
  }

  const copied = (button, done) => {
    button.textContent = done ? "copied" : "not copied";
    setTimeout(() => { button.textContent = "copy"; }, 1500);
  };
  const by_hand = (text) => {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  };
  for (const button of document.querySelectorAll("button.copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const text = button.dataset.copy;
      try {
        await navigator.clipboard.writeText(text);
        copied(button, true);
      } catch {
        copied(button, by_hand(text));
        button.focus();
      }
    });
  }

  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("article > details:not([open])")) {
      details.open = true;
      details.dataset.printed = "";
    }
  });
  addEventListener("afterprint", () => {
    for (const details of document.querySelectorAll("details[data-printed]")) {
      details.open = false;
      delete details.dataset.printed;
    }
  });
})();
