/** Links to the provider's onboarding, and the emulated pages behind them. Without scripts. */
import type Stripe from "stripe";
import { EMULATOR_PATH } from "#domain/payments/stripe-emulator";
import { noAccess, submitAccount } from "./accounts.ts";
import { escapeText, testPage } from "./challenge-page.ts";
import type { OnboardingLink } from "./objects.ts";
import { type EmulatorStore, makeObjectId } from "./store.ts";
import { type Answer, invalid, missing, ok, type Params, textParam } from "./wire.ts";

/** Lifetime of a link, as at Stripe. */
const LINK_SECONDS = 5 * 60;

export function newLink(
  store: EmulatorStore,
  account: string,
  return_url: string,
  refresh_url: string,
): OnboardingLink {
  const link: OnboardingLink = {
    id: makeObjectId("alk"),
    object: "onboarding_link",
    account,
    expires_at: store.seconds() + LINK_SECONDS,
    return_url,
    refresh_url,
  };
  store.put(link);
  return link;
}

export const linkAddress = ({ id }: OnboardingLink) => `${EMULATOR_PATH}/onboarding/${id}`;

export function createAccountLink(store: EmulatorStore, params: Params): Answer {
  const id = textParam(params, "account") ?? "";
  const account = store.get("connected_account", id);
  if (!account) return missing("account", id, "account");
  if (account.closed || account.rejected) return noAccess(id);
  if (textParam(params, "type") !== "account_onboarding") return invalid("Invalid type", undefined, "type");
  const returnUrl = textParam(params, "return_url");
  const refreshUrl = textParam(params, "refresh_url");
  if (returnUrl === null || refreshUrl === null) {
    return invalid("You must provide return_url and refresh_url.", "parameter_missing", "return_url");
  }
  const link = newLink(store, id, returnUrl, refreshUrl);
  const shown: Stripe.AccountLink = {
    object: "account_link",
    created: store.seconds(),
    expires_at: link.expires_at,
    url: linkAddress(link),
  };
  return ok(shown);
}

/**
 * Serves the page of a link: completes the onboarding, or leaves it unfinished. An expired link redirects to be
 * renewed.
 */
export function answerOnboarding(store: EmulatorStore, request: Request, linkId: string): Response {
  const link = store.get("onboarding_link", linkId);
  const account = link && store.get("connected_account", link.account);
  if (!link || !account) return new Response(null, { status: 404 });
  if (link.expires_at < store.seconds()) return goTo(request, link.refresh_url);
  const outcome = new URL(request.url).searchParams.get("outcome");
  if (outcome === "later") return goTo(request, link.return_url);
  if (outcome === "complete") {
    submitAccount(store, account);
    return goTo(request, link.return_url);
  }
  return testPage(
    "Payouts test",
    `<p>Test provider: here a seller gives their identity and bank account${
      account.email === null ? "" : ` (${escapeText(account.email)})`
    }.</p>
<form method="get" action="${escapeText(linkId)}">
<button name="outcome" value="complete">Give everything</button>
<button name="outcome" value="later">Finish later</button>
</form>`,
  );
}

/** Redirects, only to a page of the same site. */
function goTo(request: Request, address: string): Response {
  const own = new URL(request.url);
  let target: URL | null = null;
  try {
    target = new URL(address, own.origin);
  } catch {}
  if (!target || target.origin !== own.origin) return new Response(null, { status: 404 });
  return new Response(null, { status: 303, headers: { Location: target.toString(), "Cache-Control": "no-store" } });
}
