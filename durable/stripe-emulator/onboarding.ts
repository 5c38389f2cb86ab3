/** Connected accounts: the link to the provider's own pages, and those pages in their emulated form. No script. */
import { EMULATOR_PATH } from "#domain/stripe-emulator";
import { escapeText, testPage } from "./challenge-page.ts";
import type { Account } from "./money-out.ts";
import { type EmulatorStore, makeObjectId, type StoredObject } from "./store.ts";
import { type Answer, invalid, missing, type Params, textParam } from "./wire.ts";

/** As short-lived as Stripe's. */
const LINK_SECONDS = 5 * 60;

interface AccountLink extends StoredObject {
  object: "account_link";
  account: string;
  expires_at: number;
  return_url: string;
  refresh_url: string;
}

export function createAccountLink(store: EmulatorStore, params: Params): Answer {
  const id = textParam(params, "account") ?? "";
  if (!store.get<Account>("account", id)) return missing("account", id);
  if (textParam(params, "type") !== "account_onboarding") return invalid("Invalid type", undefined, "type");
  const returnUrl = textParam(params, "return_url");
  const refreshUrl = textParam(params, "refresh_url");
  if (returnUrl === null || refreshUrl === null) {
    return invalid("You must provide return_url and refresh_url.", "parameter_missing", "return_url");
  }
  const created = store.seconds();
  const link: AccountLink = {
    id: makeObjectId("alk"),
    object: "account_link",
    created,
    account: id,
    expires_at: created + LINK_SECONDS,
    return_url: returnUrl,
    refresh_url: refreshUrl,
  };
  store.put(link);
  const url = `${EMULATOR_PATH}/onboarding/${link.id}`;
  return { status: 200, body: { object: "account_link", created, expires_at: link.expires_at, url } };
}

/** The page behind a link: gives everything the provider wants, or goes back without. An old link is sent to be renewed. */
export function answerOnboarding(store: EmulatorStore, request: Request, linkId: string): Response {
  const link = store.get<AccountLink>("account_link", linkId);
  const account = link && store.get<Account>("account", link.account);
  if (!link || !account) return new Response(null, { status: 404 });
  if (link.expires_at < store.seconds()) return goTo(request, link.refresh_url);
  const outcome = new URL(request.url).searchParams.get("outcome");
  if (outcome === "later") return goTo(request, link.return_url);
  if (outcome === "complete") {
    if (!account.payouts_enabled) {
      const ready: Account = { ...account, charges_enabled: true, payouts_enabled: true, details_submitted: true };
      store.put(ready);
      store.emit("account.updated", ready);
    }
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

/** Only to a page of the same site. */
function goTo(request: Request, address: string): Response {
  const own = new URL(request.url);
  let target: URL | null = null;
  try {
    target = new URL(address, own.origin);
  } catch {}
  if (!target || target.origin !== own.origin) return new Response(null, { status: 404 });
  return new Response(null, { status: 303, headers: { Location: target.toString(), "Cache-Control": "no-store" } });
}
