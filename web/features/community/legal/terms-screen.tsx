import { Link } from "react-router-dom";
import { useSession } from "../../../lib/session.ts";
import { type Chapter, LegalPage, MailLink, Out, Points } from "./legal-page.tsx";

/** /Terms: the rules that the service enforces, in plain language. */
export default function TermsScreen() {
  const { supportEmail, holdLength } = useSession();
  return (
    <LegalPage
      title="Terms of Service"
      updated="21 November 2026"
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
          By having an account or buying here you agree to these terms and to how we handle information (
          <Link to="/Privacy" className={linkClass}>
            Privacy Policy
          </Link>
          ). You must be 18, or have a parent or guardian who agrees and watches over it. One account a person; keep
          your password to yourself.
        </p>
      ),
    },
    {
      id: "role",
      title: "What Goodstreet is",
      body: (
        <p>
          We run the place where you meet, hold items while someone pays, pass on card payments, and step in when
          something goes wrong. We don't own, check or deliver the goods, and we are not a party to your deal. Browsing,
          listing and giving away cost nothing. Sellers can buy ad credit to promote listings; credit is spent only on
          promotions, and the price is shown before you spend it.
        </p>
      ),
    },
    {
      id: "listing",
      title: "Listing",
      body: (
        <>
          <p>List only what you own, may sell and can hand over. Say what is wrong with it. Use your own photos.</p>
          <Points>
            <li>
              Not allowed: anything illegal to sell, stolen or counterfeit goods, recalled or unsafe products, weapons,
              drugs and medicines, tobacco and vapes, alcohol, live animals, and anything that shames or endangers
              people.
            </li>
            <li>No phone numbers, email addresses or payment links in listings and requests.</li>
            <li>
              A giveaway for a charity or a cause is goods only. Nobody may collect money for a cause here, and you may
              name a charity only if the thing really goes to it.
            </li>
            <li>A business must say that it is one, and has all the duties of a business under the law.</li>
          </Points>
        </>
      ),
    },
    {
      id: "buying",
      title: "Holding, buying and paying",
      body: (
        <Points>
          <li>
            Buy Now or the cart holds an item for {holdLength}, up to five items at a time. Two holds in a row on the
            same item, then others get 30 minutes.
          </li>
          <li>
            An order is a promise to pay: by card within 30 minutes, by crypto within 2 hours, by bank transfer within 3
            days. Prices are in Australian dollars; the amount you are shown at checkout is the amount you pay.
          </li>
          <li>Sellers have two days to answer that a bank transfer or crypto payment has arrived.</li>
          <li>
            Collect in person on the agreed date. The address is shown 24 hours before. Check the item before you give
            your collection code. The code completes the deal.
          </li>
          <li>
            Something wrong with a paid order? Open a dispute up to 3 days after the collection date. Card money is
            passed on to the seller when you have collected, or when those 3 days are over. If we keep a fee from card
            sales, sellers see it before they list.
          </li>
        </Points>
      ),
    },
    {
      id: "missed",
      title: "Missed payments",
      body: (
        <p>
          If you accept and don't pay in time, your account is suspended for 24 hours. The second time within 12 months,
          it's closed to buying and selling. Our software applies this automatically. The notice shows why, and you can
          appeal to a person from it. If you've reported a payment, you aren't penalised while we sort it out. Orders
          already made can still be paid, collected and settled.
        </p>
      ),
    },
    {
      id: "trades",
      title: "Trades",
      body: (
        <p>
          A trade offer stands for 7 days. When it's accepted, everything in it is set aside for the two of you until
          both have said that it was handed over, or one of you calls it off. If an item is sold meanwhile, the offer
          ends. Cash on top is between the two of you, up to $500.
        </p>
      ),
    },
    {
      id: "knowzee",
      title: "Knowzee",
      body: (
        <p>
          Knowzee is software that negotiates for a seller within the limits the seller sets. What it accepts binds the
          seller for as long as the offer says. It can misunderstand; the price you see at checkout is the one that
          counts.
        </p>
      ),
    },
    {
      id: "conduct",
      title: "Being decent",
      body: (
        <Points>
          <li>No harassment, hate, threats or spam, and no ratings in return for favours.</li>
          <li>
            Don't take deals or payments elsewhere to get around the protections here. A check looks at messages for
            scams; it may add a caution, or hold a message until staff have read it.
          </li>
          <li>No scraping, no attacks, no accounts to get around a limit or a suspension.</li>
          <li>You can block and report people. We may remove content and close accounts that break these terms.</li>
        </Points>
      ),
    },
    {
      id: "content",
      title: "What you write and upload",
      body: (
        <p>
          It stays yours. You let us show, resize and store it to run and promote the marketplace, until you remove it
          and for as long after as a deal or the law needs it.
        </p>
      ),
    },
    {
      id: "consumer-law",
      title: "Australian Consumer Law",
      body: (
        <>
          <p>
            If you buy from a business, the goods come with guarantees that cannot be excluded under the Australian
            Consumer Law: you are entitled to a repair, replacement or refund for a major failure. If you buy from a
            private person, fewer guarantees apply, but they must own what they sell and must not mislead you.
          </p>
          <p>
            Our own services to you also come with guarantees: we provide them with due care and skill. Nothing in these
            terms excludes, restricts or modifies any right that cannot lawfully be excluded.{" "}
            <Out href="https://www.accc.gov.au/consumers">accc.gov.au</Out> explains them.
          </p>
        </>
      ),
    },
    {
      id: "liability",
      title: "What we answer for",
      body: (
        <p>
          As far as the law allows, we don't answer for the goods, for what people here say or do, or for losses that
          could not be foreseen. Where we may limit it, what we owe for our services is to supply them again or to pay
          for that. We don't promise that the service is always up.
        </p>
      ),
    },
    {
      id: "ending",
      title: "Ending it",
      body: (
        <p>
          Stop at any time; write to <MailLink address={supportEmail} /> to have your account deleted once open orders
          are settled. We may suspend or close an account that breaks these terms; we say why, and you can ask a person
          to look again. Tell us then what to do about unused ad credit.
        </p>
      ),
    },
    {
      id: "disputes",
      title: "Disagreements and law",
      body: (
        <p>
          Talk to each other, then to us. If you disagree with us, write to us first; after that your state's fair
          trading office or tribunal can help. The law of Victoria, Australia applies, and its courts decide, without
          taking away protections you have where you live. If these terms change in a way that matters to you, we
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
