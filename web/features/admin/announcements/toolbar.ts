/** Toolbar actions of the editor: what a press does to the Markdown text and its selection. */

export interface Selection {
  text: string;
  start: number;
  end: number;
}

export type Mark = "bold" | "italic" | "heading" | "bullets" | "numbers" | "quote" | "link";

const AROUND = { bold: "**", italic: "*" } as const;
const PREFIX = { heading: "# ", bullets: "- ", quote: "> " } as const;
const LINK_START = "https://";

/** Applies a toolbar mark to the text and returns the new text and selection. */
export function applyMark(selection: Selection, mark: Mark): Selection {
  switch (mark) {
    case "bold":
    case "italic":
      return around(selection, AROUND[mark], mark === "bold" ? "bold text" : "italic text");
    case "link":
      return link(selection);
    case "numbers":
      return lines(selection, /^\d+\. /, (index) => `${index + 1}. `);
    default:
      return lines(selection, new RegExp(`^${PREFIX[mark]}`), () => PREFIX[mark]);
  }
}

/** Puts the mark around the selection, or removes it if it is there. */
function around({ text, start, end }: Selection, mark: string, sample: string): Selection {
  const { length } = mark;
  const chosen = text.slice(start, end);
  // Markdown does not recognise asterisks next to a space inside them.
  const inner = chosen.trim();
  const from = inner === "" ? start : start + chosen.indexOf(inner);
  const to = from + inner.length;
  const single = mark === "*" && (text.slice(from - 2, from) === "**" || text.slice(to, to + 2) === "**");
  if (inner !== "" && !single && text.slice(from - length, from) === mark && text.slice(to, to + length) === mark) {
    const without = text.slice(0, from - length) + inner + text.slice(to + length);
    return { text: without, start: from - length, end: to - length };
  }
  const inside = inner || sample;
  return {
    text: text.slice(0, from) + mark + inside + mark + text.slice(to),
    start: from + length,
    end: from + length + inside.length,
  };
}

/** Marks every line of the selection, or removes the mark if all lines have it. */
function lines({ text, start, end }: Selection, has: RegExp, prefix: (index: number) => string): Selection {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", Math.max(end - 1, start));
  const to = next === -1 ? text.length : next;
  const chosen = text.slice(from, to).split("\n");
  const marked = chosen.every((line) => has.test(line));
  const block = chosen.map((line, index) => (marked ? line.replace(has, "") : prefix(index) + line)).join("\n");
  // In Markdown a list must start a new paragraph.
  const gap = marked || from === 0 || text.slice(from - 2, from) === "\n\n" || text[from - 2] === undefined ? "" : "\n";
  return {
    text: text.slice(0, from) + gap + block + text.slice(to),
    start: from + gap.length,
    end: from + gap.length + block.length,
  };
}

/** Inserts a link and selects its placeholder URL, ready to be typed over. */
function link({ text, start, end }: Selection): Selection {
  const inner = text.slice(start, end).trim() || "link text";
  const at = start + inner.length + 3;
  return {
    text: `${text.slice(0, start)}[${inner}](${LINK_START})${text.slice(end)}`,
    start: at,
    end: at + LINK_START.length,
  };
}
