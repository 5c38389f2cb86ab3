import { Link } from "react-router-dom";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { Section } from "../../ui/layout.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useStaffGiveaway } from "./api.ts";
import { ENTRY_LABELS, groupedCode } from "./copy.ts";

/** The people behind the codes, for staff who decide a report about the draw. */
export function StaffEntrants({ id }: { id: string }) {
  const { data } = useStaffGiveaway(id, true);
  return (
    <Section title="Entrants (staff only)" description="New accounts that entered close together may be one person.">
      {data ? (
        <>
          <p className="mb-2">
            Giver: <UserLink id={data.giver_id} name="open account" />
          </p>
          <ol className="grid gap-2">
            {data.entrants.map((entrant) => (
              <li key={entrant.user_id} className="border-b border-line pb-2">
                <UserLink id={entrant.user_id} name={entrant.display_name} />
                <span className="block text-sm wrap-anywhere text-muted">
                  {entrant.code ? `${groupedCode(entrant.code)} · ` : null}
                  Entered {formatDateTime(entrant.entered_at)} · Account since {formatDate(entrant.joined_at)}
                  {ENTRY_LABELS[entrant.status] ? ` · ${ENTRY_LABELS[entrant.status]}` : null}
                </span>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <Skeleton className="h-28" />
      )}
    </Section>
  );
}

function UserLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to={`/Users/${id}`} className="font-semibold text-brand-ink underline">
      {name}
    </Link>
  );
}
