import { Link } from "react-router-dom";
import { useSession } from "../../../lib/session.ts";
import { BulletList, type Chapter, ExternalLink, LegalPage, MailLink } from "./legal-page.tsx";

/** /Privacy: what the service stores, shows and decides. Keep it in line with the code. */
export default function PrivacyScreen() {
  const { supportEmail } = useSession();
  return (
    <LegalPage title="Privacy Policy" updated="29 November 2026" summary={summary} chapters={chapters(supportEmail)} />
  );
}

const linkClass = "font-semibold text-brand-ink underline underline-offset-4";

const summary = (
  <>
    <p>
      We only keep what a marketplace needs: who you are, and what you list, buy and write here. Other people see your
      first name and initial, suburb and ratings. They never see your email, phone or address, except the collection
      address of an item they've paid for, shortly before they pick it up.
    </p>
    <p>We don't sell personal information, and we don't run other companies' trackers or ad networks on these pages.</p>
    <p>
      Our software makes some decisions by itself, such as a suspension after a missed payment. You can always ask a
      person to look at it again.
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
          Goodstreet is an online marketplace for second-hand items in Australia. This policy explains how we handle
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
        <BulletList>
          <li>
            <strong>Your account:</strong> name, email address, and your password as a one-way hash we can't read. If
            you sign in with Google, your name, email address and Google's identifier for you, and nothing else.
          </li>
          <li>
            <strong>Your profile, if you fill it in:</strong> suburb, city, state, postcode, phone, collection address,
            bank details (account name, BSB and number), a mobile number you confirm, crypto wallet addresses, and for a
            business its name, ABN and website.
          </li>
          <li>
            <strong>What you do here:</strong> listings and their photos, requests, giveaways, offers and negotiations,
            messages, trades, wish lists, saved searches, orders, ratings, reports and blocks.
          </li>
          <li>
            <strong>Payments:</strong> card details go straight to Stripe and never reach us. We keep the amount, the
            status and Stripe's reference. For bank transfers we keep the reference, and for crypto the transaction
            hash.
          </li>
          <li>
            <strong>Technical details:</strong> for each sign-in, the browser's name and IP address, so you can see and
            end your sessions, and how many views and requests come from an address, so our limits work.
          </li>
          <li>
            <strong>What you write to us:</strong> your message, and the name and email address you give us with it. You
            don't need an account to write to us.
          </li>
        </BulletList>
      ),
    },
    {
      id: "photos",
      title: "Photos and places",
      body: (
        <p>
          We remove hidden data from photos, including where they were taken, before we store them. We measure distances
          and search near a place from the middle of a suburb or postcode, never from an address. If you press "Use my
          location", your browser finds the closest suburb itself: your coordinates never reach us, only the suburb you
          save. If you're signed in and your profile has no suburb yet, it becomes your profile's suburb.
        </p>
      ),
    },
    {
      id: "use",
      title: "What we use it for",
      body: (
        <BulletList>
          <li>Running the marketplace: showing listings, holding items, taking payments and arranging pickup.</li>
          <li>Notifying you about orders, messages, matches and price drops. You choose what comes by email.</li>
          <li>Keeping people safe: limits, reports, checking messages for scams, and records of what staff did.</li>
          <li>Answering you, and meeting our legal duties.</li>
        </BulletList>
      ),
    },
    {
      id: "shown",
      title: "Who sees what",
      body: (
        <BulletList>
          <li>
            <strong>Everyone:</strong> your first name and initial, suburb and city, when you joined, your ratings and
            replies to them, how fast you usually reply, how often you show up, whether you've confirmed your email
            address and phone number and have a payout account, your listings, and a store or business page if you have
            one. Signed-in people also see your open requests.
          </li>
          <li>
            <strong>The buyer of your item:</strong> your bank details or wallet, once they've agreed to the collection
            details, and only for the method they chose. We keep a record each time. They also see the collection
            address from 24 hours before the collection date, once the order is paid or confirmed.
          </li>
          <li>
            <strong>People you message or trade with:</strong> your messages and your name. Never your email address.
          </li>
          <li>
            <strong>Our staff:</strong> what they need to answer you and to decide reports and appeals. Staff only read
            messages that are reported, held by the scam check or about an order in dispute, or if you ask us to look.
          </li>
        </BulletList>
      ),
    },
    {
      id: "automated",
      title: "Automated decisions",
      body: (
        <>
          <p>
            Our software makes these decisions by fixed rules, from the information listed here, without a person. You
            can question any of them, and then a person decides.
          </p>
          <BulletList>
            <li>
              <strong>Missed payments.</strong> From your orders, their payment deadlines and whether you told us you'd
              paid. A first missed payment suspends an account from buying and selling for 24 hours. A second within 12
              months closes it to buying and selling for good. If several orders lapse before the suspension ends, they
              count as one. The notice shows which orders it's about and has a button to appeal. Staff decide appeals.
            </li>
            <li>
              <strong>Unanswered payment confirmations.</strong> From the dates of payments we told you about. We
              restrict your selling until they're settled.
            </li>
            <li>
              <strong>Held payouts.</strong> From your number of card sales, a ban, a report of fraud or a counterfeit
              by the buyer of that order, a fraud warning of the card's bank, and what you owe us. We send the money
              later, or keep what you owe from it. The Seller Hub says why and until when. Contact us if it's wrong, and
              a person looks at it.
            </li>
            <li>
              <strong>Knowzee, the negotiation assistant.</strong> From the seller's settings and the buyer's words and
              offers. It accepts, refuses or counters offers on an item for the seller, and never goes below the
              seller's minimum. Rules make the decision, on our server; no language model reads the chat. Of you it
              knows whether your email address is confirmed, and whether your account is younger than a week:{" "}
              <Link to="/HowWeDecide#knowzee" className="underline">
                how that counts
              </Link>
              . Ask the seller or contact us, and a person looks at it.
            </li>
            <li>
              <strong>The scam check.</strong> From the words of a message. We deliver it, show it with a warning, or
              hold it until staff have looked at it. We tell the sender when we hold a message.
            </li>
            <li>
              <strong>The goods check.</strong> From the words of a listing. We list it, keep it hidden until staff have
              looked at it, or refuse it and say which rule it is. You can ask staff to review a refusal.
            </li>
            <li>
              <strong>Interest badges, trending and popular lists.</strong> From counts of views, current viewers, wish
              lists and offers on an item. They say nothing about you.
            </li>
            <li>
              <strong>Matches.</strong> From the words, category, price and suburb of requests, saved searches and
              listings. They decide who we tell about a new listing.
            </li>
            <li>
              <strong>Limits.</strong> From how often an account or address does something. If it's too often, you'll
              have to wait.
            </li>
          </BulletList>
        </>
      ),
    },
    {
      id: "others",
      title: "Companies that work for us",
      body: (
        <>
          <BulletList>
            <li>
              <strong>Cloudflare</strong> runs our servers, database and photo store, and delivers our emails.
            </li>
            <li>
              <strong>Stripe</strong> takes card payments and checks the identity of sellers who are paid out by card.
              With a card payment it gets your email address, for its receipt, and the titles of what you buy.
            </li>
            <li>
              <strong>An SMS provider</strong> sends you a code if you confirm a phone number.
            </li>
            <li>
              <strong>Google</strong>, only if you choose to sign in with Google.
            </li>
            <li>
              <strong>Your browser's maker</strong> delivers push notifications, encrypted, if you turn them on.
            </li>
          </BulletList>
          <p>
            They may handle information outside Australia, including in the United States. Beyond this, we only disclose
            personal information where the law requires or allows it, such as to the police or a court.
          </p>
        </>
      ),
    },
    {
      id: "kept",
      title: "How long we keep it",
      body: (
        <BulletList>
          <li>Account, profile, listings, photos and requests: as long as you have your account.</li>
          <li>
            Messages: as long as you or the person you wrote to has an account. Once you've deleted yours, they see them
            without your name or photos.
          </li>
          <li>
            Orders, payments, trades, ratings, missed payments and staff records: at least 7 years, for tax and
            disputes. After you delete your account, without your name.
          </li>
          <li>A confirmed phone number: until you remove it, or delete your account. Codes we text you: 10 minutes.</li>
          <li>
            Sign-ins: until you sign out, or at most 30 days after you last used them. Links in emails: 30 minutes to 24
            hours.
          </li>
          <li>Counters for limits: 1 day. Individual views of an item: 16 days, then only the total.</li>
          <li>
            Unfinished listings: 90 days. Unused photos: 1 day. Notifications: 90 days. Texts of emails: 30 days. Copies
            of your data you've asked for: 1 day.
          </li>
          <li>A missed payment counts for 12 months.</li>
        </BulletList>
      ),
    },
    {
      id: "cookies",
      title: "Cookies and storage in your browser",
      body: (
        <>
          <p>We only use our own cookies, and none for other companies' advertising.</p>
          <BulletList>
            <li>2 cookies keep you signed in: one for 5 minutes at a time, the other for 30 days.</li>
            <li>
              One remembers that you've signed in on this device, so nobody can lock you out by guessing your password.
              It lasts a year.
            </li>
            <li>
              One tells visits apart, so we count views and ad views once. It's a random number and lasts 180 days.
            </li>
            <li>
              One remembers the suburb you set, so we can list what's near you. It lasts a year, or until you sign out.
            </li>
            <li>One is for signing in with Google. It lasts 10 minutes.</li>
            <li>One is for signing in with a passkey or a code. It lasts 5 minutes.</li>
          </BulletList>
          <p>
            Your browser also stores your colour scheme, finished tours, drafts, and messages waiting to be sent. So you
            can use Goodstreet offline, it keeps the items you last looked at, your orders and your conversations until
            you sign out. Stripe sets its own cookies on card payment steps to prevent fraud.
          </p>
        </>
      ),
    },
    {
      id: "security",
      title: "How we protect it",
      body: (
        <p>
          We encrypt connections, hash passwords and only send private details to the people named above. We ask for
          your password again before you change your email or bank details. If a breach is likely to cause serious harm,
          we'll tell you and the Office of the Australian Information Commissioner, as the law requires.
        </p>
      ),
    },
    {
      id: "rights",
      title: "Seeing, correcting and deleting your information",
      body: (
        <>
          <p>
            You can see and change most of it in{" "}
            <Link to="/Settings" className={linkClass}>
              Account Settings
            </Link>
            . There you can also download a copy of your data and delete your account. We hide your listings straight
            away and erase your data after 14 days; until then you can change your mind. Open orders, refunds and
            balances have to be finished first. Backups may hold your data a while longer, but we erase it again if we
            ever restore one.
          </p>
          <p>
            Can't sign in, or need something corrected? Write to <MailLink address={supportEmail} />. We'll answer
            within 30 days. If the law makes us keep something, we'll tell you. Every email that isn't about an order or
            your account has an unsubscribe link.
          </p>
          <p>You can use our public pages without an account and without giving your name.</p>
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
          <ExternalLink href="https://www.oaic.gov.au/privacy/privacy-complaints">oaic.gov.au</ExternalLink>, 1300 363
          992.
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
