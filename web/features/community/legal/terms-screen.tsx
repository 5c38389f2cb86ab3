import { Link } from "react-router-dom";
import { useSession } from "../../../lib/session.ts";
import { BulletList, type Chapter, ExternalLink, LegalPage, MailLink } from "./legal-page.tsx";

/** /Terms: the rules that the service enforces, in plain language. */
export default function TermsScreen() {
  const { supportEmail, holdLength } = useSession();
  return (
    <LegalPage
      title="Terms of Service"
      updated="29 November 2026"
      summary={summary}
      chapters={chapters(supportEmail, holdLength)}
    />
  );
}

const linkClass = "font-semibold text-brand-ink underline underline-offset-4";

const summary = (
  <>
    <p>Goodstreet brings people together. The sale, trade or gift is between the two of you.</p>
    <p>Describe items honestly, pay for what you buy, turn up, and be decent.</p>
    <p>Nothing here takes away your rights under the Australian Consumer Law.</p>
  </>
);

function chapters(supportEmail: string | null, holdLength: string): Chapter[] {
  return [
    {
      id: "agreement",
      title: "These terms",
      body: (
        <p>
          By having an account or buying here, you agree to these terms and to how we handle your information (
          <Link to="/Privacy" className={linkClass}>
            Privacy Policy
          </Link>
          ). You must be 18, or have a parent or guardian who agrees and supervises your account. Each person can have
          one account. Keep your password to yourself.
        </p>
      ),
    },
    {
      id: "role",
      title: "What Goodstreet is",
      body: (
        <p>
          We run the place where you meet, hold items while someone pays, pass on card payments, and step in when
          something goes wrong. We don't own, check or deliver the goods, and we aren't a party to your deal. Browsing,
          listing and giving items away are free. Sellers can buy ad credit to promote listings. You can only spend it
          on promotions, and we show you the price before you do.
        </p>
      ),
    },
    {
      id: "listing",
      title: "Listing",
      body: (
        <>
          <p>
            Only list items you own, are allowed to sell and can hand over. Point out any faults. Use your own photos.
          </p>
          <BulletList>
            <li>
              Not allowed: anything illegal to sell, stolen or counterfeit goods, recalled or unsafe products, weapons,
              drugs and medicines, tobacco and vapes, alcohol, live animals, and anything that humiliates people or puts
              them in danger.
            </li>
            <li>Don't put phone numbers, email addresses or payment links in listings or requests.</li>
            <li>
              Giveaways for a charity or cause are goods only. Nobody may collect money for a cause here, and you may
              only name a charity if the item really goes to it.
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
            Buy Now or the cart holds an item for {holdLength}, up to 5 items at a time. After you've held the same item
            twice in a row, others get 30 minutes to hold it.
          </li>
          <li>
            An order is a promise to pay: by card within 30 minutes, by crypto within 2 hours, by bank transfer within 3
            days. Prices are in Australian dollars. You pay the amount shown at checkout.
          </li>
          <li>
            Sellers have 2 business days to tell us whether a bank transfer or crypto payment has arrived, or until the
            pickup if that is sooner.
          </li>
          <li>
            Pick up in person on the agreed date. We show you the address 24 hours before. Check the item before you
            give the seller your collection code, because the code completes the deal.
          </li>
          <li>
            Something wrong with a paid order? You can open a dispute up to 3 days after the collection date, or after
            your payment if that was confirmed later.
          </li>
        </BulletList>
      ),
    },
    {
      id: "payouts",
      title: "Money from card sales",
      body: (
        <BulletList>
          <li>
            <strong>When we send it.</strong> We keep a card payment until the buyer has the item, or until 3 days after
            the collection date without a dispute. Then we send it to your account at Stripe, less our fee if there is
            one. You see that fee before you list. Your first card sales are sent later: normally the first 3, 7 days
            after pickup.
          </li>
          <li>
            <strong>When we hold it.</strong> While a dispute, a refund or the buyer's bank is undecided. If our team
            has a reason, if we ban you, or if the buyer of that order reports fraud or a counterfeit: for 14 days,
            which our team can extend, but never longer than 90 days. You read why and until when, and can ask us to
            look again.
          </li>
          <li>
            <strong>When we claim it back.</strong> If the buyer gets money back that we've already sent you, you owe it
            to us. We take it from your account at Stripe, and what isn't there from your next card sales before we send
            anything. After 14 days buyers can't pay you by card until it's settled.
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
      title: "Missed payments",
      body: (
        <p>
          If you accept and don't pay in time, your account is suspended for 24 hours. The second time within 12 months,
          it's closed to buying and selling. Our software does this automatically. The notice tells you why and lets you
          appeal to a person. If you've told us you paid, you won't be penalised while we sort it out. You can still pay
          for, pick up and settle existing orders.
        </p>
      ),
    },
    {
      id: "trades",
      title: "Trades",
      body: (
        <p>
          A trade offer lasts 7 days. Once it's accepted, we set everything in it aside for the two of you until you've
          both confirmed the swap or one of you calls it off. If an item is sold in the meantime, the offer ends. You
          settle any cash on top between yourselves, up to $500.
        </p>
      ),
    },
    {
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
          <li>No harassment, hate, threats or spam, and no ratings in return for favours.</li>
          <li>
            Don't take deals or payments elsewhere to get around the protections here. We check messages for scams. The
            check may add a warning, or hold a message until staff have read it.
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
          You can stop at any time. Write to <MailLink address={supportEmail} /> to have your account deleted once any
          open orders are settled. We may suspend or close an account that breaks these terms. We'll tell you why, and
          you can ask a person to look at it again. Let us know then what to do with any unused ad credit.
        </p>
      ),
    },
    {
      id: "disputes",
      title: "Disagreements and the law",
      body: (
        <p>
          Talk to each other first, then to us. If you disagree with us, write to us first. After that, your state's
          fair trading office or tribunal can help. The law of Victoria, Australia applies and its courts decide, but
          you keep any protections you have where you live. If we change these terms in a way that matters to you, we'll
          announce it beforehand under{" "}
          <Link to="/Announcements" className={linkClass}>
            Announcements
          </Link>
          .
        </p>
      ),
    },
  ];
}
