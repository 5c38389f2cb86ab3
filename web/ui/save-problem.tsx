import { ApiProblem, problemMessage } from "../lib/api-client.ts";
import { Button } from "./button.tsx";
import * as words from "./inner-words.ts";
import { Notice } from "./notice.tsx";

interface SaveProblemProps {
  /** Why the last save failed; null while none has. */
  error: unknown;
  /** Said over any problem but the one below. */
  title: string;
  /** Said when somebody else was faster. */
  staleTitle?: string;
  /** Puts what was saved since in place of the form. */
  onNewest: () => void;
}

/** Why a form of staff's was not saved; when another save came first, the way to what is in force now. */
export function SaveProblem({
  error,
  title,
  staleTitle = words.somebodyElseHasSavedSince,
  onNewest,
}: SaveProblemProps) {
  if (error === null) return null;
  const stale = error instanceof ApiProblem && error.code === "stale";
  return (
    <Notice kind="error" title={stale ? staleTitle : title}>
      <p>{problemMessage(error)}</p>
      {stale ? (
        <Button variant="secondary" size="sm" className="mt-2" onClick={onNewest}>
          {words.showNewest}
        </Button>
      ) : null}
    </Notice>
  );
}
