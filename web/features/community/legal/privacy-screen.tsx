import { Link } from "react-router-dom";
import { useSession } from "../../../lib/session.ts";
import { type Chapter, LegalPage, MailLink, Out, Points } from "./legal-page.tsx";

/** /Privacy: what the service stores, shows and decides. Keep it in line with the code. */
export default function PrivacyScreen() {
  const { supportEmail } = useSession();
  return (
    <LegalPage title="Privacy Policy" updated="21 November 2026" summary={summary} chapters={chapters(supportEmail)} />
  );
}

const linkClass = "font-semibold text-brand-ink underline underline-offset-4";

const summary = (
  <>
    <p>
      We keep what a marketplace needs: who you are, what you list, buy and write here. Other people see your first name
      and initial, suburb and ratings, never your email, phone or address, except the collection address of something
      they have paid for, shortly before they collect it.
    </p>
    <p>We don't sell personal information, and no other company's trackers or ad networks run on these pages.</p>
    <p>
      Some things are decided by rules without a person, such as a suspension after a missed payment. You can always ask
      a person to look again.
    </p>
  </>
);

function chapters(supportEmail: string | null): Chapter[] {
  return [
    {
      id: "who",
      title: "Who we are",
      body: (
        <p>
          Goodstreet is an online marketplace for second-hand items in Australia. This policy says how we handle
          personal information under the Privacy Act 1988 (Cth) and the Australian Privacy Principles. Write to{" "}
          <MailLink address={supportEmail} /> or use the{" "}
          <Link to="/Contact" className={linkClass}>
            Contact page
          </Link>
          .
        </p>
      ),
    },
    {
      id: "collect",
      title: "What we collect",
      body: (
        <Points>
          <li>
            <strong>Your account:</strong> name, email address, and your password as a one-way hash we cannot read. If
            you sign in with Google: your name, email address and Google's identifier for you, and nothing else.
          </li>
          <li>
            <strong>Your profile, as far as you fill it in:</strong> suburb, city, state, postcode, phone, collection
            address, bank details (account name, BSB and number), crypto wallet addresses, and for a business its name,
            ABN and website.
          </li>
          <li>
            <strong>What you do here:</strong> listings and their photos, requests, giveaways, offers and negotiations,
            messages, trades, wish lists, saved searches, orders, ratings, reports and blocks.
          </li>
          <li>
            <strong>Payments:</strong> card details go straight to Stripe and never reach us. We keep the amount, the
            state and Stripe's reference. For bank transfers we keep the reference, for crypto the transaction hash.
          </li>
          <li>
            <strong>Technical facts:</strong> for each sign-in the browser's name and IP address, so that you can see
            and end your sessions; counts of views and of requests from an address, so that limits work.
          </li>
          <li>
            <strong>What you write to us:</strong> the message, and the name and email address you give with it. You can
            write without an account.
          </li>
        </Points>
      ),
    },
    {
      id: "photos",
      title: "Photos and places",
      body: (
        <p>
          We remove the hidden data in photos, including where they were taken, before they are stored. Distances and
          searches near a place are measured from the middle of a suburb or postcode, never from an address.
        </p>
      ),
    },
    {
      id: "use",
      title: "What we use it for",
      body: (
        <Points>
          <li>Running the marketplace: showing listings, holding items, taking payments, arranging collection.</li>
          <li>Notifying you about orders, messages, matches and price drops. You choose what comes by email.</li>
          <li>Keeping people safe: limits, reports, the check of messages for scams, and records of what staff did.</li>
          <li>Answering you, and meeting our legal duties.</li>
        </Points>
      ),
    },
    {
      id: "shown",
      title: "Who sees what",
      body: (
        <Points>
          <li>
            <strong>Everyone:</strong> your first name and initial, suburb and city, when you joined, your ratings, your
            listings, and a store or business page if you have one. Signed-in people also see your open requests.
          </li>
          <li>
            <strong>The buyer of your item:</strong> your bank details or wallet, once they have agreed to the
            collection details and only for the method they chose; each time is recorded. The collection address from 24
            hours before the collection date, once the order is paid or confirmed.
          </li>
          <li>
            <strong>The person you write with or trade with:</strong> your messages and your name. Never your email
            address.
          </li>
          <li>
            <strong>Our staff:</strong> what they need to answer you and to decide reports and appeals. Messages are
            read by staff only when they are reported, held by the scam check, about an order in dispute, or you ask us
            to look.
          </li>
        </Points>
      ),
    },
    {
      id: "automated",
      title: "Decisions made by computer",
      body: (
        <>
          <p>
            These are made by fixed rules in our software, from the information named, without a person. Each can be
            questioned, and then a person decides.
          </p>
          <Points>
            <li>
              <strong>Missed payments.</strong> From your orders, their payment deadlines and whether a payment was
              reported: a first missed payment suspends an account from buying and selling for 24 hours, a second within
              12 months closes it to buying and selling for good. Orders that lapse on the same occasion count once. The
              notice shows the orders it is about, with a button to appeal; staff decide appeals.
            </li>
            <li>
              <strong>Unanswered payment confirmations.</strong> From the dates of payments you were told of: your
              selling is restricted until they are settled.
            </li>
            <li>
              <strong>Knowzee, the negotiation assistant.</strong> From the seller's settings and the buyer's words and
              offers: it accepts, refuses or counters offers on an item for its seller, never below the seller's
              minimum. It doesn't look at who you are. Rules make the decision. A language model may only word the
              reply, if an administrator has turned one on; then the item's public details and the message it answers
              are sent to that model's operator.
            </li>
            <li>
              <strong>The scam check.</strong> From the words of a message: it passes, is shown with a caution, or is
              held until staff have looked. We tell the sender when a message is held.
            </li>
            <li>
              <strong>Interest badges, trending and popular lists.</strong> From counts of views, current viewers, wish
              lists and offers on an item. They say nothing about you.
            </li>
            <li>
              <strong>Matches.</strong> From the words, category, price and suburb of requests, saved searches and
              listings: who is told about a new listing.
            </li>
            <li>
              <strong>Limits.</strong> From how often an account or address does something: too much has to wait.
            </li>
          </Points>
        </>
      ),
    },
    {
      id: "others",
      title: "Companies that work for us",
      body: (
        <>
          <Points>
            <li>
              <strong>Cloudflare</strong> runs our servers, database and photo store, and delivers our emails.
            </li>
            <li>
              <strong>Stripe</strong> takes card payments and checks the identity of sellers who are paid out by card.
            </li>
            <li>
              <strong>Google</strong>, only if you choose to sign in with Google.
            </li>
            <li>
              <strong>Your browser's maker</strong> carries push notifications, encrypted, if you turn them on.
            </li>
            <li>
              <strong>A language model's operator</strong>, only as described under Knowzee above.
            </li>
          </Points>
          <p>
            They may handle information outside Australia, including in the United States. Beyond this we disclose
            personal information only where the law requires or allows it, such as to the police or a court.
          </p>
        </>
      ),
    },
    {
      id: "kept",
      title: "How long we keep it",
      body: (
        <Points>
          <li>Account, profile, listings, messages and requests: as long as you have your account.</li>
          <li>
            Orders, payments, trades, ratings, missed payments and staff records: at least seven years, for tax and
            disputes.
          </li>
          <li>
            Sign-ins: until you sign out, at most 30 days after the last use. Links in emails: 30 minutes to 24 hours.
          </li>
          <li>Counters for limits: a day. Single views of an item: 16 days, then only their number.</li>
          <li>Unfinished listings: 90 days. Photos that belong to nothing: a day. Notifications: 90 days.</li>
          <li>A missed payment counts for 12 months.</li>
        </Points>
      ),
    },
    {
      id: "cookies",
      title: "Cookies and storage in your browser",
      body: (
        <>
          <p>We use only cookies of our own, and none for other companies' advertising.</p>
          <Points>
            <li>Two keep you signed in: one for five minutes at a time, one for 30 days.</li>
            <li>
              One remembers that you have signed in on this device, so that others' guesses can't lock you out: a year.
            </li>
            <li>One tells visits apart, so that views and ad views are counted once: 180 days, a random number.</li>
            <li>One for ten minutes while you sign in with Google.</li>
          </Points>
          <p>
            Your browser also keeps for itself: the colour scheme, finished tours, drafts, and messages waiting for a
            network. For places without one it keeps the items you looked at last, your orders and your conversations,
            until you sign out. Stripe sets its own cookies on card payment steps, against fraud.
          </p>
        </>
      ),
    },
    {
      id: "security",
      title: "How we protect it",
      body: (
        <p>
          Connections are encrypted, passwords are hashed, private fields are sent only to those named above, and
          changes of email or bank details ask for your password again. If a breach is likely to cause serious harm, we
          tell you and the Office of the Australian Information Commissioner, as the law requires.
        </p>
      ),
    },
    {
      id: "rights",
      title: "Seeing, correcting and deleting",
      body: (
        <>
          <p>
            You can see and change most of it in{" "}
            <Link to="/Settings" className={linkClass}>
              Account Settings
            </Link>
            . For a copy, a correction or the deletion of your account, write to <MailLink address={supportEmail} />; we
            answer within 30 days. What the law makes us keep, we keep, and tell you so. Every email that isn't about an
            order or your account has a link to stop it.
          </p>
          <p>You may use our public pages without an account and without giving a name.</p>
        </>
      ),
    },
    {
      id: "complaints",
      title: "Complaints",
      body: (
        <p>
          Tell us first, and we'll answer within 30 days. If that doesn't settle it, you can complain to the Office of
          the Australian Information Commissioner:{" "}
          <Out href="https://www.oaic.gov.au/privacy/privacy-complaints">oaic.gov.au</Out>, 1300 363 992.
        </p>
      ),
    },
    {
      id: "changes",
      title: "Changes",
      body: (
        <p>
          If we change this policy in a way that matters to you, we'll announce it under{" "}
          <Link to="/Announcements" className={linkClass}>
            Announcements
          </Link>{" "}
          before it takes effect.
        </p>
      ),
    },
  ];
}
