/** Replies of GET /api/items, /api/items/count and /api/items/places, for their routes and for server-rendered pages. */

import type { ListItemsQuery } from "#contract/items";
import type { ItemCountReply, ItemListReply, ItemPlacesReply } from "#contract/items/marketplace";
import { readSentence, type Sentence, withSentence } from "#domain/items/search-sentence";
import { matchRanks, searchMatch, widerSearches } from "#domain/items/search-terms";
import { RADIUS_KM_DEFAULT } from "#domain/places/near-place";
import { placeText } from "#domain/places/place-name";
import { done, type Refusal, type Result, refuseField } from "#domain/result";
import { mapStyleUrl } from "../../adapters/map-style.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import type { Services } from "../../services.ts";
import { places } from "../places/queries.ts";
import { correctedWordsOf, replaced } from "./corrections.ts";
import { COUNT_MAX, countItems, widerRadius } from "./count.ts";
import type { ListPlan } from "./list-filters.ts";
import { readList, startOf } from "./listing.ts";
import { PLACES_MAX, readItemPlaces } from "./map-places.ts";
import { presentCard, type RequestContext } from "./present.ts";

/** A way to understand the words of a list, with its plan. */
interface Reading {
  plan: ListPlan;
  sentence: Sentence;
}

/**
 * Returns one page of a list for this viewer. A search without results is read in its other way, then repeated once with
 * corrected spelling, and an empty list with a radius is counted in the wider ones (decision 0007).
 */
export async function listReply(
  { db }: Services,
  query: ListItemsQuery,
  context: RequestContext,
): Promise<Result<ItemListReply>> {
  const readings = readingsOf(query);
  if (!readings.ok) return readings;
  // A cursor belongs to one of the readings.
  const started = readings.value.flatMap((reading) => {
    const start = startOf(reading.plan);
    return start === "broken" ? [] : [{ ...reading, start }];
  });
  const [first] = started;
  if (!first) return WRONG_CURSOR;
  let { plan, sentence } = first;
  let page = await readList(db, plan, first.start);
  for (const other of started.slice(1)) {
    if (page.rows.length > 0) break;
    const otherwise = await readList(db, other.plan, other.start);
    if (otherwise.rows.length > 0) [page, plan, sentence] = [otherwise, other.plan, other.sentence];
  }
  let corrected: Correction | undefined;
  for (const correction of page.rows.length === 0 ? await correctionsOf(db, plan, query) : []) {
    corrected = correction;
    plan = { ...plan, ...correction.words };
    page = await readList(db, plan, first.start);
    if (page.rows.length > 0) break;
  }
  const empty = page.rows.length === 0;
  const atStart = query.cursor === undefined && !query.offset;
  return done({
    items: page.rows.map((row) => presentCard(row, context)),
    next_cursor: page.next_cursor,
    server_now: context.now,
    corrected_query: empty ? null : (corrected?.text ?? null),
    understood: sentence.understood,
    words_alone: sentence.understood.length === 0 ? null : sentence.alone,
    further_from: page.further_from,
    wider: empty && atStart ? await widerRadius(db, plan) : null,
  });
}

/** Returns how many items a list has, as the list reads its words. */
export async function countReply({ db }: Services, query: ListItemsQuery): Promise<Result<ItemCountReply>> {
  const found = await firstFound(db, query, async (plan) => {
    const count = await countItems(db, plan, COUNT_MAX + 1);
    return count > 0 ? count : null;
  });
  if (!found.ok) return found;
  const count = found.value.found ?? 0;
  return done({ count: Math.min(count, COUNT_MAX), more: count > COUNT_MAX });
}

/**
 * Returns where the items of a list are, by suburb, as the list reads its words. An unknown centroid, of a table of suburbs
 * that has changed since, counts as no place.
 */
export async function placesReply({ db, env }: Services, query: ListItemsQuery): Promise<Result<ItemPlacesReply>> {
  const read = await firstFound(db, query, async (plan) => {
    const rows = await readItemPlaces(db, plan);
    return rows.length > 0 ? rows : null;
  });
  if (!read.ok) return read;
  const { plan, found } = read.value;
  const rows = found ?? [];
  const reply: ItemPlacesReply = {
    places: [],
    more: rows.length > PLACES_MAX,
    unplaced: 0,
    around: plan.radius?.centre ?? null,
    map_style: mapStyleUrl(env),
  };
  for (const { lat, lon, count, min_cents, max_cents } of rows.slice(0, PLACES_MAX)) {
    const found = lat === null || lon === null ? null : places.suburbAt({ lat, lon });
    if (found === null || lat === null || lon === null) reply.unplaced += count;
    else {
      const { suburb } = found;
      const prices = { min_price: min_cents / 100, max_price: max_cents / 100 };
      reply.places.push({ place: placeText(found), suburb, lat, lon, count, ...prices });
    }
  }
  return done(reply);
}

/** Asks for each reading of a list, and for its corrected spelling, until one of them finds something. */
async function firstFound<T>(
  db: Services["db"],
  query: ListItemsQuery,
  ask: (plan: ListPlan) => Promise<T | null>,
): Promise<Result<{ plan: ListPlan; found: T | null }>> {
  const readings = readingsOf(query);
  if (!readings.ok) return readings;
  const [{ plan }] = readings.value;
  for (const reading of readings.value) {
    const found = await ask(reading.plan);
    if (found !== null) return done({ plan: reading.plan, found });
  }
  for (const { words } of await correctionsOf(db, plan, query)) {
    const found = await ask({ ...plan, ...words });
    if (found !== null) return done({ plan, found });
  }
  return done({ plan, found: null });
}

/** Returns how the words of a list can be understood, the likeliest first. */
function readingsOf(query: ListItemsQuery): Result<[Reading, ...Reading[]]> {
  const near = query.near?.trim() ?? "";
  const here = near === "" ? null : places.pointNamed(near);
  const typed = query.q?.trim() ?? "";
  const sentences: [Sentence, ...Sentence[]] =
    typed === ""
      ? [{ words: "", alone: "", understood: [] }]
      : readSentence(typed, { places, here: here && { ...here, place: near } });
  const readings = sentences.map((sentence): Result<Reading> => {
    const asked = withSentence(query, sentence);
    const centre = asked.near === undefined || asked.near === "" ? null : places.pointNamed(asked.near);
    if (asked.near?.trim() && centre === null) return refuseNear("We don't know that suburb or postcode.");
    if (asked.sort === "nearest" && centre === null) {
      return refuseNear("Enter a suburb or postcode to sort by distance.");
    }
    const plan: ListPlan = {
      query: asked,
      ...wordsOf(sentence.words, asked),
      radius: centre && {
        centre,
        km: asked.within_km ?? RADIUS_KM_DEFAULT,
        side: asked.within_km === undefined ? "both" : "inside",
      },
    };
    return done({ plan, sentence });
  });
  const [first, ...others] = readings;
  if (!first?.ok) return first ?? refuseNear("");
  return done([first.value, ...others.flatMap((reading) => (reading.ok ? [reading.value] : []))]);
}

/** Returns the part of a plan that its words decide. The best match comes first unless another order was chosen (D91). */
function wordsOf(words: string, { sort = "best" }: ListItemsQuery): Pick<ListPlan, "match" | "best"> {
  if (words === "") return { match: null };
  return { match: searchMatch(words), best: sort === "best" ? matchRanks(words) : null };
}

function refuseNear(message: string): Refusal {
  return refuseField("near", message);
}

/** What a search without results may mean: the text that is shown, and the words of its plan. */
interface Correction {
  text: string;
  words: Pick<ListPlan, "match" | "best">;
}

/** Returns the whole search with its words corrected, if they can be, then wider searches. */
async function correctionsOf(
  db: Services["db"],
  { query: { q = "" }, match }: ListPlan,
  typed: ListItemsQuery,
): Promise<Correction[]> {
  if (!match) return [];
  const meant = await correctedWordsOf(db, q);
  const words = meant === null ? q : replaced(q, meant);
  const wider = widerSearches(words).map((text) => ({ text, words: wordsOf(text, typed) }));
  if (meant === null) return wider;
  return [{ text: replaced(typed.q?.trim() ?? "", meant), words: wordsOf(words, typed) }, ...wider];
}
