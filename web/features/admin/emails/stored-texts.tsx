import { MessageSquareText } from "lucide-react";
import { formatDateTime } from "../../../lib/format.ts";
import { QueryState, RowSkeletons } from "../../../ui/placeholders.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { useTexts } from "./api.ts";

/** Text messages of a local run, which has no SMS provider. */
export function StoredTexts() {
  const texts = useTexts();
  if (!texts.data) {
    return (
      <QueryState query={texts} what="texts" title="The texts didn't load">
        <RowSkeletons count={3} />
      </QueryState>
    );
  }
  if (texts.data.items.length === 0) {
    return (
      <EmptyState
        icon={<MessageSquareText className="size-7" />}
        title="No stored texts"
        description="Texts are stored here on a developer's machine only. A provider's texts aren't kept."
      />
    );
  }
  return (
    <ul className="divide-y divide-line">
      {texts.data.items.map(({ id, to, text, created_at }) => (
        <li key={id} className="py-3">
          <p className="font-semibold">{text}</p>
          <p className="text-sm text-muted">
            To {to}, {formatDateTime(created_at)}
          </p>
        </li>
      ))}
    </ul>
  );
}
