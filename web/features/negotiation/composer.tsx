import { clsx } from "clsx";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type RefObject, useState } from "react";
import { MESSAGE_MAX } from "#contract/negotiation";
import { useAutoHeight } from "../../lib/use-auto-height.ts";
import { controlClass } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

interface ComposerProps {
  input: RefObject<HTMLTextAreaElement | null>;
  waiting: boolean;
  say: (text: string) => Promise<boolean>;
  suggestions: readonly string[];
}

/** Message input: Enter sends, Shift+Enter starts a new line. A message that could not be sent returns to the input. */
export function Composer({ input, waiting, say, suggestions }: ComposerProps) {
  const [draft, setDraft] = useState("");
  useAutoHeight(input);

  async function send(text: string) {
    if (text.trim() === "" || waiting) return;
    setDraft("");
    if (!(await say(text))) setDraft((meanwhile) => meanwhile || text);
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes a character, Enter only confirms the character.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send(draft);
  }

  return (
    <div className="grid gap-2.5">
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
          void send(draft);
        }}
      >
        <textarea
          ref={input}
          aria-label="Message to Knowzee"
          placeholder="Ask, or make an offer…"
          rows={1}
          maxLength={MESSAGE_MAX}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          enterKeyHint="send"
          className={clsx(controlClass, "field-sizing-content max-h-80 min-h-11 resize-none py-2.5")}
        />
        <IconButton type="submit" label="Send" variant="soft" disabled={waiting || draft.trim() === ""}>
          <SendHorizontal className="size-5" aria-hidden="true" />
        </IconButton>
      </form>
    </div>
  );
}
