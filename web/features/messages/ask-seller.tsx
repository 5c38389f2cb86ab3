import { MessageCircle } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ItemDetail } from "#contract/items";
import type { StockAnswerReply, StockQuestion } from "#contract/safety";
import { openQuestions } from "#domain/items/open-questions";
import { errorMessage } from "../../lib/api-client.ts";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { askStockQuestion } from "./api.ts";
import { openThread } from "./open-thread.ts";

const LABELS: Record<StockQuestion, string> = {
  area: "Where is it?",
  when: "When can I pick it up?",
  why: "Why are you selling?",
};

/** A button to message the seller, and the questions that the page leaves open, which the server answers at once. */
export function AskSeller({ item }: { item: ItemDetail }) {
  const [asking, setAsking] = useState<StockQuestion | null>(null);
  const [reply, setReply] = useState<StockAnswerReply | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { opening, open } = useOpenConversation(item.id);
  const name = item.seller.display_name || "the seller";
  const questions = openQuestions({ ...item, placed: Boolean(item.suburb || item.city || item.location) });

  async function ask(question: StockQuestion) {
    if (asking !== null) return;
    setAsking(question);
    setProblem(null);
    try {
      setReply(await askStockQuestion(item.id, question));
    } catch (error) {
      setReply(null);
      setProblem(errorMessage(error));
    } finally {
      setAsking(null);
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        loading={opening}
        className="max-sm:flex-1"
        icon={<MessageCircle className="size-4.5" />}
        onClick={() => void open()}
      >
        Message seller
      </Button>
      <section aria-label="Questions about this item" hidden={questions.length === 0} className="w-full">
        <div className="flex flex-wrap gap-2">
          {questions.map((question) => (
            <button
              key={question}
              type="button"
              aria-busy={asking === question || undefined}
              aria-pressed={reply?.question === question}
              onClick={() => void ask(question)}
              className="min-h-tap rounded-full border border-field px-3.5 text-sm font-medium transition-colors duration-150 hover:border-ink hover:bg-surface aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
            >
              {LABELS[question]}
            </button>
          ))}
        </div>
        {/* Always rendered, so that screen readers announce the answer. */}
        <div role="status">
          {reply ? <Answer reply={reply} name={name} onAsk={() => void open(reply.asked)} /> : null}
          {problem ? <p className="mt-3 text-sm font-medium text-hot-ink">{problem}</p> : null}
        </div>
      </section>
    </>
  );
}

function Answer({ reply, name, onAsk }: { reply: StockAnswerReply; name: string; onAsk: () => void }) {
  return (
    <div className="mt-3 rounded-lg bg-surface px-4 py-3">
      <p className="whitespace-pre-line">{reply.answer}</p>
      <p className="mt-1 text-sm text-muted">{SOURCES[reply.from]}</p>
      {reply.from === "unknown" ? (
        <button
          type="button"
          onClick={onAsk}
          className="mt-1 min-h-tap font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          Ask {name}
        </button>
      ) : null}
    </div>
  );
}

const SOURCES: Record<StockAnswerReply["from"], string> = {
  listing: "From the listing",
  seller: "From the seller",
  unknown: "The listing doesn't say",
};

/** Opens the conversation about an item with a prepared text. Visitors sign in first and return here (D12). */
function useOpenConversation(itemId: string) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [opening, setOpening] = useState(false);
  return {
    opening,
    async open(draft?: string) {
      if (opening) return;
      if (session.ready && !session.signedIn) {
        toast({ title: "Login Required", description: "Please log in to message the seller." });
        void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`);
        return;
      }
      setOpening(true);
      try {
        const { id } = await openThread({ item_id: itemId });
        await navigate(`/Messages/${id}`, draft === undefined ? {} : { state: { draft } });
      } catch (error) {
        toastError("The conversation didn't open")(error);
      } finally {
        setOpening(false);
      }
    },
  };
}
