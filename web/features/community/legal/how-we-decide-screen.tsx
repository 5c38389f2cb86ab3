import { Link } from "react-router-dom";
import { useSession } from "../../../lib/session.ts";
import { DecisionFiguresView } from "./decision-figures.tsx";
import { BulletList, type Chapter, LegalPage, MailLink } from "./legal-page.tsx";

/** /HowWeDecide: what people decide, what rules decide, and how to appeal. Keep it in line with docs/rules.md. */
export default function HowWeDecideScreen() {
  const { supportEmail } = useSession();
  return (
    <LegalPage title="How we decide" updated="29 November 2026" summary={summary} chapters={chapters(supportEmail)} />
  );
}

const linkClass = "font-semibold text-brand-ink underline underline-offset-4";

const summary = (
  <>
    <p>
      People decide reports and appeals. Fixed rules decide what happens after a missed payment, the order of search
      results and how ratings count. They're the same for everyone.
    </p>
    <p>Every suspension says why. You can ask a person to look at it again.</p>
  </>
);

function chapters(supportEmail: string | null): Chapter[] {
  return [
    {
      id: "figures",
      title: "The last 12 months in numbers",
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
              We leave it, remove it, warn the person, suspend their account for 1 to 90 days, or close it to buying and
              selling.
            </li>
            <li>
              Nothing happens by itself, however many people report the same thing, except that a buyer's report of
              fraud or a counterfeit holds the seller's money for that order.
            </li>
            <li>Staff can't decide a report they made, or one about themselves.</li>
            <li>You hear what came of your report. The other person hears our reason, but not who reported them.</li>
            <li>Every decision goes into a log that nobody can change afterwards.</li>
          </BulletList>
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
              <strong>The first time:</strong> you can't buy or sell for 24 hours.
            </li>
            <li>
              <strong>Again within 12 months:</strong> your account is closed to buying and selling.
            </li>
            <li>
              <strong>Counted once:</strong> all orders you miss until 24 hours after we've told you about the first.
            </li>
            <li>
              <strong>Not counted:</strong> orders where you told us that you'd paid, where your card was declined, or
              where you were suspended during the time to pay.
            </li>
          </BulletList>
          <p>
            You can still pay, pick up and hand over your open orders. After 12 months a missed payment doesn't count
            any more. Sellers who don't say whether a payment arrived can't list or sell until they do.
          </p>
        </>
      ),
    },
    {
      id: "held-payouts",
      title: "Held payouts",
      body: (
        <>
          <p>Sellers get the money of a card sale once the buyer has the item. Fixed rules hold it for longer:</p>
          <BulletList>
            <li>
              <strong>First card sales:</strong> normally the first 3 of a seller, until 7 days after pickup. We look at
              the number of sales only.
            </li>
            <li>
              <strong>A report of fraud or a counterfeit</strong> by the buyer of that order, once. A stranger's report
              holds nothing. It ends when a person has found nothing wrong.
            </li>
            <li>
              <strong>A warning of the card's bank</strong> that a payment may be fraud. Our team decides. If it hasn't
              within 48 hours, an order that wasn't picked up is cancelled and the card gets its money back. Any other
              goes on after 14 days.
            </li>
            <li>
              <strong>A ban by our team.</strong> A missed payment holds nothing.
            </li>
            <li>
              <strong>What a seller owes us</strong> after a refund or chargeback is kept from their next sales.
            </li>
          </BulletList>
          <p>
            A hold lasts 14 days. A person can end or extend it, but no money is held for longer than 90 days. The
            Seller Hub says why and until when. To ask a person to look at it, use the{" "}
            <Link to="/Contact" className={linkClass}>
              Contact page
            </Link>
            .
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
            To question a warning or removed content, write to <MailLink address={supportEmail} /> or use the{" "}
            <Link to="/Contact" className={linkClass}>
              Contact page
            </Link>
            . Nobody on our team decides a case they're part of.
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
              <strong>Newest</strong> is the normal order. Sellers can move an item to the top once in 7 days, for free.
            </li>
            <li>
              <strong>With a suburb,</strong> items within 25 km come first, then all others. Nearest sorts by distance
              between suburbs.
            </li>
            <li>
              <strong>Popular</strong> adds up, for each item: views of the last 7 days, 5 points for each wish list
              it's on, and 10 points for each buyer who made an offer to Knowzee.
            </li>
            <li>We count a person's views of an item once in 30 minutes. Your own views and robots don't count.</li>
          </BulletList>
          <p>
            Nobody can pay for a place in search results, and ratings don't change it. Ads are labelled Sponsored. Items
            of sellers on holiday, sold items and removed items aren't listed.
          </p>
        </>
      ),
    },
    {
      id: "knowzee",
      title: "How Knowzee answers offers",
      body: (
        <>
          <p>
            Knowzee follows rules, the same for everyone. It gets a limit at or above the seller's minimum, and comes
            down only when you come up. Your offers count once your email address is confirmed.
          </p>
          <p>
            Other buyers' offers change nothing for you, with one exception. If three or more accounts younger than a
            week have tested an item's limit within a day, one person may be behind them. Knowzee is then stricter with
            other buyers of that item until an hour after the last of them. You can always put your offer to the seller,
            who decides. If you think it's wrong, contact us and a person looks at it.
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
              <strong>Shows up 11 of 12:</strong> pickups they came to, of those agreed. It's shown from 3 pickups on.
            </li>
            <li>
              <strong>Usually replies within…</strong> is the typical time from a buyer's first message to the seller's
              answer, over the last 90 days.
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
            <li>Only the two people of a completed deal can rate each other, once each, with 1 to 5 stars.</li>
            <li>
              A rating stays hidden until both have rated, or until 14 days after pickup. So nobody has to fear a bad
              rating in return. Once you can see the other rating, you can't rate any more, but you can reply.
            </li>
            <li>The person who was rated can reply once, in public.</li>
            <li>
              The average is the mean of all visible ratings. Ratings of free items and of deals under $1 are shown but
              don't count, because two accounts could give each other any number of them. Trades count.
            </li>
            <li>
              Ratings can't be changed. If a comment or a reply breaks our rules, we remove the text. The stars stay.
            </li>
          </BulletList>
        </>
      ),
    },
  ];
}
