import { clsx } from "clsx";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { MESSAGE_MAX } from "#contract/negotiation";
import { centsToDollars } from "#domain/money";
import { amountProblem, typedCents } from "#domain/readers/amount";
import { formatDollars } from "../../lib/format.ts";
import { useAutoHeight } from "../../lib/use-auto-height.ts";
import { ChoicePill } from "../../ui/choice-pill.tsx";
import { controlClass, FieldError } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MoneyInput } from "../../ui/money-input.tsx";

interface ComposerProps {
  input: RefObject<HTMLTextAreaElement | null>;
  waiting: boolean;
  say: (text: string, amount?: number) => Promise<boolean>;
  suggestions: readonly string[];
  /** Amounts to choose from, in dollars. */
  amounts: readonly number[];
}

/**
 * Amount and message: Enter sends, Shift+Enter starts a new line. An amount counts as the buyer's offer, whatever the text
 * says. What could not be sent returns to the inputs.
 */
export function Composer({ input, waiting, say, suggestions, amounts }: ComposerProps) {
  const [draft, setDraft] = useState("");
  const [price, setPrice] = useState("");
  useAutoHeight(input);
  const group = useId();
  // Shown once it has been sent or left: while it is typed, every amount passes through unreadable states.
  const [checked, setChecked] = useState(false);
  const cents = typedCents(price);
  const amount = cents ? centsToDollars(cents) : undefined;
  const problem = amountProblem(price);
  const empty = draft.trim() === "" && price.trim() === "";

  async function send(text: string, offered?: number) {
    if (waiting || (text.trim() === "" && offered === undefined)) return;
    // A message without the amount typed beside it would say something else.
    if (offered === undefined && text === draft && problem !== undefined) {
      setChecked(true);
      return;
    }
    setDraft("");
    setPrice("");
    const said = text.trim() === "" && offered !== undefined ? `I can offer ${formatDollars(offered)}.` : text;
    if (await say(said, offered)) return;
    setDraft((meanwhile) => meanwhile || text);
    if (offered !== undefined) setPrice((meanwhile) => meanwhile || String(offered));
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes a character, Enter only confirms the character.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send(draft, amount);
  }

  return (
    <div className="grid gap-2.5">
      {amounts.length > 0 ? (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="sr-only">Suggested offers</legend>
          {amounts.map((value) => (
            <ChoicePill
              key={value}
              type="radio"
              name={group}
              checked={amount === value}
              onChange={() => setPrice(String(value))}
            >
              {formatDollars(value)}
            </ChoicePill>
          ))}
        </fieldset>
      ) : null}
      {suggestions.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {suggestions.map((text) => (
            <button
              key={text}
              type="button"
              disabled={waiting}
              onClick={() => void send(text)}
              className="min-h-tap rounded-full border border-field px-3.5 text-sm font-medium transition-colors duration-150 hover:border-ink hover:bg-surface"
            >
              {text}
            </button>
          ))}
        </div>
      ) : null}
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void send(draft, amount);
        }}
      >
        <div style={{ flex: "0 0 7rem" }}>
          <MoneyInput
            aria-label="Your offer in dollars"
            aria-invalid={checked && problem !== undefined}
            aria-describedby={`${group}-problem`}
            placeholder="Offer"
            value={price}
            onChange={(event) => {
              setPrice(event.target.value);
              setChecked(false);
            }}
            onBlur={() => setChecked(true)}
          />
        </div>
        <textarea
          dir="auto"
          ref={input}
          aria-label="Message to Knowzee"
          placeholder="Message…"
          rows={1}
          maxLength={MESSAGE_MAX}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          enterKeyHint="send"
          className={clsx(controlClass, "field-sizing-content max-h-80 min-h-11 resize-none py-2.5")}
        />
        <IconButton
          type="submit"
          label={amount === undefined ? "Send" : `Send offer of ${formatDollars(amount)}`}
          variant="soft"
          disabled={waiting || empty}
        >
          <SendHorizontal className="size-5" />
        </IconButton>
      </form>
      <FieldError id={`${group}-problem`} message={checked ? problem : undefined} />
    </div>
  );
}
