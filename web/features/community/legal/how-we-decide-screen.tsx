import { SUSPENSION_DAYS } from "#contract/safety";
import type { PolicyFacts } from "#contract/site/policies";
import { FRAUD_DECISION_MS, VIEW_WINDOW_MS } from "#domain/deadlines";
import { POPULARITY } from "#domain/items/interest-level";
import { lengthText } from "#domain/length-of-time";
import { ANSWER_TIME } from "#domain/messages/answer-time";
import { formatCents } from "#domain/money";
import { NEW_ACCOUNT_MS } from "#domain/negotiation/negotiation-session";
import { RATINGS_HIDDEN_MS } from "#domain/orders/blind-ratings";
import { PAIR_MS, RATING_COUNTS_FROM_CENTS } from "#domain/orders/rating-weight";
import { SHOWS_UP_FROM } from "#domain/orders/showing-up";
import { PAYOUT_HOLD_MAX_MS, PAYOUT_HOLD_MS } from "#domain/payments/payout-hold";
import { RADIUS_KM_DEFAULT } from "#domain/places/near-place";
import { RELIST_MS } from "#domain/selling/still-available";
import { automatedDecisions, STRIKE_MONTHS } from "#domain/site/policies/automated-decisions";
import { SUSPENSION_MS } from "#domain/status/strikes";
import { DecisionFiguresView } from "./decision-figures.tsx";
import { BulletList, type Chapter, ExternalLink, LegalPage, MailLink, PageLink } from "./legal-page.tsx";

/** /HowWeDecide: what people decide, what rules decide, and how to appeal. Keep it in line with docs/rules.md. */
export default function HowWeDecideScreen() {
  return (
    <LegalPage
      title="How we decide"
      updated="29 November 2026"
      write={(facts) => ({ summary, chapters: chapters(facts) })}
    />
  );
}

const summary = (
  <>
    <p>
      People decide reports and appeals. Fixed rules decide what happens after a missed payment, the order of search
      results and how ratings count. They're the same for everyone.
    </p>
    <p>Every suspension says why. You can ask a person to look at it again.</p>
  </>
);

function chapters({ settings, support_email: support, cards }: PolicyFacts): Chapter[] {
  const { numbers, features } = settings;
  const all: (Chapter | false)[] = [
    {
      id: "figures",
      title: "The last year in numbers",
      body: <DecisionFiguresView />,
    },
    {
      id: "reports",
      title: "Reports",
      body: (
        <>
          <p>
            You can report a listing, a person, a message, a rating, a reply, a request or a moving sale. A person on
            our team reads every report, together with what it's about.
          </p>
          <BulletList>
            <li>
              We leave it, remove it, warn the person, suspend their account for {SUSPENSION_DAYS.min} to{" "}
              {SUSPENSION_DAYS.max} days, or close it to buying and selling.
            </li>
            <li>
              Nothing happens by itself, however many people report the same thing, except that a buyer's report of
              fraud or a counterfeit holds the seller's money for that order.
            </li>
            <li>Staff can't decide a report they made, or one about themselves.</li>
            <li>You hear what came of your report. The other person hears our reason, but not who reported them.</li>
            <li>Every decision goes into a log that nobody can change afterwards.</li>
          </BulletList>
          <p>
            In danger, or is someone sharing illegal material? Tell the police, or{" "}
            <ExternalLink href="https://www.esafety.gov.au/report">esafety.gov.au</ExternalLink>. Report scams at{" "}
            <ExternalLink href="https://www.cyber.gov.au/report-and-recover/report">cyber.gov.au</ExternalLink>.
          </p>
        </>
      ),
    },
    {
      id: "goods",
      title: "Goods you can't sell",
      body: (
        <>
          <p>
            Fixed rules read the words of each listing. Each rule names the law or regulator it comes from. You see the
            answer while you type.
          </p>
          <BulletList>
            <li>
              <strong>Some goods are refused,</strong> such as weapons, medicines, vapes and live animals. If the rule
              is wrong about your item, ask for a review with a reason.
            </li>
            <li>
              <strong>Some wait for a person,</strong> such as swords, ivory and recalled products. They're off sale
              until we've approved them.
            </li>
          </BulletList>
        </>
      ),
    },
    {
      id: "missed-payments",
      title: "Missed payments and suspensions",
      body: (
        <>
          <p>If you order something and don't pay in time, a fixed rule decides:</p>
          <BulletList>
            <li>
              <strong>The first time:</strong> you can't buy or sell for {lengthText(SUSPENSION_MS)}.
            </li>
            <li>
              <strong>Again within {STRIKE_MONTHS} months:</strong> your account is closed to buying and selling.
            </li>
            <li>
              <strong>Counted once:</strong> all orders you miss until {lengthText(SUSPENSION_MS)} after we've told you
              about the first.
            </li>
            <li>
              <strong>Not counted:</strong> orders where you told us that you'd paid, where your card was declined, or
              where you were suspended during the time to pay.
            </li>
          </BulletList>
          <p>
            You can still pay, pick up and hand over your open orders. After {STRIKE_MONTHS} months a missed payment
            doesn't count any more. Sellers who don't say whether a payment arrived can't list or sell until they do.
          </p>
        </>
      ),
    },
    cards && {
      id: "held-payouts",
      title: "Held payouts",
      body: (
        <>
          <p>Sellers get the money of a card sale once the buyer has the item. Fixed rules hold it for longer:</p>
          <BulletList>
            <li>
              <strong>First card sales:</strong> normally the first {numbers.first_sales} of a seller, until{" "}
              {numbers.first_sales_days} days after pickup. We look at the number of sales only.
            </li>
            <li>
              <strong>A report of fraud or a counterfeit</strong> by the buyer of that order, once. A stranger's report
              holds nothing. It ends when a person has found nothing wrong.
            </li>
            <li>
              <strong>A warning of the card's bank</strong> that a payment may be fraud. Our team decides. If it hasn't
              within {lengthText(FRAUD_DECISION_MS)}, an order that wasn't picked up is cancelled and the card gets its
              money back. Any other goes on after {lengthText(PAYOUT_HOLD_MS)}.
            </li>
            <li>
              <strong>A ban by our team.</strong> A missed payment holds nothing.
            </li>
            <li>
              <strong>What a seller owes us</strong> after a refund or chargeback is kept from their next sales.
            </li>
          </BulletList>
          <p>
            A hold lasts {lengthText(PAYOUT_HOLD_MS)}. A person can end or extend it, but no money is held for longer
            than {lengthText(PAYOUT_HOLD_MAX_MS)}. The Seller Hub says why and until when. To ask a person to look at
            it, use the <PageLink to="/Contact">Contact page</PageLink>.
          </p>
        </>
      ),
    },
    {
      id: "software",
      title: "What software decides",
      body: (
        <>
          <BulletList>
            {automatedDecisions(settings).map(({ title, decides, by }) => (
              <li key={title}>
                <strong>{title}.</strong> {decides}{" "}
                <span className="text-muted">{by === "software" ? "By software alone." : "Staff take part."}</span>
              </li>
            ))}
          </BulletList>
          <p>
            What each uses about you, and how to reach a person, is in the{" "}
            <PageLink to="/Privacy#automated">Privacy Policy</PageLink>.
          </p>
        </>
      ),
    },
    {
      id: "appeals",
      title: "How to appeal",
      body: (
        <>
          <p>
            If your account is suspended or banned, you see the reason and an Appeal button when you sign in. Tell us
            what happened. A person reads it and answers by email. If we were wrong, we take the missed payment off your
            record and lift the suspension straight away.
          </p>
          <p>
            To question a warning or removed content, write to <MailLink address={support} /> or use the{" "}
            <PageLink to="/Contact">Contact page</PageLink>. Nobody on our team decides a case they're part of.
          </p>
        </>
      ),
    },
    {
      id: "search",
      title: "Search order and Popular",
      body: (
        <>
          <BulletList>
            <li>
              <strong>Newest</strong> is the normal order. Sellers can move an item to the top once in{" "}
              {lengthText(RELIST_MS)}, for free.
            </li>
            <li>
              <strong>With a suburb,</strong> items within {RADIUS_KM_DEFAULT} km come first, then all others, unless
              you choose another distance. Nearest sorts by distance between suburbs.
            </li>
            <li>
              <strong>Popular</strong> adds up, for each item: views of the last {POPULARITY.days} days,{" "}
              {POPULARITY.wish} points for each person who has it on a wish list, and {POPULARITY.offer} points for each
              buyer who made an offer to Knowzee.
            </li>
            <li>
              We count a person's views of an item once in {lengthText(VIEW_WINDOW_MS)}. Your own views and robots don't
              count.
            </li>
          </BulletList>
          <p>
            Nobody can pay for a place in search results, and ratings don't change it. Ads are labelled Sponsored. Items
            of sellers on holiday, sold items and removed items aren't listed.
          </p>
        </>
      ),
    },
    features.knowzee && {
      id: "knowzee",
      title: "How Knowzee answers offers",
      body: (
        <>
          <p>
            Knowzee follows rules, the same for everyone. It gets a limit at or above the seller's minimum, and comes
            down only when you come up. Your offers count once your email address is confirmed.
          </p>
          <p>
            Other buyers' offers change nothing for you, with one exception. If several accounts younger than{" "}
            {lengthText(NEW_ACCOUNT_MS)} have tested an item's limit within a day, one person may be behind them.
            Knowzee is then stricter with other buyers of that item until an hour after the last of them. You can always
            put your offer to the seller, who decides. If you think it's wrong, contact us and a person looks at it.
          </p>
        </>
      ),
    },
    {
      id: "badges",
      title: "What the badges mean",
      body: (
        <>
          <p>A badge says what was checked, and no more. It doesn't promise that a deal goes well.</p>
          <BulletList>
            <li>
              <strong>Email confirmed:</strong> they opened a link we sent to their address.
            </li>
            <li>
              <strong>Phone confirmed:</strong> they entered a code we texted to their mobile. One account per number.
            </li>
            <li>
              <strong>Payout account checked by Stripe:</strong> Stripe has their identity and bank account, and can pay
              them. We never see either.
            </li>
            <li>
              <strong>Shows up … of …:</strong> pickups they came to, of those where one of you told us what happened.
              Several with one person on a day count once. It's shown from {SHOWS_UP_FROM} pickups on.
            </li>
            <li>
              <strong>Business:</strong> they gave us a name and an ABN. We check that the number can exist, not whose
              it is.
            </li>
            <li>
              <strong>Usually replies within…</strong> is the typical time from a buyer's first message to the seller's
              answer, over the last {lengthText(ANSWER_TIME.window_ms)}.
            </li>
          </BulletList>
        </>
      ),
    },
    {
      id: "ratings",
      title: "How ratings count",
      body: (
        <>
          <BulletList>
            <li>Only the two people of a completed deal can rate each other, once each, with stars.</li>
            <li>
              A rating stays hidden until both have rated, or until {lengthText(RATINGS_HIDDEN_MS)} after pickup. So
              nobody has to fear a bad rating in return. Once you can see the other rating, you can't rate any more, but
              you can reply.
            </li>
            <li>The person who was rated can reply once, in public.</li>
            <li>
              The average is the mean of all visible ratings. Ratings of free items and of deals under{" "}
              {formatCents(RATING_COUNTS_FROM_CENTS)} are shown but don't count, because two accounts could give each
              other any number of them. Nor does a second rating of the same person within {lengthText(PAIR_MS)}, or one
              of a sale that its buyer hasn't confirmed. Trades count.
            </li>
            <li>
              Ratings can't be changed. If a comment or a reply breaks our rules, we remove the text. The stars stay.
            </li>
            <li>
              Nobody may pay or reward anyone for a rating. Ratings of deals that look made up don't count until staff
              have looked. If they were, they never count, stars included.
            </li>
          </BulletList>
        </>
      ),
    },
  ];
  return all.filter((chapter) => chapter !== false);
}
