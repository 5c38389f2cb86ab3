/** Form values of an offer, and their conversion to the API's format. */
import type { NewOfferInput, OwnOffer } from "#contract/selling/special-offers";
import { centsToDollars } from "#domain/money";
import { amountProblem, typedCents } from "#domain/readers/amount";
import { readCount, readPercent } from "#domain/readers/percent";
import { offerProblems } from "#domain/selling/offer-rules";
import type { OfferConfig, OfferType } from "#domain/selling/special-offers";

export interface OfferValues {
  offer_type: OfferType;
  buy: string;
  get: string;
  from: string;
  discount: "percentage" | "dollar";
  percent: string;
  dollars: string;
  price: string;
  item_ids: string[];
  title: string;
  description: string;
  /** "2026-11-30", or "" for no end. */
  ends_on: string;
}

/** The inputs of the offer's calculation and its end, by the API's names. */
export const OFFER_FIELDS = {
  "config.percentage": "percent",
  "config.discount_percentage": "percent",
  "config.buy_quantity": "buy",
  "config.get_quantity": "get",
  "config.min_quantity": "from",
  "config.discount_amount": "dollars",
  "config.bundle_price": "price",
  ends_at: "ends_on",
} as const;

export const EMPTY_OFFER: OfferValues = {
  offer_type: "percentage_off",
  buy: "2",
  get: "1",
  from: "3",
  discount: "percentage",
  percent: "10",
  dollars: "10",
  price: "",
  item_ids: [],
  title: "",
  description: "",
  ends_on: "",
};

const typed = (value: number | undefined, otherwise: string) => (value === undefined ? otherwise : String(value));

export function valuesOf(offer: OwnOffer): OfferValues {
  const { config } = offer;
  return {
    offer_type: offer.offer_type,
    buy: typed(config.buy_quantity, EMPTY_OFFER.buy),
    get: typed(config.get_quantity, EMPTY_OFFER.get),
    from: typed(config.min_quantity, EMPTY_OFFER.from),
    discount: config.discount_type ?? "percentage",
    percent: typed(config.percentage ?? config.discount_percentage, EMPTY_OFFER.percent),
    dollars: typed(config.discount_amount, EMPTY_OFFER.dollars),
    price: typed(config.bundle_price, ""),
    item_ids: offer.item_ids,
    title: offer.title,
    description: offer.description,
    ends_on: offer.ends_at === null ? "" : lastDay(offer.ends_at),
  };
}

const percent = (text: string) => readPercent(text) ?? undefined;
const count = (text: string) => readCount(text) ?? undefined;

function dollars(text: string): number | undefined {
  const cents = typedCents(text);
  return cents === null ? undefined : centsToDollars(cents);
}

/** Removes undefined entries: an invalid number counts as missing. */
function some(config: { [Key in keyof OfferConfig]: OfferConfig[Key] | undefined }): OfferConfig {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined)) as OfferConfig;
}

/** Returns the numbers of the chosen offer type. Invalid numbers are left out. */
export function configOf(values: OfferValues): OfferConfig {
  switch (values.offer_type) {
    case "bogo":
      return some({ buy_quantity: count(values.buy), get_quantity: count(values.get) });
    case "bulk_discount":
      return some({
        min_quantity: count(values.from),
        discount_type: values.discount,
        ...(values.discount === "dollar"
          ? { discount_amount: dollars(values.dollars) }
          : { discount_percentage: percent(values.percent) }),
      });
    case "percentage_off":
      return some({ percentage: percent(values.percent) });
    case "bundle":
      return some({ bundle_price: dollars(values.price) });
  }
}

const pad = (part: number) => String(part).padStart(2, "0");

function lastDay(endsAt: number): string {
  const day = new Date(endsAt - 1);
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

/** Returns the midnight after the last day in the device's time zone (UTC ms). */
export function endOf(day: string): number | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return year === undefined ? null : new Date(Number(year), Number(month) - 1, Number(date) + 1).getTime();
}

export function offerBody(values: OfferValues): NewOfferInput {
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    offer_type: values.offer_type,
    config: configOf(values),
    item_ids: values.item_ids,
    ends_at: endOf(values.ends_on),
  };
}

/** Returns the first message of each input by its API name, by the same rules as the server. */
export function offerErrors(values: OfferValues, prices: readonly number[], now: number): Record<string, string> {
  const found: Record<string, string> = {};
  if (values.title.trim() === "") found.title = "Please give your offer a title.";
  if (values.item_ids.length === 0) found.item_ids = "Choose the items it's for.";
  const draft = { offer_type: values.offer_type, config: configOf(values), ends_at: endOf(values.ends_on) };
  // An amount that can be read in two ways is asked about, not called missing.
  const amount = { "config.discount_amount": values.dollars, "config.bundle_price": values.price };
  for (const { field, message } of offerProblems({ ...draft, prices }, now)) {
    found[field] ??= (field in amount && amountProblem(amount[field as keyof typeof amount], message)) || message;
  }
  return found;
}
