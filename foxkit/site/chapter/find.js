// Words of a reader, looked up in the headings, findings and figures of all pages.
{
  const PAGES = /* PAGES */ [], VERDICTS = /* VERDICTS */ [];
  const MOST = 12; // results that are shown
  const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/×/g, "x").replace(/(\d)x(?=\d)/g, "$1 x ");
  const parts = (text) => plain(text).match(/[a-z0-9]+(\.\d+)*/g) ?? [];
  const COMMON = new Set("a about an and at by do does for how i in is it of on or the to what which who with".split(" "));

  // One entry for each heading, sentence and figure, with where it leads.
  const entries = PAGES.flatMap(([page, chapter, sections]) => sections.flatMap(([heading, ...found], n) => {
    const name = encodeURIComponent(page); // of a file that may be called anything
    const to = n ? `${name}#${encodeURIComponent(heading.replaceAll(" ", "-"))}` : name;
    return [heading, ...found].map((words, i) => ({ to, words, chapter, heading, weight: (i ? 1 : n ? 1.5 : 2.5) * (/^(\d|index)/.test(page) ? 1 : 0.8), // chapters before studies and texts
      own: parts(words), all: parts(`${words} ${heading} ${chapter} ${n || i ? "" : page}`) }));
  }));
  for (const [row, words] of VERDICTS)
    entries.push({ to: `09_ledger.html#${row}`, words, chapter: "The ledger", heading: words, weight: 0.8,
      own: parts(words), all: parts(`${words} ledger verdict`) });
  const ALSO = { speed: "fast", quick: "fast", claims: "verdict", results: "verdict", paper: "report", download: "csv", install: "run" };
  const begins = (each, word) => /^\d/.test(word) ? each === word
    : each.startsWith(word) || each === word.replace(/s$/, "") || (word.length > 4 && each.length > 3 && word.startsWith(each));
  const among = (all, word) => all.some((each) => begins(each, word) || (ALSO[word] && begins(each, ALSO[word])));
  const has = (entry, word) => among(entry.all, word);
  const rarity = new Map();
  const rare = (word) => {
    if (!rarity.has(word)) rarity.set(word, Math.log(entries.length / (1 + entries.filter((entry) => has(entry, word)).length)));
    return rarity.get(word);
  };

  /** The entries that have most of the words, the rare ones first; one for each section. */
  const find = (text) => {
    const words = [...new Set(parts(text))].filter((word, n, all) => all.length < 2 || !COMMON.has(word));
    const scored = entries.map((entry) => {
      const there = words.filter((word) => has(entry, word));
      return [there.length === words.length ? 5 : 0, there.reduce((sum, word) => sum + rare(word) * (among(entry.own, word) ? 1 : 0.7), 0) * entry.weight, entry];
    });
    const best = scored.filter(([, score]) => score > 0).sort((a, b) => b[0] + b[1] - a[0] - a[1]);
    const first = new Map();
    for (const [, , entry] of best) if (!first.has(entry.to)) first.set(entry.to, entry);
    return [...first.values()].slice(0, MOST);
  };

  window.foxkitFind = (list, said, text) => {
    const found = text.trim() ? find(text) : [];
    list.replaceChildren(...found.map(({ to, words, chapter, heading }) => {
      const link = document.createElement("a"), item = document.createElement("li"), where = document.createElement("span");
      link.href = to;
      link.textContent = words;
      where.textContent = words === heading ? chapter : `${chapter} › ${heading}`;
      item.append(link, where);
      return item;
    }));
    said.textContent = text.trim() && !found.length ? "Nothing is called so: try another word." : "";
  };
}
