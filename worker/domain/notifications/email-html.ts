/** The HTML around an email's own words: one document for every email, in which addresses are links. */

import { escapeHtml } from "../escape-html.ts";

const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,:;!?)]/g;

/** Escapes a line, and makes its addresses links: not every email program does so itself. */
export function linked(line: string): string {
  let html = "";
  let at = 0;
  for (const { 0: address, index } of line.matchAll(ADDRESS)) {
    html += `${escapeHtml(line.slice(at, index))}<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
    at = index + address.length;
  }
  return html + escapeHtml(line.slice(at));
}

/**
 * Returns the document of an email. A token makes an address hundreds of characters long, so words may break anywhere.
 * Programs with a dark theme keep their own colours.
 */
export function emailDocument(subject: string, body: readonly string[]): string {
  return [
    `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family:sans-serif;line-height:1.5;max-width:560px;overflow-wrap:anywhere;word-break:break-word">',
    ...body,
    "</body></html>",
  ].join("\n");
}
