/** Negotiations about items of the demo seller, said by the same rules as in the app, one question still unanswered. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/deadlines";
import { CONDITION_LABELS, type Condition } from "#domain/items/catalogue";
import { DEFAULT_POLICY } from "#domain/negotiation/knowzee/engine";
import { copyFor } from "#domain/negotiation/knowzee-copy";
import { accept, addMessage, type NegotiationSession, openSession } from "#domain/negotiation/negotiation-session";
import { askSeller, giveAnswer } from "#domain/negotiation/seller-questions";
import { pick } from "#domain/pick";
import { DEMO_NEGOTIATIONS, type DemoNegotiation } from "./catalogue.ts";
import type { DemoUser } from "./people.ts";
import { appId, demoId, type Row, type Tables } from "./rows.ts";

/** One negotiation per buyer. */
export function negotiationRows(
  now: number,
  {
    items,
    knowledge,
    seller,
    buyers,
  }: { items: Tables[string]; knowledge: Tables[string]; seller: DemoUser; buyers: readonly DemoUser[] },
): Tables {
  const reserves = new Map((knowledge ?? []).map((row) => [row.item_id, Number(row.reserve_cents)]));
  const negotiable = (items ?? []).filter(
    ({ id, seller_id, status, holder_id, created_at }) =>
      seller_id === seller.id &&
      status === "active" &&
      holder_id === null &&
      Number(created_at) < now - 2 * DAY_MS &&
      reserves.has(id ?? null),
  );
  const sessions = DEMO_NEGOTIATIONS.flatMap((talk, index) => {
    const item = negotiable[talk.item % Math.max(1, negotiable.length)];
    const buyer = buyers[index];
    if (!item || !buyer) return [];
    return [
      held(item, { reserve: reserves.get(item.id ?? null) ?? 0, buyer, talk, startsAt: now - talk.hours * HOUR_MS }),
    ];
  });
  return {
    negotiations: sessions.map(negotiationRow),
    negotiation_messages: sessions.flatMap(messageRows),
    seller_questions: sessions.flatMap(questionRows),
    accepted_offers: sessions.flatMap(acceptedRows),
    notifications: sessions.flatMap((session) => noticeRows(session, seller, negotiable)),
  };
}

/** Plays a negotiation, one step a minute. */
function held(
  item: Row,
  { reserve, buyer, talk, startsAt }: { reserve: number; buyer: DemoUser; talk: DemoNegotiation; startsAt: number },
): NegotiationSession {
  const list_cents = Number(item.price_cents);
  const id = demoId("neg", `${item.id}-${buyer.id}`);
  const terms = { list_cents, reserve_cents: reserve, tone: "normal", policy: DEFAULT_POLICY } as const;
  const facts = {
    title: String(item.title),
    description: String(item.description),
    condition: CONDITION_LABELS[item.condition as Condition],
    collection_summary: `${item.suburb}, ${item.city}`,
    collection_date: null,
    days_listed: 0,
    payment_methods: ["bank transfer", "card"],
    public_notes: "",
  };
  let session = openSession({ id, item_id: String(item.id), buyer_id: buyer.id }, list_cents, startsAt);
  for (const [index, step] of talk.steps.entries()) {
    const at = startsAt + index * MINUTE_MS;
    if (step === "accepts") {
      const agreed = { id: demoId("agr", id), amount_cents: session.offer?.amount_cents ?? 0, price_cents: list_cents };
      const decision = accept(session, { ...agreed, used: false }, at);
      if (decision.ok) session = decision.conversation;
    } else if (step === "asks" || "answers" in step) {
      const seq = session.messages.findLast(({ ask_seller }) => ask_seller !== null)?.seq ?? 0;
      const question = { id: appId("qst", id, String(seq)), seq };
      const decision =
        step === "asks"
          ? askSeller(session, question, at)
          : giveAnswer(session, { ...question, text: step.answers, shared: true }, at);
      if (decision.ok) session = decision.session;
    } else {
      const dollars = Math.round((list_cents * (step.percent ?? 0)) / 10_000);
      const text = step.says.replace("{amount}", `$${dollars}`);
      const words = copyFor({ text, facts, list_cents, greetings: [], closings: [] });
      session = addMessage(
        session,
        { ref: demoId("msg", `${id}-${index}`), text, terms, list_cents, words, upsell: null },
        at,
      );
    }
  }
  return session;
}

function negotiationRow({ standing, offer, accepted, ...session }: NegotiationSession): Row {
  return {
    ...pick(session, "id", "item_id", "buyer_id", "rev", "final_at", "created_at", "updated_at"),
    ...pick(standing, "turn", "counters", "ask_cents", "last_offer_cents"),
    final: Number(standing.final),
    offer_cents: offer?.amount_cents ?? null,
    offer_list_cents: offer?.list_cents ?? null,
    offer_until: offer?.until ?? null,
    accepted_id: accepted?.id ?? null,
    messages: session.count,
  };
}

const messageRows = ({ id, messages }: NegotiationSession): Row[] =>
  messages.map((message) => ({
    negotiation_id: id,
    ...pick(message, "seq", "text", "act", "amount_cents", "counter_no", "ref", "at"),
    sender: message.from,
    ask_seller: message.ask_seller && JSON.stringify(message.ask_seller),
  }));

const questionRows = ({ id, item_id, buyer_id, questions = [] }: NegotiationSession): Row[] =>
  questions.map(({ text, shared, ...question }) => ({
    ...question,
    negotiation_id: id,
    item_id,
    buyer_id,
    question: text,
    shared: Number(shared),
  }));

const acceptedRows = ({ id, item_id, buyer_id, accepted }: NegotiationSession): Row[] =>
  accepted === null
    ? []
    : [
        {
          ...pick(accepted, "id", "amount_cents", "list_cents"),
          negotiation_id: id,
          item_id,
          buyer_id,
          accepted_at: accepted.at,
          expires_at: accepted.until,
        },
      ];

/** The seller's notification of each question that waits for an answer. */
function noticeRows(
  { id, item_id, questions = [] }: NegotiationSession,
  seller: DemoUser,
  items: readonly Row[],
): Row[] {
  const title = items.find((item) => item.id === item_id)?.title ?? "";
  return questions
    .filter(({ answer }) => answer === null)
    .map((question) => ({
      id: `ntf_${question.id.slice(question.id.indexOf("_") + 1)}q`,
      user_id: seller.id,
      kind: "message",
      dedupe_key: `question:${question.id}:asked`,
      title: `Question about: ${title}`,
      body: `“${question.text}” Answer with one tap.`,
      link: `/Negotiations/${id}`,
      at: question.asked_at,
      next_at: null,
    }));
}
