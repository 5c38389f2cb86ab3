/** Fills in a policy's document and renders it for the page (decision 0057). */
import Mustache from "mustache";
import type { PolicyPage } from "#contract/site/policies";
import { renderMarkdown } from "../../../adapters/markdown.ts";

/** A value is text, whatever it contains: every mark of Markdown is escaped. */
const escapeMarks = (value: unknown) =>
  String(value)
    .replace(/\s+/g, " ")
    .replace(/[!-/:-@[-`{-~]/g, "\\$&");

/**
 * Renders a document: title, date and summary, then chapters under `## Title {#anchor}`.
 * @param view values and conditions by name.
 * @param partials documents that this one takes in.
 */
export function renderPolicy(
  source: string,
  view: Readonly<Record<string, unknown>>,
  partials: Readonly<Record<string, string>>,
): PolicyPage {
  const [head = "", ...chapters] = Mustache.render(source, view, partials, { escape: escapeMarks }).split(/^## /m);
  const [, title = "", changed = "", summary = ""] = /^# ([^\n]+)\n\n([^\n]+)\n\n(.*)$/s.exec(head) ?? [];
  return {
    title,
    changed,
    summary: renderMarkdown(summary),
    chapters: chapters.map((chapter) => {
      const [, name = "", id = "", text = ""] = /^([^\n]+) \{#([a-z-]+)\}\n(.*)$/s.exec(chapter) ?? [];
      return { id, title: name.replace(/\\(.)/g, "$1"), html: renderMarkdown(text) };
    }),
  };
}
