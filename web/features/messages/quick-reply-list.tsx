import { Plus, X } from "lucide-react";
import { QUICK_REPLIES_MAX, QUICK_REPLY_LENGTH } from "#domain/messages/quick-replies";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FieldSkeletons } from "../../ui/placeholders.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { QuickReplyEditing } from "./use-quick-replies.ts";

/** The saved replies as a list of inputs. */
export function QuickReplyList({ replies: { texts, problem, setTexts } }: { replies: QuickReplyEditing }) {
  if (texts === null) return problem ? <Notice kind="error">{problem}</Notice> : <FieldSkeletons count={2} />;
  return (
    <div className="grid gap-3">
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their inputs are controlled
        <div key={index} className="flex items-center gap-1.5">
          <TextInput
            aria-label={`Reply ${index + 1}`}
            value={text}
            maxLength={QUICK_REPLY_LENGTH}
            autoComplete="off"
            onChange={(event) => setTexts(texts.map((known, at) => (at === index ? event.target.value : known)))}
          />
          <IconButton
            label={`Remove reply ${index + 1}`}
            onClick={() => setTexts(texts.filter((_, at) => at !== index))}
          >
            <X className="size-4.5" />
          </IconButton>
        </div>
      ))}
      {texts.length < QUICK_REPLIES_MAX ? (
        <div>
          <Button variant="secondary" icon={<Plus className="size-4.5" />} onClick={() => setTexts([...texts, ""])}>
            Add a reply
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">You can save up to {QUICK_REPLIES_MAX} replies.</p>
      )}
      {problem ? <Notice kind="error">{problem}</Notice> : null}
    </div>
  );
}
