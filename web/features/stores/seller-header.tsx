import { ArrowLeft, BadgeCheck, CalendarCheck, CalendarDays, ExternalLink, MapPin, MessageCircle } from "lucide-react";
import { Suspense } from "react";
import { Link } from "react-router-dom";
import type { SellerProfile } from "#contract/account/profiles";
import { abnText } from "#domain/selling/abn";
import { HOLIDAY_ZONE } from "#domain/selling/holiday";
import { answerTimeText } from "../../lib/answer-time.ts";
import { CHECK_LABELS } from "../../lib/check-labels.ts";
import { formatDay, formatMonth } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { showsUpText } from "../../lib/shows-up.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { ClientOnly } from "../../ui/client-only.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { Rating } from "../../ui/rating.tsx";
import { UserMenu } from "../safety/index.ts";
import { FollowButton } from "./follow-button.tsx";
import { placeOf, sellerName } from "./seller-label.ts";

/** Header of a seller's page with the public profile (D5). */
export function SellerHeader({ seller }: { seller: SellerProfile }) {
  const { user } = useSession();
  const name = sellerName(seller);
  const place = placeOf(seller);
  return (
    <header>
      <nav aria-label="Breadcrumb" className="mb-2">
        <Link
          to="/Store"
          className="-ml-2 inline-flex min-h-tap items-center gap-1.5 rounded-full px-2 font-semibold text-muted hover:text-ink"
        >
          <ArrowLeft className="size-4" />
          All stores
        </Link>
      </nav>
      {seller.store.banner ? (
        <PhotoImg
          photo={seller.store.banner}
          alt=""
          sizes="(min-width: 1240px) 1200px, 100vw"
          eager
          className="mb-5 h-40 w-full rounded-2xl object-cover"
        />
      ) : null}
      {/* On phones the facts are below, because beside the buttons they would have no room. */}
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-5 gap-y-2">
        <div className="sm:row-span-2">
          <Avatar name={name} size="lg" />
        </div>
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-extrabold">
          {name}
          {seller.account_type === "business" ? <Badge tone="brand">Business</Badge> : null}
        </h1>
        {user?.id === seller.id ? (
          <div className="flex gap-2.5 max-sm:hidden sm:row-span-2">
            <LinkButton to="/Connect#store" variant="secondary">
              Edit store page
            </LinkButton>
            <LinkButton to="/MyItems" variant="soft">
              Manage my items
            </LinkButton>
          </div>
        ) : (
          <div className="flex items-center gap-1 sm:row-span-2 sm:self-start">
            <ClientOnly>
              <FollowButton seller={{ id: seller.id, name }} />
            </ClientOnly>
            <div className="size-11">
              <Suspense fallback={null}>
                <UserMenu key={seller.id} person={{ id: seller.id, name }} />
              </Suspense>
            </div>
          </div>
        )}
        <ul className="col-span-3 flex flex-wrap gap-x-5 gap-y-1 text-muted sm:col-span-1">
          <li>
            <Rating average={seller.average_rating} count={seller.rating_count} />
          </li>
          {place ? (
            <li className="inline-flex items-center gap-1.5">
              <MapPin className="size-4" />
              {place}
            </li>
          ) : null}
          <li className="inline-flex items-center gap-1.5">
            <CalendarDays className="size-4" />
            Member since {formatMonth(seller.member_since)}
          </li>
          {seller.shows_up ? (
            <li className="inline-flex items-center gap-1.5">
              <CalendarCheck className="size-4" />
              {showsUpText(seller.shows_up)}
            </li>
          ) : null}
          {seller.answer_time ? (
            <li className="inline-flex items-center gap-1.5">
              <MessageCircle className="size-4" />
              {answerTimeText(seller.answer_time)}
            </li>
          ) : null}
          {seller.checks.map((check) => (
            <li key={check} className="inline-flex items-center gap-1.5">
              <BadgeCheck className="size-4" />
              {CHECK_LABELS[check]}
            </li>
          ))}
        </ul>
      </div>
      {seller.away_until === null ? null : (
        <Notice kind="info" title={`${name} is on holiday`} className="mt-5">
          <p>Their items are back on {formatDay(seller.away_until, HOLIDAY_ZONE)}.</p>
        </Notice>
      )}
      {seller.store.description ? (
        <p dir="auto" className="mt-5 max-w-prose whitespace-pre-line">
          {seller.store.description}
        </p>
      ) : null}
      {seller.store.business ? <BusinessLine business={seller.store.business} /> : null}
    </header>
  );
}

/** The business behind the store; its ABN links to the public register. */
function BusinessLine({ business }: { business: NonNullable<SellerProfile["store"]["business"]> }) {
  const link = "inline-flex items-center gap-1 font-semibold text-brand-ink underline hover:text-ink";
  return (
    <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-muted">
      <span dir="auto" className="font-semibold text-ink">
        {business.name}
      </span>
      {business.abn ? (
        <a
          className={link}
          href={`https://abr.business.gov.au/ABN/View?abn=${business.abn}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          ABN {abnText(business.abn)}
          <ExternalLink className="size-3.5" />
          <span className="sr-only">, look up in the public register (new tab)</span>
        </a>
      ) : null}
      {business.website ? (
        <a className={link} href={business.website} target="_blank" rel="noopener noreferrer nofollow ugc">
          {business.website.replace(/^https:\/\//, "").replace(/\/$/, "")}
          <ExternalLink className="size-3.5" />
          <span className="sr-only"> (new tab)</span>
        </a>
      ) : null}
    </p>
  );
}
