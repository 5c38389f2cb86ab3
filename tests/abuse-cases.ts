/**
 * The abuse cases A01–A112 of the threat model (OWASP API Top 10, ASVS 5.0, OAT): what somebody may try, and the
 * tests that fail if it works. `tests/unit/abuse-cases.test.ts` sees to it that no row is missing and every named test
 * exists. A row that differs from what the model proposes says how, and by which decision; one without a test says why.
 */

/** A file below `tests/`, and the whole title of a test in it. */
export type Proof = readonly [file: string, test: string];

export interface AbuseCase {
  id: string;
  refused: string;
  proofs: readonly Proof[];
  /** Where ours is meant to be otherwise. */
  differs?: string;
  /** Why there is no test. */
  untested?: string;
}

const row = (id: string, refused: string, proofs: readonly Proof[], differs?: string): AbuseCase =>
  differs === undefined ? { id, refused, proofs } : { id, refused, proofs, differs };

export const ABUSE_CASES: readonly AbuseCase[] = [
  // Identity and object access
  row(
    "A01",
    "Somebody else's order, cart, offer, conversation, message, trade, confirmation, ledger, wish list or request for help, by its id",
    [
      ["workerd/access.test.ts", "lets in whom the table lets in, and nobody else"],
      ["workerd/orders.test.ts", "order answers every verb exactly as one that does not exist, and nothing changes"],
      ["workerd/orders.test.ts", "confirmation is not found, whatever seller id is claimed"],
      [
        "workerd/conversations.test.ts",
        "of two others is not there, on every verb, in the words of one that never was",
      ],
      [
        "workerd/trades.test.ts",
        "a stranger finds neither the trade nor its steps; each party is told what is the other's to do",
      ],
      ["workerd/wish-lists.test.ts", "of somebody else are not there"],
      [
        "workerd/negotiation.test.ts",
        "refuses an expired, a foreign, a changed and a used offer, each in its own way (A69)",
      ],
      ["workerd/purchases.test.ts", "belongs to its buyer: to everybody else it does not exist"],
      ["workerd/payments.test.ts", "of a stranger, of another method, or already paid has no intent"],
      ["workerd/payments.test.ts", "is shown to nobody else, page by page to its owner"],
      ["workerd/appeals.test.ts", "about somebody else's order is not found"],
    ],
  ),
  row(
    "A02",
    "Changing or deleting another seller's item, bundle, special offer, ad or request",
    [
      ["workerd/items-edit.test.ts", "cannot be changed or deleted, and nobody signed out can try"],
      [
        "workerd/own-bundles.test.ts",
        "is its seller's alone, and nobody's while it is being bought or once it is sold",
      ],
      ["workerd/special-offers.test.ts", "are nobody else's to read, change or delete"],
      ["workerd/promotions.test.ts", "is refused when it is over, and for everybody else's"],
      ["workerd/requests.test.ts", "is its author's alone"],
      ["workerd/access.test.ts", "lets in whom the table lets in, and nobody else"],
    ],
    "Bundles and special offers of others answer 404 instead of 403: their editor finds one's own only, and what does not belong to one is not confirmed.",
  ),
  row("A03", "An author, owner or buyer named in the body of a write", [
    ["workerd/abuse-identity.test.ts", "is refused on every route that reads a body"],
    ["workerd/items-hostile.test.ts", "refuses foreign authorship and anything it does not know"],
    ["workerd-long/money-forging.test.ts", "of %s is refused and changes no row; the true call then goes through"],
  ]),
  row("A04", "Creating something while signed out", [
    ["workerd/items-hostile.test.ts", "is taken from signed-in people only, and nobody is made up"],
    ["workerd/auth-security.test.ts", "answers the same words signed out on every guarded route"],
    ["workerd/access.test.ts", "lets in whom the table lets in, and nobody else"],
  ]),
  row("A05", "Confirming a payment under another seller's id", [
    ["workerd/orders.test.ts", "confirmation is not found, whatever seller id is claimed"],
  ]),
  row(
    "A06",
    "Haggling as another buyer or in another's conversation",
    [
      [
        "workerd/negotiation.test.ts",
        "has nothing to say about items without a minimum, one's own, sold ones, and none at all (A73)",
      ],
      [
        "workerd/negotiation.test.ts",
        "refuses an expired, a foreign, a changed and a used offer, each in its own way (A69)",
      ],
    ],
    "A buyer's id that is not the session's is refused with 403 instead of being ignored.",
  ),
  row("A07", "Proposing a trade in somebody else's name or to the wrong person", [
    ["workerd/trades.test.ts", "is made in one's own name to the owner of the thing, whatever the body claims (A07)"],
  ]),
  row("A08", "Offering items in a trade that are not one's own, not for sale, or the thing asked for", [
    [
      "workerd/trades.test.ts",
      "holds only one's own active things, never the thing asked for (A08); nothing is stored otherwise",
    ],
  ]),
  row(
    "A09",
    "Holding an item for somebody else or for longer",
    [
      [
        "workerd/room-live.test.ts",
        "holds only for the caller: another user's id, the seller, a visitor and the banned are refused",
      ],
      ["unit/availability.test.ts", "lasts exactly ten minutes at the price of its beginning, with a rising fence"],
    ],
    "`duration_minutes` is a field of the specified procedure: it is accepted and decides nothing (ARCHITECTURE, Contract).",
  ),
  row("A10", "Raising one's own role, balance, rating or standing through the profile", [
    ["workerd/profiles.test.ts", "changes no column outside the whitelist, whatever is sent under whatever name (A10)"],
    ["workerd/profiles.test.ts", "refuses a field that is not on the whitelist and saves nothing of what came with it"],
  ]),
  row("A11", "Signing up with a role in the metadata", [
    ["workerd/auth.test.ts", "gives an ordinary user's role whatever the metadata says (A11)"],
  ]),
  row("A12", "Pages and calls of staff as user, seller, or staff without a clean standing", [
    ["workerd/access.test.ts", "lets in whom the table lets in, and nobody else"],
    ["workerd/auth-security.test.ts", "takes staff powers away at once: lost role, ban or suspension (A12)"],
    [
      "workerd/review-foundation.test.ts",
      "tells staff whose own standing is not clean nothing about other people's (A12)",
    ],
    ["workerd/theme.test.ts", "is nobody else's to write"],
  ]),
  row("A13", "Staff raising their own role, or taking it from the last super admin", [
    ["workerd/people.test.ts", "is changed by a super admin alone, never one's own, with its entry in the log"],
    ["workerd/people.test.ts", "of the last super admin stays, even when two take it from each other at once"],
  ]),
  row("A14", "Harvesting people by a search for e-mail, phone or postcode", [
    ["workerd/people.test.ts", "is for staff alone, down to each person"],
    ["workerd/people.test.ts", "says nothing that is the person's own: phone, address, bank, wallets"],
  ]),
  row("A15", "Reading a seller's whole profile", [
    ["workerd/profiles.test.ts", "is exactly the public fields of D5, whoever asks"],
    ["workerd-long/canary.test.ts", "reach nobody but their owner, on every GET route, before any deal"],
  ]),
  row(
    "A16",
    "Carrying on while suspended or banned",
    [
      ["workerd/access.test.ts", "lets in whom the table lets in, and nobody else"],
      ["workerd/auth-security.test.ts", "refuses the suspended until the suspension ends, saying until when"],
      ["workerd/auth-security.test.ts", "refuses the banned, saying why, and still lets them sign in to read it"],
      [
        "workerd/orders.test.ts",
        "and paying stay open to a suspended buyer, because the alternative is a second strike",
      ],
      ["workerd/appeals.test.ts", "is open to the banned and the suspended"],
      ["workerd/people.test.ts", "ends every session of theirs at once, and nobody else's"],
      ["workerd/user-channel.test.ts", "ends with the session, and only that session's"],
    ],
    "Sockets stay open: they only carry what their reader may see anyway, and every write is a call of its own, refused at once. They end with the session.",
  ),
  row("A17", "Staff buying without penalty", [
    ["unit/strikes.test.ts", "exempts %s: recorded, never counted"],
    ["workerd/standing.test.ts", "%s: the order expires, the audit log knows, the record is clean"],
  ]),

  // Sessions and sign-in
  row("A18", "Finding out who has an account", [
    [
      "workerd/auth.test.ts",
      "says the same for a wrong password, an unknown address and an account without a password",
    ],
    [
      "workerd/auth.test.ts",
      "starts no session for an address that has an account, and tells its owner once a day at most",
    ],
    ["workerd/auth.test.ts", "answers 202 with the same words for an address nobody has, and writes to nobody"],
    ["workerd/auth-security.test.ts", "count an address nobody has exactly like one that exists"],
    [
      "workerd/email-change.test.ts",
      "that somebody has already is answered the same, and only its owner hears of it (A18)",
    ],
    ["unit/abuse-timing.test.ts", "takes as long for an address without an account as for a wrong password"],
  ]),
  row(
    "A19",
    "Guessing passwords",
    [
      [
        "workerd/auth-security.test.ts",
        "let ten guesses through and no more, from however many addresses, and a reset is the way out (A19)",
      ],
      [
        "workerd/abuse-sessions.test.ts",
        "lets twenty sign-ins a minute through, for however many accounts, and says when to come back",
      ],
    ],
    "20 a minute for each address instead of 50 in 15 minutes; the limit of ten for each account is as proposed.",
  ),
  row("A20", "Planting a session", [
    ["workerd/auth-security.test.ts", "gives the victim a fresh token and ends the planted session"],
    ["workerd/auth-security.test.ts", "never adopts a token the browser brings"],
    ["workerd/auth.test.ts", "sets the new password, confirms the address, ends every session and starts this one"],
  ]),
  row("A21", "A stolen cookie after signing out or setting a new password", [
    ["workerd/auth.test.ts", "ends the session on the server: neither cookie renews anything afterwards"],
    ["workerd/auth.test.ts", "sets the new password, confirms the address, ends every session and starts this one"],
    ["workerd/sessions.test.ts", "ends elsewhere: that device is signed out for its next write, and this one stays"],
  ]),
  row(
    "A22",
    "Reusing, guessing or redirecting a reset link",
    [
      [
        "workerd/auth.test.ts",
        "works once: 410 with the specified text for a used, superseded, expired or unknown link",
      ],
      ["workerd/auth-security.test.ts", "is never a password, a session token or a mailed token as it is"],
      [
        "workerd/abuse-sessions.test.ts",
        "leads to the configured address, whatever host the request claims, and hides its secret from every Referer",
      ],
    ],
    "Decision 0005: links live 30 minutes. The secret stands behind `#`, which no Referer and no log of a server ever carries.",
  ),
  row("A23", "A sign-in with Google that does not fit", [
    [
      "workerd/auth-google.test.ts",
      "a missing, foreign or tampered transaction cookie, or a token of another kind in its place",
    ],
    ["workerd/auth-google.test.ts", "a code used a second time, and one injected from another visit (PKCE)"],
    ["workerd/auth-google.test.ts", "a wrong or missing state, and a refusal at the provider"],
    ["workerd/auth-google.test.ts", "a transaction older than ten minutes"],
    ["workerd/auth-google.test.ts", "%s"],
  ]),
  row("A24", "An account made beforehand on somebody else's address", [
    [
      "workerd/auth-google.test.ts",
      "loses its password, sessions, open channels, links and payment details before the owner comes in",
    ],
    [
      "workerd/auth.test.ts",
      "removes what a stranger may have planted when the address was never confirmed, and nothing otherwise",
    ],
    [
      "workerd/email-change.test.ts",
      "that a stranger asked for does not take back an account whose owner has reset the password (A24)",
    ],
  ]),
  row("A25", "Writes sent from other sites", [
    ["workerd/auth-security.test.ts", "are refused by origin, however the body is dressed"],
    ["workerd/auth-security.test.ts", "are refused as text/plain or a form"],
    ["workerd/auth.test.ts", "at %s in %s sets and reads cookies bound to host and HTTPS, and no others"],
  ]),
  row("A26", "A way back after signing in that leads elsewhere", [
    ["unit/return-path.test.ts", "sends %j to the marketplace instead"],
    [
      "unit/return-path.test.ts",
      "never answers an address a browser would resolve to another host, whatever the table says",
    ],
    ["workerd/auth-google.test.ts", "does not return to %s"],
    [
      "e2e/account.spec.ts",
      "a newcomer signs up, signs out, forgets the password, resets it by mail and is back where they wanted to go",
    ],
  ]),
  row("A27", "Changing the e-mail address without the password, or back and forth", [
    ["workerd/email-change.test.ts", "needs a fresh proof of who asks (A66)"],
    [
      "workerd/email-change.test.ts",
      "is in force once its link is used, in account and profile alike, and the old one is told",
    ],
    ["workerd/email-change.test.ts", "is the last one asked for, and not for longer than a day"],
  ]),
  row("A28", "Sessions without number or end", [
    ["workerd/auth.test.ts", "keeps twenty sessions: the twenty-first ends the oldest (A28)"],
    ["workerd/sessions.test.ts", "is listed with this device first, and nothing that opens a session"],
    ["workerd/sessions.test.ts", "ends everywhere else at once"],
  ]),

  // Reservation and checkout
  row("A29", "Two buyers at once", [
    [
      "workerd/room-live.test.ts",
      "lets exactly one of 200 buyers hold an item and tells the other 199 why, in the specified words",
    ],
    [
      "property/item-room.test.ts",
      "agrees with an independent model over ten thousand steps of crashes, faults and races (seed …)",
    ],
    [
      "e2e/live-hold.spec.ts",
      "the grid shows somebody else's hold as a countdown, and a second buyer is refused with the specified text",
    ],
  ]),
  row("A30", "Buying, holding, haggling for, trading, viewing, clicking or rating one's own", [
    [
      "workerd/room-live.test.ts",
      "holds only for the caller: another user's id, the seller, a visitor and the banned are refused",
    ],
    ["workerd/checkout.test.ts", "refuses without acknowledgement, without a hold, and with one that has lapsed"],
    ["workerd/cart.test.ts", "refuses one's own things, visitors and suspended accounts"],
    ["workerd/purchases.test.ts", "refuses its own seller, a price that a part has fallen below, and one that is gone"],
    [
      "workerd/negotiation.test.ts",
      "has nothing to say about items without a minimum, one's own, sold ones, and none at all (A73)",
    ],
    [
      "workerd/trades.test.ts",
      "holds only one's own active things, never the thing asked for (A08); nothing is stored otherwise",
    ],
    ["workerd/room-live.test.ts", "counts a view once per viewer in half an hour, not the owner's and not a bot's"],
    ["workerd/ads.test.ts", "count a signed-in reader by the account and never the advertiser"],
    ["unit/audits.test.ts", "reports: %s"],
  ]),
  row(
    "A31",
    "Holding many items",
    [
      ["workerd/room-live.test.ts", "holds five items a person at most, and holding one of them again is not a sixth"],
      [
        "workerd/review-foundation.test.ts",
        "never leaves one person with more than five holds, however many are asked for at the same instant (D35)",
      ],
      ["workerd/cart.test.ts", "holds five things at most, however they are asked for, and remembers no sixth"],
      [
        "workerd/line.test.ts",
        "passes over whoever is suspended, banned or holds five things already, without its counting as a hold",
      ],
    ],
    "D35: five live holds of any kind, settable by administrators; what is held to be bought at once is not counted apart.",
  ),
  row("A32", "Holding again to hold longer", [
    ["unit/availability.test.ts", "is unchanged by holding again; only a cart hold becomes a purchase"],
    ["workerd/room.test.ts", "answers a repeated reserve with the same hold and never extends it"],
  ]),
  row(
    "A33",
    "Letting go and holding again in a loop",
    [
      [
        "unit/availability.test.ts",
        "pauses for 30 minutes after two in a row, for that person alone, from the end of the second",
      ],
      ["unit/availability.test.ts", "counts two holds that lapsed from the end of the second"],
      ["workerd/room.test.ts", "asks for a pause after two holds in a row, and lets everybody else in meanwhile"],
      ["workerd/line.test.ts", "counts as a hold (D35): two in a row, then a pause from the line as well"],
    ],
    "D35: two holds in a row, then a pause of 30 minutes; who waits in line comes first (decision 0057).",
  ),
  row(
    "A34",
    "Many accounts that hold for one",
    [
      [
        "workerd/abuse-holds.test.ts",
        "are asked for a confirmed address before their first hold, where letters leave the house",
      ],
      ["workerd/abuse-holds.test.ts", "begin 250 holds an hour from one address between them"],
    ],
    "Decision 0071: the confirmed address is asked for wherever letters leave the house. Sellers see no history of holds: names of strangers who only looked are theirs.",
  ),
  row("A35", "Letting go of somebody else's hold", [
    ["unit/availability.test.ts", "ends the same way however it ends (RES-5)"],
    ["workerd/access.test.ts", "lets in whom the table lets in, and nobody else"],
  ]),
  row("A36", "An order without a live hold, or of what is inactive, sold or taken", [
    ["workerd/checkout.test.ts", "refuses without acknowledgement, without a hold, and with one that has lapsed"],
    ["workerd/checkout.test.ts", "refuses sold, taken, inactive, removed and unknown items"],
    [
      "workerd/room.test.ts",
      "refuses a checkout without the buyer's own live hold, at another price, unacknowledged or twice",
    ],
    ["unit/availability.test.ts", "needs the buyer's own live hold and ends it (ORD-1)"],
  ]),
  row("A37", "Price, amount, currency or payment status sent by the browser", [
    ["workerd/checkout.test.ts", "refuses any one forged value with the server's own, and changes nothing"],
    ["workerd-long/money-forging.test.ts", "of %s is refused and changes no row; the true call then goes through"],
    ["unit/checkout.test.ts", "is refused for any one value that is not the server's"],
  ]),
  row("A38", "Taking a priced item as a gift", [
    ["workerd/checkout.test.ts", "keeps price and method together: free exactly for gifts, and only what is on offer"],
    ["unit/checkout.test.ts", "is free exactly when the price is 0"],
  ]),
  row("A39", "Another price while a buyer pays", [
    ["workerd/room.test.ts", "refuses a seller's change of price or status while somebody holds, pays or has bought"],
    ["workerd/items-edit.test.ts", "keeps its price and stays listed while held; its words may change"],
    ["unit/availability.test.ts", "waits while somebody holds, pays or has bought, and is nobody else"],
  ]),
  row("A40", "A payment method the seller does not take, or without details", [
    ["workerd/checkout.test.ts", "keeps price and method together: free exactly for gifts, and only what is on offer"],
    [
      "workerd/checkout.test.ts",
      "are missing without being an error when the seller has none, and then nothing can be ordered",
    ],
    ["workerd/checkout.test.ts", "are refused for methods the seller does not accept and for gifts"],
  ]),
  row("A41", "No acknowledgement", [
    ["workerd/checkout.test.ts", "refuses without acknowledgement, without a hold, and with one that has lapsed"],
    [
      "workerd/checkout.test.ts",
      "are shown after the acknowledgement, to the holder, with one reference however often they are asked for",
    ],
  ]),
  row(
    "A42",
    "A collection date of the buyer's own",
    [
      ["workerd/checkout.test.ts", "refuses any one forged value with the server's own, and changes nothing"],
      ["workerd/checkout.test.ts", "accepts the collection date as instant, day or date and time"],
    ],
    "D17: the specified field is compared with the server's and refused when it differs; it never decides anything.",
  ),
  row(
    "A43",
    "Submitting twice, from two tabs, by two methods",
    [
      ["workerd/checkout.test.ts", "with the same key answers with the same order, in sequence and in parallel"],
      ["workerd/checkout.test.ts", "with another key, or none, is told the order exists"],
      ["workerd/checkout.test.ts", "under parallel different keys makes one order"],
    ],
    "A repeat answers with the first reply as it was, its 201 included (D17).",
  ),
  row("A44", "A request key used for something else, or somebody else's", [
    ["workerd/checkout.test.ts", "with the same key and other words is refused, and another person's key is their own"],
    ["workerd/idempotency.test.ts", "refuses the same key with another body or on another thing"],
    [
      "workerd-long/money-replay.test.ts",
      "%s: answers a repeat the same, with one effect, also at once; is the caller's own; covers one body",
    ],
  ]),
  row("A45", "Sweeping other people's orders", [
    [
      "workerd/auth.test.ts",
      "sweeps the signed-in buyer's overdue orders and nobody else's when a session loads (D33)",
    ],
    ["workerd/abuse-orders.test.ts", "tidies holds and touches nobody's order, however overdue it is"],
  ]),
  row("A46", "A seller who never confirms so that the buyer is punished", [
    [
      "workerd/room.test.ts",
      "never punishes a buyer for a silent seller: the order is disputed, the item locked, the seller restricted",
    ],
    [
      "workerd/standing.test.ts",
      "a buyer who gave evidence: the silent seller is restricted until the last such dispute is settled (D31)",
    ],
    ["unit/order.test.ts", "never mark an order whose buyer gave evidence or paid, however much time passes (PEN-3)"],
  ]),
  row("A47", "Promising to pay by transfer for many items and never paying", [
    [
      "workerd/abuse-holds.test.ts",
      "are two at most: nobody is shown where to pay a third, and told what to do instead",
    ],
    ["workerd/abuse-holds.test.ts", "are counted exactly when details are asked for at the same moment"],
    [
      "unit/order.test.ts",
      "are 3 days for a bank transfer, 2 hours for crypto, 30 minutes for a card and none for a gift",
    ],
  ]),
  row("A48", "Skipping steps of the wizard", [
    ["workerd/checkout.test.ts", "refuses without acknowledgement, without a hold, and with one that has lapsed"],
    [
      "workerd/checkout.test.ts",
      "are shown after the acknowledgement, to the holder, with one reference however often they are asked for",
    ],
    ["workerd/checkout.test.ts", "is closed to everybody but the holder, with the reason"],
  ]),
  row("A49", "A payment claimed by the address alone", [
    ["web/marketplace.test.tsx", "never claims a payment that only the address speaks of (D18)"],
    [
      "workerd/payments.test.ts",
      "is confirmed by the signed webhook alone, and shows Processing until then (D18, D21)",
    ],
  ]),
  row("A50", "A bundle of others' items, of sold ones, too few, too dear, the same twice", [
    ["workerd/own-bundles.test.ts", "says in the specified words what is missing, one problem after the other"],
    ["workerd/own-bundles.test.ts", "takes own items that are for sale, each in one live bundle only"],
    ["workerd/purchases.test.ts", "cannot be bought while somebody holds a part; nothing of it is taken"],
    [
      "workerd/purchases.test.ts",
      "goes to exactly one of many who buy it at once; the others are left with nothing and owe nothing",
    ],
    ["workerd/purchases.test.ts", "is undone by the job when one is missing, and the bundle is for sale again"],
  ]),
  row(
    "A51",
    "A special offer on others' items, beyond everything, ended, or stacked",
    [
      ["workerd/special-offers.test.ts", "are refused on somebody else's, sold and free items, and nothing is kept"],
      [
        "workerd/special-offers.test.ts",
        "are refused with an end in the past, and can be stopped whatever has become of them",
      ],
      ["workerd/abuse-catalogue.test.ts", "takes no discount above the whole, below nothing, or that is no number"],
      ["unit/price-together.test.ts", "never makes anything free, whatever it takes off"],
      [
        "unit/price-together.test.ts",
        "never charges more than by itself, never less than a cent, and the same whatever the order in the cart",
      ],
      [
        "unit/price-together.test.ts",
        "count from the list price, never on top of an item's own discount, and give way to a better one",
      ],
    ],
    "D25: discounts on an item give way to the better one; a negotiated price is never discounted further.",
  ),
  row("A52", "Repricing to nothing, by nonsense, or others' items", [
    ["workerd/selling.test.ts", "never goes below one cent"],
    ["workerd/selling.test.ts", "takes 0.01 to 100 percent with two places, 1 to 100 items, and nothing else"],
    [
      "workerd/selling.test.ts",
      "reports one by one what it left alone and why: sold, free, held, being paid, below its minimum, not yours",
    ],
    ["unit/selling.test.ts", "never ends below a cent, nor on the wrong side of where it began"],
  ]),
  row("A53", "Deleting what is held, sold or others', or thousands at once", [
    [
      "workerd/selling.test.ts",
      "deletes active and inactive items, skips the others with their reason, and touches nobody else's",
    ],
    [
      "workerd/abuse-catalogue.test.ts",
      "deletes a hundred at once and no more, and nothing of a list with one bad id in it",
    ],
    ["workerd/selling.test.ts", "asks for the word DELETE exactly"],
  ]),

  // Payments
  row("A54", "A forged, altered or old webhook", [
    ["workerd-long/payments-storm.test.ts", "of forgeries alone is refused one by one and changes no row"],
    [
      "workerd-long/payments-storm.test.ts",
      "of any of the operator's secrets proves an event, of no other, and of none while payments are off",
    ],
  ]),
  row("A55", "A webhook told again, under another id, late or in another order", [
    [
      "workerd-long/payments-storm.test.ts",
      "of 1,200, half forged, leaves the ledger as the provider's own book, to the cent",
    ],
    ["workerd-long/payments-storm.test.ts", "said all over again changes nothing"],
  ]),
  row(
    "A56",
    "An event whose amount, currency or mode is not the order's",
    [
      ["workerd/payments.test.ts", "goes back whole, and the order it bought nothing for is not kept waiting"],
      ["workerd-long/money-forging.test.ts", "and purpose are our record's, not those an event's metadata names"],
      ["workerd/payments.test.ts", "because of its currency changes nothing, whatever it is about"],
      ["workerd/payments.test.ts", "because it is of the other mode changes nothing"],
    ],
    "Another currency or mode is answered with 200, logged and ignored: there is no money of ours to give back.",
  ),
  row(
    "A57",
    "A card that succeeds after the item went",
    [
      [
        "workerd/payments.test.ts",
        "revives the order while the item is free, and goes back whole once somebody else has it",
      ],
      ["workerd-long/payments-races.test.ts", "with the refund job run twice at once"],
      ["workerd-long/payments-races.test.ts", "when the success is told ten times at once, while the job runs"],
    ],
    "D20: while the item is still free for that buyer the payment completes the order.",
  ),
  row(
    "A58",
    "A top-up of nothing, too little, too much or half a cent",
    [["workerd/payments.test.ts", "takes amounts from five dollars to the cap, in whole cents"]],
    "The cap is $2,000 instead of $10,000 (decision 0021).",
  ),
  row("A59", "A balance written by the browser", [
    ["workerd/profiles.test.ts", "changes no column outside the whitelist, whatever is sent under whatever name (A10)"],
    ["workerd-long/money-forging.test.ts", "of %s is refused and changes no row; the true call then goes through"],
    ["workerd/access.test.ts", "has a line for every route of the app, and none for a route that is gone"],
  ]),
  row("A60", "Several promotions at once with credit for one", [
    [
      "workerd/promotions.test.ts",
      "is bought once where several at the same moment have credit for one; the balance is never below zero",
    ],
  ]),
  row("A61", "One transaction hash for two orders", [
    [
      "workerd/crypto.test.ts",
      "lets one hash pay one order, however it is spelt, for whatever coin of its chain, and however many ask at once",
    ],
    [
      "workerd/crypto.test.ts",
      "refuses a missing or foreign coin, a hash that is none, and crypto fields on another method",
    ],
    ["workerd/crypto.test.ts", "after 'not received' takes another hash, and the first stays spent"],
    ["unit/crypto-quote.test.ts", "is kept as its chain writes it, so that one payment has one spelling"],
  ]),
  row("A62", "A price feed that is stale, absurd or down", [
    ["workerd/crypto.test.ts", "does not believe a price that jumped"],
    ["workerd/crypto.test.ts", "goes on with the last good price for an hour when it is down, then with the fallback"],
    [
      "workerd/crypto.test.ts",
      "shows wallet, network, tag and the exact amount, marked as an estimate, for ten minutes",
    ],
    [
      "workerd/crypto.test.ts",
      "refuses an ended quote from a buyer who has yet to pay, and stays with it for one who has",
    ],
  ]),
  row("A63", "A guessed or colliding bank reference", [
    ["workerd/checkout.test.ts", "get different references for holds of the same millisecond"],
    ["unit/checkout.test.ts", "is GS and the last 8 digits of the timestamp, and another after every clash"],
    ["workerd/checkout.test.ts", "refuses any one forged value with the server's own, and changes nothing"],
  ]),
  row("A64", "Cents lost or won in rounding", [
    ["unit/purchase.test.ts", "is exact to the cent, dearest remainder first"],
    [
      "unit/purchase.test.ts",
      "adds up, never charges a part more than its own price, and keeps gifts free, whatever the prices",
    ],
    [
      "unit/crypto-quote.test.ts",
      "is never short, never more than one grain over, and always an amount the wallet can send",
    ],
    ["unit/selling.test.ts", "rounds half a cent up, in both directions"],
  ]),
  row("A65", "Money back after completion", [
    [
      "workerd/abuse-orders.test.ts",
      "keeps the stars of a completed deal whose money goes back at the provider, and no longer counts it as sold",
    ],
    ["workerd/chargebacks.test.ts", "fetches the payout back, and sends it again when the payment stands"],
    ["workerd/chargebacks.test.ts", "keeps the payout back for good when it is lost, and the rating of the deal"],
    ["workerd/chargebacks.test.ts", "stops handover and payout, and waits for staff in the payment queue"],
  ]),
  row("A66", "Bank details or wallets changed just before buyers pay", [
    [
      "workerd/payment-details-guard.test.ts",
      "changes neither bank details nor wallets, entered or taken out, until the password is given again",
    ],
    [
      "workerd/payment-details-guard.test.ts",
      "enters no first bank details either: a seller paid by card only would not miss them",
    ],
    [
      "workerd/profiles.test.ts",
      "tells the owner by mail when bank details are changed or removed, not when they are first entered",
    ],
    [
      "workerd/crypto.test.ts",
      "that change are announced to the owner: a borrowed session cannot redirect payments quietly",
    ],
    ["workerd/checkout.test.ts", "is what the buyer was shown, whatever the seller edits before or after"],
    ["workerd/crypto.test.ts", "stays at the wallet that was shown, whatever the seller changes meanwhile (A66)"],
    [
      "workerd/abuse-details.test.ts",
      "are shown to no buyer for a day, in the wizard, the cart or past both, and the owner is told",
    ],
    [
      "workerd/abuse-details.test.ts",
      "of a newcomer are shown at once: who has sold nothing has nothing to be redirected",
    ],
  ]),

  // Negotiation
  row("A67", "Talking Knowzee into a price", [
    [
      "property/knowzee.test.ts",
      "keeps to the reserve in … dialogues, never raises a counter, makes three at most, and cannot tell two minimums apart that share a reserve",
    ],
    ["unit/knowzee-understand.test.ts", "notices attempts to instruct it, and reads the same price from them"],
    [
      "workerd/knowzee-settings.test.ts",
      "shows a model's sentence only when it says what was decided, and nothing else",
    ],
  ]),
  row("A68", "Getting the minimum out of Knowzee", [
    ["workerd/negotiation.test.ts", "never says or stores for the buyer what the seller's minimum is"],
    ["property/knowzee.test.ts", "learns no more than the rung from a … seller"],
    [
      "workerd/negotiation.test.ts",
      "refuses empty and endless messages and, after twenty in ten minutes about one item, any more (A68, A71)",
    ],
    ["workerd/negotiation.test.ts", "keeps its third counter for a day, whatever is said, and makes no fourth (D45)"],
  ]),
  row("A69", "An agreed price that has ended, is another's, or was used", [
    [
      "workerd/negotiation.test.ts",
      "refuses an expired, a foreign, a changed and a used offer, each in its own way (A69)",
    ],
    ["workerd/negotiation.test.ts", "sells once at an accepted price: a second order needs Knowzee's word again"],
  ]),
  row("A70", "An offer of nothing, below nothing or beyond the price", [
    [
      "workerd/abuse-knowzee.test.ts",
      "makes no price of nonsense: what can be accepted is the seller's minimum to the price, in whole cents",
    ],
    ["unit/knowzee-engine.test.ts", "sells to nobody for more than is asked"],
  ]),
  row("A71", "Flooding Knowzee with words", [
    [
      "workerd/negotiation.test.ts",
      "refuses empty and endless messages and, after twenty in ten minutes about one item, any more (A68, A71)",
    ],
    [
      "workerd/abuse-knowzee.test.ts",
      "asks the model so often a day for one person, and so often for all; after that it speaks by itself",
    ],
  ]),
  row("A72", "Markup or addresses in what the model says", [
    [
      "workerd/knowzee-settings.test.ts",
      "shows a model's sentence only when it says what was decided, and nothing else",
    ],
    ["web/knowzee-chat.test.tsx", "a message is words: markup and addresses in it stay words"],
  ]),
  row("A73", "Haggling for an item without a minimum price", [
    [
      "workerd/negotiation.test.ts",
      "has nothing to say about items without a minimum, one's own, sold ones, and none at all (A73)",
    ],
  ]),

  // Content, files, browser
  row("A74", "Scripts in any text people write", [
    ["workerd/items-hostile.test.ts", "stores hostile text as text, without what hides or reverses it"],
    ["workerd/pages.test.ts", "keeps hostile words inert wherever they stand"],
    ["web/announcement-html.test.tsx", "%s: runs nothing and leaves only the house's own elements"],
    ["workerd/pages.test.ts", "sends the security headers with every page, file and reply"],
  ]),
  row("A75", "Addresses that run or lead astray", [
    ["workerd/ads.test.ts", "carries no link and no picture that would leave by another door"],
    ["unit/abn.test.ts", "is never a script, a plain http page, a path or an address with a password in it (D13)"],
    [
      "workerd/homepage-editor.test.ts",
      "takes no link that leads astray, no second row of a kind and no section without a title",
    ],
    ["workerd/theme.test.ts", "takes no %j for a colour"],
    ["workerd/items-hostile.test.ts", "refuses foreign authorship and anything it does not know"],
  ]),
  row("A76", "HTML in announcements and on the home page", [
    ["web/announcement-html.test.tsx", "%s: runs nothing and leaves only the house's own elements"],
    ["workerd/news-and-giving.test.ts", "is never the HTML somebody typed, nor what a row was made to hold"],
  ]),
  row("A77", "A colour that is more than a colour", [["workerd/theme.test.ts", "takes no %j for a colour"]]),
  row("A78", "A file that is no photo", [
    ["workerd/images.test.ts", "refuses what is no photo, too big or too many, in a sentence"],
    ["workerd/images.test.ts", "stores the three sizes under their content's name and serves them for ever, harmless"],
    ["unit/image-file.test.ts", "by its bytes: what is not JPEG, PNG or WebP, whatever it is called"],
    ["unit/image-file.test.ts", "loses what was appended behind it"],
  ]),
  row("A79", "A small file that is a huge picture", [
    ["unit/image-file.test.ts", "before decoding: a picture that would fill the memory"],
    ["workerd/images.test.ts", "refuses what is no photo, too big or too many, in a sentence"],
    ["workerd/images.test.ts", "number at most ten"],
  ]),
  row("A80", "Where a photo was taken", [
    ["unit/image-file.test.ts", "loses its place, its camera and its XMP, and no pixel"],
    ["workerd/images.test.ts", "leaves no metadata in what is stored"],
  ]),
  row("A81", "Guessing, overwriting or walking the names of photos", [
    ["workerd/images.test.ts", "finds nothing under a name we did not make"],
    ["workerd/images.test.ts", "are never another person's, another item's or invented"],
  ]),
  row(
    "A82",
    "Formulas in exports, second lines in mails",
    [
      [
        "workerd/products.test.ts",
        "gives the seller's own items, harmless in a spreadsheet, and the import knows every one of them",
      ],
      [
        "workerd/audit-log.test.ts",
        "is exported as a file no spreadsheet runs, whose hashes can be computed again, and the export is an entry",
      ],
      [
        "workerd/review-foundation.test.ts",
        "sends no order mail whose subject has more than one line, whatever the seller wrote as a title (A82)",
      ],
      ["workerd/mail.test.ts", "escape every value in the HTML and keep the subject on one line"],
    ],
    "Line breaks are taken out of a subject instead of refusing the title with them.",
  ),
  row("A83", "The site in somebody's frame", [
    ["workerd/abuse-protocol.test.ts", "is framed by nobody: every page, reply and refusal says so"],
  ]),
  row("A84", "Names that hide something or pose as the house", [
    ["workerd/abuse-content.test.ts", "pose as nobody of the house: not at sign-up, in the profile, or over a store"],
    [
      "workerd/auth-google.test.ts",
      "tidies the given name as one typed here: nothing hidden, no half characters, at most eighty",
    ],
    [
      "workerd/becoming-seller.test.ts",
      "does not take another store's name, however it is spelt, and keeps its own picture then",
    ],
  ]),
  row("A85", "Floods of messages", [
    [
      "workerd/message-guards.test.ts",
      "take the same words twice an hour, however they are spelled and to whomever, also at once",
    ],
    [
      "workerd/message-guards.test.ts",
      "take thirty messages an hour to people who never answered, and more to those who did",
    ],
    ["workerd/safety.test.ts", "stops messages in both directions and says nobody's name"],
  ]),

  // Injection and protocol
  row("A86", "SQL in sort, filter or limit", [
    ["workerd/items-hostile.test.ts", "refuses unknown orders, limits, filters, doubles and empty choices with 422"],
    ["workerd-long/bad-input.test.ts", "answers any query string at all with less than 500"],
  ]),
  row("A87", "Operators of the search engine", [
    ["workerd/items-hostile.test.ts", "takes any text as a search or a place without an error of the database"],
    ["property/catalogue-inputs.test.ts", "leaves nothing of any text but quoted words, the last one open-ended"],
  ]),
  row("A88", "Wildcards and long patterns", [
    ["workerd-long/bad-input.test.ts", "takes search operators and 200-byte terms as words"],
    ["workerd/items-hostile.test.ts", "takes any text as a search or a place without an error of the database"],
  ]),
  row("A89", "Bodies too big, too deep or no JSON", [
    ["workerd-long/bad-input.test.ts", "refuses %s without a 5xx"],
    ["workerd-long/bad-input.test.ts", "answers 413 to a body over the limit, 415 to another media type"],
    ["workerd-long/bad-input.test.ts", "answers any JSON at all with less than 500"],
    ["workerd/images.test.ts", "counts a chunked upload while it reads it"],
    ["workerd/abuse-protocol.test.ts", "ends a body of unknown length at the limit, and a doubled key counts once"],
  ]),
  row("A90", "Keys that reach the prototype", [
    ["workerd/items-hostile.test.ts", "refuses a __proto__ key and pollutes nothing"],
    ["workerd-long/bad-input.test.ts", "refuses %s without a 5xx"],
  ]),
  row("A91", "One parameter twice, pages without end", [
    ["workerd/items-hostile.test.ts", "refuses unknown orders, limits, filters, doubles and empty choices with 422"],
    ["workerd-long/bad-input.test.ts", "refuses odd paging and sorting with 422"],
  ]),
  row("A92", "An account without a profile", [
    [
      "workerd/review-foundation.test.ts",
      "gives an account without a profile its row before anything refers to it (A92)",
    ],
    ["workerd/auth.test.ts", "makes the missing profile on first access"],
  ]),
  row("A93", "Methods and headers that pretend", [
    ["workerd/items-hostile.test.ts", "ignores method and identity overrides in headers"],
    ["workerd/abuse-protocol.test.ts", "believes no header about who asks, from where, or what for"],
    ["workerd/review-foundation.test.ts", "counts a whole IPv6 network as one address: a caller has 2^64 of them"],
  ]),
  row("A94", "Making the server fetch something", [
    ["unit/abuse-outbound.test.ts", "goes out from its adapters and a named few only"],
    ["workerd/items-hostile.test.ts", "refuses foreign authorship and anything it does not know"],
    ["workerd/notifications.test.ts", "are sent to push services only"],
  ]),

  // Live channel, counters, ads, caches, privacy
  row("A95", "Opening a socket from another site", [
    [
      "workerd/room-live.test.ts",
      "refuses a live channel to other sites, to plain requests and for items that do not exist",
    ],
    [
      "workerd/user-channel.test.ts",
      "is refused to strangers, to other sites, to an ended session and to plain requests",
    ],
  ]),
  row("A96", "Watching others, or who holds", [
    [
      "workerd/room-live.test.ts",
      "shows a hold and its release to another browser at once, and to each only whether it is their own",
    ],
    ["workerd/line.test.ts", "shows its length to everybody, live and in lists, and the place to nobody but its owner"],
    ["workerd/user-channel.test.ts", "brings what concerns a person to every device of theirs and to nobody else"],
  ]),
  row("A97", "Flooding a socket, or taking all its places", [
    [
      "workerd/room-live.test.ts",
      "answers a ping without waking the room, and ends the talk of a client that floods or sends too much",
    ],
    ["workerd/room-live.test.ts", "admits 1,000 watchers and refuses the next one for now"],
    [
      "workerd/review-foundation.test.ts",
      "keeps places at an item's live channel for others when one address or one account asks for many (A97)",
    ],
  ]),
  row(
    "A98",
    "Inventing viewers",
    [
      [
        "workerd/room-live.test.ts",
        "counts one viewer per person or browser session, without the owner, and forgets them after 30 seconds",
      ],
      [
        "workerd/room-live.test.ts",
        "counts five anonymous viewers of one address at most, however many sessions a script invents",
      ],
    ],
    "D44: the specified session id of the browser tells viewers of one address apart; five of them count, whatever they call themselves.",
  ),
  row(
    "A99",
    "Raising the number of views",
    [
      ["workerd/room-live.test.ts", "counts a view once per viewer in half an hour, not the owner's and not a bot's"],
      [
        "workerd/review-foundation.test.ts",
        "counts no more than thirty strangers' views of an item from one address in half an hour, whatever they call themselves (A99)",
      ],
    ],
    "D44: once per viewer and half an hour; the specified reply is the count.",
  ),
  row(
    "A100",
    "Draining or raising the numbers of an ad",
    [
      [
        "workerd/ads.test.ts",
        "rise once per visitor and hour for having been seen, once per day for having been followed",
      ],
      ["workerd/ads.test.ts", "count no click of somebody who never saw the ad, nor of one who saw it yesterday"],
      ["workerd/ads.test.ts", "count nobody without a cookie of ours, with a forged one, or who is a robot"],
      ["workerd/ads.test.ts", "stop at sixty an hour from one address, however many visitors it claims to be"],
      [
        "e2e/home-store.spec.ts",
        "an ad seen for a second is counted once, opened in its dialog, and its click counted once",
      ],
    ],
    "Promotions cost by the day: no impression and no click is ever billed (decision 0033).",
  ),
  row("A101", "Dates of an ad at their edges", [
    ["workerd/ads.test.ts", "runs on its first and its last day in Sydney, and neither before nor after"],
    ["workerd/advertisements.test.ts", "ends no earlier than it begins, whichever of the two is changed"],
    [
      "workerd/abuse-catalogue.test.ts",
      "is on or off: an advertisement takes no word for a switch, and only days for its days",
    ],
  ]),
  row(
    "A102",
    "A rating without a deal, twice, of oneself, or of no stars",
    [
      [
        "workerd/ratings.test.ts",
        "can be rated by both of its parties, once each, under either name of the numbers and words",
      ],
      ["workerd/ratings.test.ts", "from anybody who is no party to the deal, as if there were none, and from visitors"],
      ["workerd/ratings.test.ts", "without stars, with half a star or outside one to five, in the specified words"],
      ["workerd/ratings.test.ts", "before the deal is completed"],
    ],
    "Somebody who is no party gets 404: whether there is such a deal is nobody else's business (A01).",
  ),
  row("A103", "Stars made by free deals with oneself", [
    ["workerd/abuse-ratings.test.ts", "are shown and do not count for a gift or a deal under a dollar"],
  ]),
  row("A104", "The collection address before its time", [
    ["workerd-long/canary.test.ts", "reach nobody but their owner, on every GET route, before any deal"],
    ["workerd-long/canary.test.ts", "cannot be found by searching for them"],
    ["workerd-long/canary.test.ts", "come out one by one in a bank deal, each only to whom and when the rules say"],
    ["workerd-long/canary.test.ts", "stay out of mails to the other side"],
    [
      "property/collection-address.test.ts",
      "is never early and never late for a paid buyer, in any zone and on either daylight-saving night",
    ],
  ]),
  row("A105", "The hour of the address across zones and daylight saving", [
    [
      "property/collection-address.test.ts",
      "is never early and never late for a paid buyer, in any zone and on either daylight-saving night",
    ],
  ]),
  row("A106", "Collecting the bank details of every seller", [
    ["workerd/checkout.test.ts", "of ten sellers are enough for a day, even when asked for together"],
    ["workerd/crypto.test.ts", "shows a buyer the wallets of ten sellers a day"],
    [
      "workerd/checkout.test.ts",
      "are shown after the acknowledgement, to the holder, with one reference however often they are asked for",
    ],
    ["workerd-long/canary.test.ts", "come out one by one in a bank deal, each only to whom and when the rules say"],
  ]),
  row("A107", "The minimum price anywhere but with its seller", [
    ["workerd-long/canary.test.ts", "reach nobody but their owner, on every GET route, before any deal"],
    [
      "workerd/browsing-extras.test.ts",
      "negotiation is offered exactly where a minimum price is set, and the minimum stays with the seller",
    ],
    [
      "workerd/agent-settings.test.ts",
      "are kept, tell visitors only that offers are welcome, and can be switched off and on",
    ],
  ]),
  row("A108", "A buyer's address in the wrong hands, a request for help about others' orders", [
    [
      "workerd/orders.test.ts",
      "goes from order to collection, and the address appears 24 hours before the date and not a moment earlier",
    ],
    ["workerd/appeals.test.ts", "about somebody else's order is not found"],
    ["workerd-long/canary.test.ts", "come out one by one in a bank deal, each only to whom and when the rules say"],
  ]),
  row("A109", "Private replies in shared caches", [
    ["workerd/abuse-protocol.test.ts", "are kept by no shared cache: replies of every route a signed-in person reads"],
    ["workerd/abuse-protocol.test.ts", "is not there under a name that looks like a file (web-cache deception)"],
    [
      "workerd/pages.test.ts",
      "gives a signed-in reader what is theirs in a page no cache keeps, and the owner nothing private",
    ],
  ]),
  row("A110", "Secrets in logs and errors", [
    [
      "workerd/logs.test.ts",
      "an error has the id of its request, so that the id in the reply leads to it, and no secret of the error's words",
    ],
    [
      "workerd/logs.test.ts",
      "signing up, signing in and setting a profile leave no password, address, number or token behind",
    ],
    ["unit/scrub.test.ts", "%s → %s"],
  ]),
  row("A111", "A crash, a deploy, or an object that is reset", [
    ["workerd/room.test.ts", "loses nothing when every object is killed hard"],
    [
      "workerd/room.test.ts",
      "projects after a crash between commit and projection, by the alarm armed with the commit",
    ],
    ["workerd/checkout.test.ts", "after a crash that forgot the key lands on the same order"],
    ["workerd/purchases.test.ts", "is undone by the job when one is missing, and the bundle is for sale again"],
  ]),
  {
    id: "A112",
    refused: "Deleting an account with open orders or credit",
    proofs: [],
    untested:
      "There is no self-service deletion: the specification has none, so there is nothing to abuse. Whoever asks support for it is answered by a person, who sees open orders and credit (decision 0060).",
  },
];
