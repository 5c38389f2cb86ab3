/** Emulated pages of the provider, starting with the 3-D Secure challenge. Without scripts. */
import type { Intent } from "./objects.ts";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

export function challengePage(intent: Intent, challengeId: string): Response {
  const dollars = `$${Math.floor(intent.amount / 100)}.${String(intent.amount % 100).padStart(2, "0")}`;
  const waiting = intent.status === "requires_action";
  const question = waiting
    ? `<p>Test bank: do you approve the payment of <strong>${escapeText(dollars)}</strong>?</p>
<form method="get" action="${escapeText(challengeId)}">
<button name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail">Fail</button>
</form>`
    : "<p>This payment has been answered already. You may close this page.</p>";
  return testPage("3-D Secure test", question);
}

/** Returns an HTML page that is marked as a test page. */
export function testPage(title: string, body: string): Response {
  const html = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title>
<style>body{font-family:system-ui,sans-serif;max-width:26rem;margin:15vh auto;padding:0 1rem;line-height:1.5}
button{font:inherit;padding:.7rem 1.4rem;margin-right:.6rem;min-height:44px}</style></head>
<body><main><h1>${title}</h1><p>Test payments. No money moves.</p>${body}</main></body></html>`;
  return new Response(html, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/**
 * Redirects back to the shop like Stripe. Only to a page of the same site, because the address came from the browser.
 */
export function challengeDone(request: Request, intent: Intent, returnUrl: string | null): Response {
  const own = new URL(request.url);
  let target: URL | null = null;
  try {
    target = returnUrl === null ? null : new URL(returnUrl, own.origin);
  } catch {}
  if (!target || target.origin !== own.origin) {
    return new Response("Thank you. You may close this page.", {
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  target.searchParams.set("payment_intent", intent.id);
  target.searchParams.set("payment_intent_client_secret", intent.client_secret);
  target.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return new Response(null, { status: 303, headers: { Location: target.toString(), "Cache-Control": "no-store" } });
}
