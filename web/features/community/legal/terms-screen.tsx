import type { PolicyFacts } from "#contract/site/policies";
import { TRADE_CASH_MAX_CENTS } from "#contract/trades";
import { CASH_AFTER_MS, CONTEST_MS, DISPUTE_MS, GIVEAWAY_CONFIRM_MS, HOUR_MS, PRICE_OFFER_MS } from "#domain/deadlines";
import { lengthText } from "#domain/length-of-time";
import { formatCents } from "#domain/money";
import { ADDRESS_BEFORE_MS } from "#domain/orders/collection";
import { DEBT_MS, PAYOUT_HOLD_MAX_MS, PAYOUT_HOLD_MS } from "#domain/payments/payout-hold";
import { formatRate } from "#domain/payments/platform-fee";
import { governingState } from "#domain/site/operator";
import { STRIKE_MONTHS } from "#domain/site/policies/automated-decisions";
import { timeLimitsOf } from "#domain/site/site-settings";
import { SUSPENSION_MS } from "#domain/status/strikes";
import { CIRCLE_OPEN_MS } from "#domain/trades/circle";
import { TRADE_OPEN_MS } from "#domain/trades/trade";
import { BulletList, type Chapter, ExternalLink, LegalPage, MailLink, OperatorText, PageLink } from "./legal-page.tsx";

/** /Terms: the rules that the service enforces, in plain language, with the times and fees that are set. */
export default function TermsScreen() {
  return (
    <LegalPage
      title="Terms of Service"
      updated="29 November 2026"
      write={(facts) => ({ summary: <Summary site={facts.settings.site_name} />, chapters: chapters(facts) })}
    />
  );
}

function Summary({ site }: { site: string }) {
  return (
    <>
      <p>{site} brings people together. The sale, trade or gift is between the two of you.</p>
      <p>Describe items honestly, pay for what you buy, turn up, and be decent.</p>
      <p>Nothing here takes away your rights under the Australian Consumer Law.</p>
    </>
  );
}

/** Fair trading offices, by state. */
const FAIR_TRADING: readonly [state: string, href: string][] = [
  ["ACT", "https://www.accesscanberra.act.gov.au"],
  ["NSW", "https://www.fairtrading.nsw.gov.au"],
  ["NT", "https://consumeraffairs.nt.gov.au"],
  ["QLD", "https://www.qld.gov.au/law/fair-trading"],
  ["SA", "https://www.cbs.sa.gov.au"],
  ["TAS", "https://www.cbos.tas.gov.au"],
  ["VIC", "https://www.consumer.vic.gov.au"],
  ["WA", "https://www.consumerprotection.wa.gov.au"],
];

function chapters(facts: PolicyFacts): Chapter[] {
  const { settings, support_email: support, cards } = facts;
  const { site_name: site, numbers, features, operator } = settings;
  const limits = timeLimitsOf(settings);
  const state = governingState(operator);
  const fee = numbers.platform_fee_bp > 0 ? `our fee of ${formatRate(numbers.platform_fee_bp)}` : null;
  const all: (Chapter | false)[] = [
    {
      id: "agreement",
      title: "These terms",
      body: (
        <p>
          By having an account or buying here, you agree to these terms. How we handle your information is in the{" "}
          <PageLink to="/Privacy">Privacy Policy</PageLink>. You must be {numbers.minimum_age} or older. Each person can
          have one account. Keep your password to yourself.
        </p>
      ),
    },
    {
      id: "role",
      title: `What ${site} is`,
      body: (
        <p>
          <OperatorText facts={facts} /> We run the place where you meet, hold items while someone pays, pass on card
          payments, and step in when something goes wrong. We don't own, check or deliver the goods, and we aren't a
          party to your deal. Browsing, listing and giving items away are free
          {fee ? `; from a card sale we keep ${fee}` : ""}. Sellers can buy ad credit to promote listings. You can only
          spend it on promotions, and we show you the price before you do.
        </p>
      ),
    },
    {
      id: "listing",
      title: "Listing",
      body: (
        <>
          <p>
            Only list goods: no services, hire or rentals. They must be yours, allowed to be sold and ready to hand
            over. Point out any faults. Use your own photos.
          </p>
          <BulletList>
            <li>
              Not allowed: anything illegal to sell, stolen or counterfeit goods, recalled or unsafe products, weapons,
              drugs and medicines, tobacco and vapes, alcohol, live animals, and anything that humiliates people or puts
              them in danger.
            </li>
            <li>
              Australian and state laws decide what private people may sell. A program checks the words first; the
              message names the rule. Ask for a review and a person decides.
            </li>
            <li>
              Don't put phone numbers, email or street addresses, links, payment details or requests for money in
              advance in listings, stores, requests, answers, ratings or other texts that everyone can read. You may say
              how you'd like to be paid.
            </li>
            <li>The price is the total. Don't ask for more at the door.</li>
            <li>
              A crossed-out price is one that the item was on sale at for {numbers.struck_after_days} days before. We
              show it for {numbers.struck_shown_days} days.
            </li>
            <li>
              Giveaways for a charity or cause are goods only. Nobody may collect money for a cause here, and you may
              only name a charity if the item really goes to it. We don't check who it goes to.
            </li>
            <li>If you're a business, you must say so, and you have all the legal duties of a business.</li>
          </BulletList>
        </>
      ),
    },
    {
      id: "buying",
      title: "Holding, buying and paying",
      body: (
        <BulletList>
          <li>
            Buy Now or the cart holds an item for {lengthText(limits.hold_ms)}, up to {numbers.live_holds} items at a
            time. After {numbers.holds_in_a_row} holds of the same item in a row, others get{" "}
            {lengthText(limits.hold_pause_ms)} to hold it. People in the queue come next, in the order they joined.
          </li>
          <li>
            An order is a promise to pay: {cards ? `by card within ${lengthText(limits.payment_ms.stripe)}, ` : ""}
            {features.crypto ? `by crypto within ${lengthText(limits.payment_ms.crypto)}, ` : ""}by bank transfer within{" "}
            {lengthText(limits.payment_ms.bank_transfer)}, and always before the pickup. The order shows your deadline.
            Prices are in Australian dollars. You pay the amount shown at checkout.
          </li>
          <li>
            <strong>Only card money is protected:</strong> we pass it on after the pickup. Bank transfers
            {features.crypto ? " and crypto" : ""} go straight to the seller, and we can't get them back.
            {features.crypto ? " Nobody can undo crypto. We never hold, change or send coins." : ""}
          </li>
          <li>
            <strong>Cash or PayID at pickup:</strong> look first, then pay, then show your code. Either of you can call
            it off before. It ends {lengthText(CASH_AFTER_MS)} after the pickup time.
          </li>
          <li>
            Sellers have {numbers.confirmation_days} business {numbers.confirmation_days === 1 ? "day" : "days"} to tell
            us whether a bank transfer or crypto payment has arrived, or until the pickup if that is sooner. If they say
            it hasn't, you have {lengthText(limits.denied_ms)} to sort it out.
          </li>
          <li>
            Pick up in person on the agreed date. We show you the address {lengthText(ADDRESS_BEFORE_MS)} before. Check
            the item before you give the seller your pickup code, because the code completes the deal.
          </li>
          <li>
            <strong>Changing the deal:</strong> until the handover you can both agree on a lower price, or call the
            order off together. We refund a card at once; other money you send back between yourselves.
          </li>
          <li>
            Something wrong with a paid order? You can open a dispute up to {lengthText(DISPUTE_MS)} after the pickup
            date, or after your payment if that was confirmed later.
          </li>
          <li>
            <strong>Price offers</strong> wait {lengthText(PRICE_OFFER_MS)} for each answer. An accepted one holds the
            item for {lengthText(limits.accepted_ms)}; it becomes an order when the buyer checks out. A seller can set a
            limit below which offers are declined for them.
          </li>
        </BulletList>
      ),
    },
    cards && {
      id: "payouts",
      title: "Card payments",
      body: (
        <BulletList>
          <li>
            <strong>Our part.</strong> We receive a card payment for the seller, as their agent for payment only. With
            it the buyer's debt is paid. The money lies in our balance at Stripe, earns no interest and isn't a trust or
            escrow. We don't sell for anyone.
          </li>
          <li>
            <strong>When we send it.</strong> Once the buyer has the item, or {lengthText(DISPUTE_MS)} after the pickup
            date without a dispute. It goes to your account at Stripe, less {fee ?? "our fee if there is one"}. You see
            that fee before you list.
            {numbers.first_sales > 0
              ? ` Your first card sales are sent later: normally the first ${numbers.first_sales}, ${numbers.first_sales_days} days after pickup.`
              : ""}
          </li>
          <li>
            <strong>When we hold it.</strong> While a dispute, a refund or the buyer's bank is undecided. If our team
            has a reason, if we ban you, or if the buyer of that order reports fraud or a counterfeit: for{" "}
            {lengthText(PAYOUT_HOLD_MS)}, which our team can extend, but never longer than{" "}
            {lengthText(PAYOUT_HOLD_MAX_MS)}. You read why and until when, and can ask us to look again.
          </li>
          <li>
            <strong>When we claim it back.</strong> If the buyer gets money back that we've already sent you, you owe it
            to us. We take it from your account at Stripe, and what isn't there from your next card sales before we send
            anything. After {lengthText(DEBT_MS)} buyers can't pay you by card until it's settled.
          </li>
          <li>
            <strong>Chargebacks.</strong> If a bank takes a payment back, the seller bears the price of the item, and we
            bear the bank's fee. If the seller wins, they get the money again.
          </li>
          <li>
            <strong>If you haven't set up payouts,</strong> the money waits. It stays yours for as long as it takes.
          </li>
        </BulletList>
      ),
    },
    {
      id: "missed",
      title: "Missed payments and pickups",
      body: (
        <>
          <p>
            If you accept and don't pay in time, your account is suspended for {lengthText(SUSPENSION_MS)}. The second
            time within {STRIKE_MONTHS} months, it's closed to buying and selling. Our software does this automatically.
            The notice tells you why and lets you appeal to a person. If you've told us you paid, you won't be penalised
            while we sort it out. You can still pay for, pick up and settle existing orders.
          </p>
          <p>
            If one of you doesn't come to a pickup, the other can say so. It counts in "Shows up", unless it's contested
            within {lengthText(CONTEST_MS)} and we agree.
          </p>
        </>
      ),
    },
    {
      id: "giving",
      title: "Giveaways and draws",
      body: (
        <p>
          The giver decides who gets a free item: the first to claim it, a person they pick, or a draw. A draw is
          chance, entering is free, and anyone can check it afterwards. Whoever is picked or drawn has{" "}
          {lengthText(GIVEAWAY_CONFIRM_MS)} to confirm. Until the pickup either side can call it off.
        </p>
      ),
    },
    features.trades && {
      id: "trades",
      title: "Trades and swap circles",
      body: (
        <p>
          A trade offer lasts {lengthText(TRADE_OPEN_MS)}. Once it's accepted, we set everything in it aside for the two
          of you until you've both confirmed the swap or one of you calls it off. If an item is sold in the meantime,
          the offer ends. You settle any cash on top between yourselves, up to {formatCents(TRADE_CASH_MAX_CENTS)}. In a
          circle, three people each give an item to the next. It goes ahead once all three accept within{" "}
          {lengthText(CIRCLE_OPEN_MS)}.
        </p>
      ),
    },
    features.knowzee && {
      id: "knowzee",
      title: "Knowzee",
      body: (
        <p>
          Knowzee is software that negotiates for a seller within the limits the seller sets. If it accepts your offer,
          the seller is bound by that price for as long as the offer says. It can misunderstand you, so the price you
          see at checkout is the one that counts.
        </p>
      ),
    },
    {
      id: "conduct",
      title: "Being decent",
      body: (
        <BulletList>
          <li>No harassment, hate, threats or spam.</li>
          <li>
            Rate honestly, after a real deal. No ratings in return for money or favours, and none by friends to push a
            seller.
          </li>
          <li>
            Don't take deals elsewhere to get around these terms. We check messages for scams. The check may add a
            warning, or hold a message until staff have read it.
          </li>
          <li>No scraping, no attacks, and no extra accounts to get around a limit or suspension.</li>
          <li>You can block and report people. We may remove content and close accounts that break these terms.</li>
        </BulletList>
      ),
    },
    {
      id: "content",
      title: "What you write and upload",
      body: (
        <p>
          It stays yours. You let us show, resize and store it to run and promote the marketplace, until you remove it
          and for as long afterwards as a deal or the law requires.
        </p>
      ),
    },
    {
      id: "consumer-law",
      title: "Australian Consumer Law",
      body: (
        <>
          <p>
            If you buy from a business, the goods come with guarantees that can't be excluded under the Australian
            Consumer Law. You're entitled to a repair, replacement or refund for a major failure. If you buy from a
            private seller, fewer guarantees apply, but they must own what they sell and mustn't mislead you.
          </p>
          <p>
            Our own services to you also come with guarantees. We provide them with due care and skill. Nothing in these
            terms excludes, restricts or modifies any right that can't lawfully be excluded.{" "}
            <ExternalLink href="https://www.accc.gov.au/consumers">accc.gov.au</ExternalLink> explains them.
          </p>
        </>
      ),
    },
    {
      id: "liability",
      title: "What we're responsible for",
      body: (
        <p>
          As far as the law allows, we aren't responsible for the goods, for what people here say or do, or for losses
          nobody could have foreseen. Where the law lets us limit our liability for our services, we'll supply them
          again or pay for that. We can't promise that the service will always be up.
        </p>
      ),
    },
    {
      id: "ending",
      title: "Closing your account",
      body: (
        <p>
          You can stop at any time and delete your account in <PageLink to="/Settings">Account Settings</PageLink>, once
          open orders and balances are settled. If you have ad credit you bought and don't want to use, ask us and we'll
          refund it to your card. We may suspend or close an account that breaks these terms. We'll tell you why, and
          you can ask a person to look at it again.
        </p>
      ),
    },
    {
      id: "disputes",
      title: "Disagreements and the law",
      body: (
        <>
          <p>
            Talk to each other first, then to us. If you disagree with us, write to{" "}
            <MailLink address={operator.complaints_email || support} /> first. We'll respond within{" "}
            {lengthText(numbers.response_hours * HOUR_MS)}. After that, your state's fair trading office can help:{" "}
            {FAIR_TRADING.map(([name, href], index) => (
              <span key={name}>
                {index > 0 ? ", " : ""}
                <ExternalLink href={href}>{name}</ExternalLink>
              </span>
            ))}
            .
          </p>
          <p>
            The law of {state === null ? "the state we're in" : `${state}, Australia,`} applies and its courts decide,
            but you keep any protections you have where you live. If we change these terms in a way that matters to you,
            we'll announce it beforehand under <PageLink to="/Announcements">Announcements</PageLink>.
          </p>
        </>
      ),
    },
  ];
  return all.filter((chapter) => chapter !== false);
}
