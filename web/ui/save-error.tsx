import { ApiError, errorMessage } from "../lib/api-client.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

interface SaveProblemProps {
  error: unknown;
  /** Title of any error except a version conflict. */
  title: string;
  /** Title of a version conflict, when another user saved first. */
  staleTitle?: string;
  /** Replaces the form's values with the newest saved version. */
  onNewest: () => void;
}

/** Save error of an admin form. After a version conflict it offers to load the current version. */
export function SaveError({
  error,
  title,
  staleTitle = "Someone else saved changes first",
  onNewest,
}: SaveProblemProps) {
  if (error === null) return null;
  const stale = error instanceof ApiError && error.code === "stale";
  return (
    <Notice kind="error" title={stale ? staleTitle : title}>
      <p>{errorMessage(error)}</p>
      {stale ? (
        <Button variant="secondary" size="sm" className="mt-2" onClick={onNewest}>
          Load the latest version
        </Button>
      ) : null}
    </Notice>
  );
}
