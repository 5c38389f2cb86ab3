import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { type OwnListingReview, REVIEW_REASON_MAX } from "#contract/items";
import { CATEGORIES } from "#domain/items/catalogue";
import type { GoodsMatch } from "#domain/safety/prohibited-goods/check";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { type ItemForm, REVIEW_REASON_MIN } from "./item-form-values.ts";

/** Time without typing before the text is checked. */
const PAUSE_MS = 400;

/** What the rules say about the typed listing (D63). The server decides again when it is sent. */
export interface TypedGoods {
  match: GoodsMatch | null;
  /** The words that the rule found. */
  words: string;
}

const NOTHING: TypedGoods = { match: null, words: "" };

/**
 * Checks the typed texts. The rules load with the first listing form; without them, the server's answer is enough.
 * @param covered what an earlier review of this listing covers.
 */
export function useTypedGoods(form: ItemForm, covered: readonly string[]): TypedGoods {
  const typed = useWatch({
    control: form.control,
    name: ["title", "description", "tags", "public_notes", "category"],
  });
  const { data: rules } = useQuery({
    queryKey: ["goods-rules"],
    queryFn: () => import("#domain/safety/prohibited-goods/check"),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [found, setFound] = useState(NOTHING);
  const text = JSON.stringify([typed, covered]);
  useEffect(() => {
    if (!rules) return;
    const timer = setTimeout(() => {
      const [[title, description, tags, public_notes, category], known] = JSON.parse(text) as [string[], string[]];
      const goods = { title: title ?? "", description: description ?? "", tags: tags ?? "" };
      const [match] = rules.checkGoods(
        { ...goods, public_notes: public_notes ?? "", category: CATEGORIES.find((name) => name === category) ?? "" },
        known,
      ).matches;
      setFound(match ? { match, words: rules.wordsOfKey(match.key) } : NOTHING);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [rules, text]);
  return found;
}

interface GoodsNoticeProps {
  form: ItemForm;
  goods: TypedGoods;
}

/** Whether the listing goes to staff when it is published. */
export function useGoesToReview(form: ItemForm, { match }: TypedGoods): boolean {
  const reason = useWatch({ control: form.control, name: "review_reason" }).trim();
  const asked = match?.answer === "block" && reason.length >= REVIEW_REASON_MIN;
  return asked || match?.answer === "review";
}

/** Tells the seller, below the title, what the rules say about the listing. Nothing typed is lost. */
export function GoodsNotice({ form, goods: { match, words } }: GoodsNoticeProps) {
  return (
    <div role="status" className="sm:col-span-2 empty:hidden">
      {match === null ? null : match.answer === "block" ? (
        <Notice kind="warning" title={`You can't list ${match.rule.goods} here`}>
          <p>{match.rule.why}</p>
          <p className="mt-1">
            Found: “{words}”. <Source match={match} />
          </p>
          <ReviewReason form={form} />
        </Notice>
      ) : match.answer === "review" ? (
        <Notice kind="info" title={`We check ${match.rule.goods} before they go on sale`}>
          <p>{match.rule.why} We'll let you know when it's on sale.</p>
          <p className="mt-1">
            Found: “{words}”. <Source match={match} />
          </p>
        </Notice>
      ) : (
        <Notice kind="info" title={`Before you list ${match.rule.goods}`}>
          <p>
            {match.rule.why} <Source match={match} />
          </p>
        </Notice>
      )}
    </div>
  );
}

function Source({ match }: { match: GoodsMatch }) {
  const { name, url } = match.rule.source;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="font-semibold underline">
      {name}
      <ExternalLink className="-mt-0.5 ml-1 inline size-3.5" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** Lets the seller ask for a review, with a reason. */
function ReviewReason({ form, label = "Ask for a review" }: { form: ItemForm; label?: string }) {
  const typed = useWatch({ control: form.control, name: "review_reason" });
  const [open, setOpen] = useState(typed !== "");
  if (!open) {
    return (
      <Button type="button" size="sm" variant="secondary" className="mt-3" onClick={() => setOpen(true)}>
        {label}
      </Button>
    );
  }
  return (
    <Field
      label="Why is it fine to sell?"
      hint={`At least ${REVIEW_REASON_MIN} characters. We'll read this and check the listing before it goes on sale.`}
      className="mt-3"
    >
      <TextArea {...form.register("review_reason")} rows={2} maxLength={REVIEW_REASON_MAX} />
    </Field>
  );
}

/** Shows the seller where the review of a stored listing stands. */
export function ReviewNotice({ form, review }: { form: ItemForm; review: OwnListingReview | null }) {
  if (review?.state === "open") {
    return (
      <Notice kind="info" title="We're reviewing this listing" className="mb-6">
        <p>Only you can see it. We'll let you know when it can go on sale. You can still edit it.</p>
      </Notice>
    );
  }
  if (review?.state !== "refused") return null;
  return (
    <Notice kind="warning" title="We didn't approve this listing" className="mb-6">
      {review.note ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {review.note}
        </p>
      ) : null}
      <p className="mt-1">Only you can see it. Change what it offers, or ask us to look again.</p>
      <ReviewReason form={form} label="Ask for another review" />
    </Notice>
  );
}
