import type { PolicyFacts } from "#contract/site/policies";
import { DELETION_GRACE_MS } from "#domain/account/deletion";
import { DAY_MS, SECOND_MS } from "#domain/deadlines";
import { lengthText } from "#domain/length-of-time";
import { ADDRESS_AFTER_MS, ADDRESS_BEFORE_MS } from "#domain/orders/collection";
import { automatedDecisions } from "#domain/site/policies/automated-decisions";
import { COOKIE_SECONDS, COOKIE_USES } from "#domain/site/policies/cookies";
import { KEPT_DATA } from "#domain/site/policies/kept-data";
import { RECEIVER_TEXTS } from "#domain/site/policies/receivers";
import { BulletList, type Chapter, ExternalLink, LegalPage, MailLink, OperatorText, PageLink } from "./legal-page.tsx";

/** /Privacy: what the service stores, shows and decides. Lists come from what the code declares. */
export default function PrivacyScreen() {
  return (
    <LegalPage
      title="Privacy Policy"
      updated="29 November 2026"
      write={(facts) => ({ summary, chapters: chapters(facts) })}
    />
  );
}

const summary = (
  <>
    <p>
      We only keep what a marketplace needs: who you are, and what you list, buy and write here. Other people see your
      first name and initial, suburb and ratings. They never see your email or phone. They see the pickup address of an
      item they've bought, reserved, won or swapped, shortly before they pick it up.
    </p>
    <p>We don't sell personal information, and we don't run other companies' trackers or ad networks on these pages.</p>
    <p>
      Our software makes some decisions by itself, such as a suspension after a missed payment. You can always ask a
      person to look at it again.
    </p>
  </>
);

/** Times that the law, or we, name for answers to questions about personal information. */
const ANSWER_MS = 30 * DAY_MS;

const cookies = Object.keys(COOKIE_USES) as (keyof typeof COOKIE_USES)[];

function chapters(facts: PolicyFacts): Chapter[] {
  const { settings, support_email: support, receivers } = facts;
  const { site_name: site, operator } = settings;
  const contact = <MailLink address={operator.privacy_email || support} />;
  return [
    {
      id: "who",
      title: "Who we are",
      body: (
        <p>
          {site} is an online marketplace for second-hand items in Australia. <OperatorText facts={facts} /> This policy
          explains how we handle personal information under the Privacy Act 1988 (Cth) and the Australian Privacy
          Principles. Write to {contact} or use the <PageLink to="/Contact">Contact page</PageLink>.
        </p>
      ),
    },
    {
      id: "kept",
      title: "What we keep, and how long",
      body: (
        <BulletList>
          {KEPT_DATA.map(({ title, what, kept }) => (
            <li key={title}>
              <strong>{title}:</strong> {what} <span className="text-muted">{kept}</span>
            </li>
          ))}
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
            <strong>The buyer of your item:</strong> your bank details or wallet, once they've agreed to the pickup
            details, and only for the method they chose. We keep a record each time.
          </li>
          <li>
            <strong>Whoever picks something up</strong> that they've bought, reserved with cash, won or swapped: the
            address, from {lengthText(ADDRESS_BEFORE_MS)} before until {lengthText(ADDRESS_AFTER_MS)} after it's done.
          </li>
          <li>
            <strong>People you message or trade with:</strong> your messages and your name. Never your email address.
          </li>
          <li>
            <strong>Our staff:</strong> what they need to answer you and to decide reports and appeals. They only read
            what people wrote to each other if it's reported, held by the scam check or about a dispute, or if you ask
            us to look. Anything else needs a reason, which goes into a log that nobody can change.
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
            Our software makes these decisions by fixed rules, from the information listed here. Some it makes alone,
            others together with our staff. You can question any of them, and then a person decides.
          </p>
          <BulletList>
            {automatedDecisions(settings).map(({ title, decides, from, by, person }) => (
              <li key={title}>
                <strong>{title}.</strong> {decides}{" "}
                <span className="text-muted">
                  {by === "software" ? "Decided by software." : "Decided by software, or by staff."} Uses: {from}{" "}
                  {person}
                </span>
              </li>
            ))}
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
            {receivers.map(({ id, name }) => (
              <li key={id}>
                <strong>{name}:</strong> {RECEIVER_TEXTS[id].gets} In {RECEIVER_TEXTS[id].country}.
              </li>
            ))}
          </BulletList>
          <p>
            Beyond this, we only disclose personal information where the law requires or allows it, such as to the
            police or a court.
          </p>
        </>
      ),
    },
    {
      id: "cookies",
      title: "Cookies and storage in your browser",
      body: (
        <>
          <p>We only use our own cookies, and none for other companies' advertising.</p>
          <BulletList>
            {cookies.map((name) => (
              <li key={name}>
                One {COOKIE_USES[name]} ({lengthText(COOKIE_SECONDS[name] * SECOND_MS)}).
              </li>
            ))}
          </BulletList>
          <p>
            Your browser also stores your colour scheme, finished tours and dismissed tips, recent searches and items
            you looked at, drafts and imports, whether this browser gets push notifications, and messages and pickup
            codes waiting to be sent. So you can use {site} offline, it keeps the items you last looked at, your orders
            and your conversations until you sign out. Drafts that we don't have yet stay until you delete them. Stripe
            sets its own cookies on card payment steps to prevent fraud.
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
            You can see and change most of it in <PageLink to="/Settings">Account Settings</PageLink>. There you can
            also download a copy of your data and delete your account. We hide your listings straight away and erase
            your data after {lengthText(DELETION_GRACE_MS)}; until then you can change your mind. Open orders, refunds
            and balances have to be finished first.
          </p>
          <p>
            Can't sign in, or need something corrected? Write to {contact}. We'll answer within {lengthText(ANSWER_MS)}.
            If the law makes us keep something, we'll tell you. Every email that isn't about an order or your account
            has an unsubscribe link. One press on it ends all emails that advertise.
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
          Tell us first, at <MailLink address={operator.complaints_email || support} />, and we'll answer within{" "}
          {lengthText(ANSWER_MS)}. If that doesn't settle it, you can complain to the Office of the Australian
          Information Commissioner:{" "}
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
          <PageLink to="/Announcements">Announcements</PageLink> before it takes effect.
        </p>
      ),
    },
  ];
}
