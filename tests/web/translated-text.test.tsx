import { act, render } from "@testing-library/react";
import { useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { shareTextWithTranslators } from "../../web/lib/translated-text.ts";

let stop = () => {};
beforeEach(() => {
  stop = shareTextWithTranslators();
});
afterEach(() => stop());

/** The ways in which translators put their `<font>` where a text was. */
const WAYS: Record<string, (text: Text, font: HTMLElement) => void> = {
  "replaces the text": (text, font) => text.replaceWith(font),
  "adds beside the text and takes it out": (text, font) => {
    text.before(font);
    text.remove();
  },
  "wraps the text": (text, font) => {
    text.replaceWith(font);
    font.replaceChildren(text);
  },
};

function translate(root: Node, way: (text: Text, font: HTMLElement) => void): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest("font")) continue;
    const font = document.createElement("font");
    font.textContent = text.data;
    way(text, font);
  }
}

/** The shapes of markup in which React touches single text nodes. */
const SHAPES: Record<string, (n: number) => React.ReactNode> = {
  "a number beside text": (n) => <p>Held for {n} minutes</p>,
  "a text that comes and goes beside text": (n) => (
    <p>
      Price {n % 2 === 1 ? "was lower" : null} {n}
    </p>
  ),
  "an element that comes before a text": (n) => (
    <p>
      {n % 2 === 0 ? <b>Now</b> : null}
      {n}
    </p>
  ),
  "a text in place of an element": (n) => (
    <div>
      {n % 2 === 0 ? (
        "Empty"
      ) : (
        <ul>
          <li>{n}</li>
        </ul>
      )}
    </div>
  ),
  "a list whose texts move": (n) => <p>{n % 2 === 0 ? ["a", "b"] : ["b", "a", n]}</p>,
  "a text that goes with its parent": (n) => (n % 2 === 0 ? <p>Even {n}</p> : <div>Odd {n}</div>),
};

const cases = Object.keys(WAYS).flatMap((way) => Object.keys(SHAPES).map((shape) => [way, shape] as const));

describe("shareTextWithTranslators", () => {
  it.each(cases)("when a translator %s: %s", async (way, shape) => {
    let next = (_: number) => {};
    function Screen() {
      const [n, setN] = useState(0);
      next = setN;
      return SHAPES[shape]?.(n);
    }
    const shown = render(<Screen />).container;
    for (const n of [1, 2, 3]) {
      translate(shown, WAYS[way] ?? (() => {}));
      // Observers report after the task.
      await act(async () => {});
      await act(async () => next(n));
      expect(shown.textContent).toBe(renderToStaticMarkup(SHAPES[shape]?.(n)).replace(/<[^>]*>/g, ""));
    }
  });
});
