import { DAY_MS } from "#domain/deadlines";
import { pick } from "#domain/pick";
import { STATUS_ACCOUNTS } from "./account-status.ts";
import { DEMO_SELLERS } from "./catalogue.ts";
import { DEMO_ACCOUNTS, type DemoPerson, type DemoUser } from "./people.ts";
import { demoId, type Tables } from "./rows.ts";
import { demoWallets } from "./wallets.ts";

interface DemoAccounts {
  rows: Tables;
  /** The account seller@demo.local, then those of DEMO_SELLERS. */
  sellers: DemoUser[];
  user: (email: string) => DemoUser;
}

/** Accounts with their profiles. All have the same password. */
export function demoAccounts(now: number, passwordHash: string): DemoAccounts {
  const home = DEMO_SELLERS[0] as DemoPerson;
  const sellers = DEMO_SELLERS.map((seller, index) => ({
    ...seller,
    email: `${seller.name.toLowerCase().replace(/[^a-z]+/g, ".")}@demo.local`,
    role: "user",
    since: now - (60 + index * 23) * DAY_MS,
    flags: {},
  }));
  const people = [
    ...DEMO_ACCOUNTS.map((account) => ({ ...home, ...account, since: now - 200 * DAY_MS, flags: {} })),
    ...sellers,
    ...STATUS_ACCOUNTS.map((account) => ({
      ...home,
      ...account,
      since: now - 120 * DAY_MS,
      flags: account.flags(now),
    })),
  ].map((person, index) => ({
    ...person,
    id: demoId("acc", person.email),
    cash: person.email === "seller@demo.local" || index % 3 === 0,
  }));

  const byEmail = new Map<string, DemoUser>(people.map((person) => [person.email, person]));
  const user = (email: string): DemoUser => {
    const found = byEmail.get(email);
    if (!found) throw new Error(`No demo account ${email}.`);
    return found;
  };
  return {
    rows: {
      accounts: people.map(({ id, email, since }) => ({
        id,
        email,
        email_verified: 1,
        password_hash: passwordHash,
        created_at: since,
      })),
      profiles: people.map((person, index) => ({
        ...pick(person, "id", "email", "role", "city", "suburb", "postcode"),
        full_name: person.name,
        account_type: person.email === "buyer@demo.local" ? "individual" : "seller",
        state_region: person.state,
        phone: `04${String(90_000_000 + index * 1_117).padStart(8, "0")}`,
        collection_address: streetAddress(person),
        accepted_payment_methods: JSON.stringify([
          "bank_transfer",
          "stripe",
          "crypto",
          ...(person.cash ? ["cash"] : []),
        ]),
        bank_details: JSON.stringify({
          account_name: person.name,
          bsb: "062-000",
          account_number: String(10_000_000 + index * 7_919),
        }),
        crypto_wallet_addresses: JSON.stringify(demoWallets(index)),
        created_at: person.since,
        updated_at: person.since,
        ...person.flags,
      })),
      // Every second person has confirmed the number of their profile.
      confirmed_phones: people
        .map((person, index) => ({
          account_id: person.id,
          number: `+614${String(90_000_000 + index * 1_117).padStart(8, "0")}`,
          confirmed_at: person.since,
        }))
        .filter((_, index) => index % 2 === 0),
      // Ad credit for the sellers only: the named accounts start without, so that topping up can be tried.
      balance_transactions: sellers.map(({ email, since }) => ({
        id: demoId("blt", email),
        user_id: demoId("acc", email),
        amount_cents: 2_500,
        description: "Welcome credit",
        type: "adjustment",
        ref: `demo-credit:${email}`,
        created_at: since,
      })),
    },
    sellers: ["seller@demo.local", ...sellers.map(({ email }) => email)].map(user),
    user,
  };
}

export function streetAddress({ street, suburb, state, postcode }: DemoPerson): string {
  return `${street}, ${suburb} ${state} ${postcode}`;
}
