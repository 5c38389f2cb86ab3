import { escapeHtml } from "#domain/escape-html";
import { operatorLine } from "#domain/site/operator";
import { DEFAULT_SITE_NAME, type SiteSettings } from "#domain/site/site-settings";
import type { Email } from "./emails.ts";

/**
 * Ends an email with the site's name and its operator (D92), and names the site as staff have called it. Templates are
 * written without settings, so this happens when an email is sent.
 */
export function withSiteFoot(email: Email, { site_name, operator }: SiteSettings, contact: string): Email {
  const named = (words: string, name = site_name) => words.replaceAll(DEFAULT_SITE_NAME, () => name);
  const subject = named(email.subject);
  if (operator.legal_name === "")
    return { subject, text: named(email.text), html: named(email.html, escapeHtml(site_name)) };
  const foot = [site_name, operatorLine(operator, site_name), contact].filter(Boolean);
  const html = `<p dir="auto" style="font-size:13px">${foot.map(escapeHtml).join("<br>")}</p>`;
  // The foot begins with the name that most templates end with.
  const name = escapeHtml(site_name);
  const body = [`<p dir="auto">${name}</p>`, `<p>${name}</p>`].reduce(
    (whole, last) => whole.replace(`${last}\n</body>`, "</body>"),
    named(email.html, name),
  );
  const text = named(email.text).replace(/\n+$/, "");
  const words = text.endsWith(`\n\n${site_name}`) ? text.slice(0, -site_name.length - 2) : text;
  return {
    subject,
    text: `${words}\n\n${foot.join("\n")}`,
    html: body.includes("</body>") ? body.replace("</body>", () => `${html}</body>`) : body + html,
  };
}
