import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/layout.tsx";
import { QuickReplyList } from "./quick-reply-list.tsx";
import { useQuickReplies } from "./use-quick-replies.ts";

/** Settings section: the replies that a seller inserts with one press. */
export function QuickReplySettings() {
  const replies = useQuickReplies();
  return (
    <div className="mt-12 border-t border-line pt-8">
      <Section
        id="quick-replies"
        title="Quick replies"
        description="Answers you give often. They appear above the message box when someone asks about your items, next to the ones we suggest."
      >
        <QuickReplyList replies={replies} />
        {replies.changed ? (
          <Button className="mt-3" loading={replies.saving} onClick={replies.save}>
            Save quick replies
          </Button>
        ) : null}
      </Section>
    </div>
  );
}
