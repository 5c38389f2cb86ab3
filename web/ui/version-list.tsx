import { formatDateTime } from "../lib/format.ts";
import { Badge } from "./badge.tsx";
import { Button } from "./button.tsx";

interface Version {
  version: number;
  saved_at: number | null;
  saved_by: string | null;
}

interface VersionListProps<Saved> {
  versions: readonly Saved[];
  /** The current version, which cannot be restored. */
  current: number;
  onUse: (version: Saved) => void;
}

/** Saved versions with time and author, each with a button that loads it into the form. */
export function VersionList<Saved extends Version>({ versions, current, onUse }: VersionListProps<Saved>) {
  if (versions.length === 0) return <p className="text-muted">No saved versions yet.</p>;
  return (
    <ul className="divide-y divide-line">
      {versions.map((version) => (
        <li key={version.version} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <span className="min-w-0 flex-1">
            <span className="font-semibold">Version {version.version}</span>{" "}
            {version.version === current ? <Badge tone="brand">Current</Badge> : null}
            <span className="block text-sm text-muted">
              {version.saved_at === null
                ? "Default"
                : `${formatDateTime(version.saved_at)} · ${version.saved_by ?? "Anonymous"}`}
            </span>
          </span>
          {version.version === current ? null : (
            <Button variant="quiet" size="sm" onClick={() => onUse(version)}>
              Use version {version.version}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
