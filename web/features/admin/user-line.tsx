import { Link } from "react-router-dom";
import { Badge } from "../../ui/badge.tsx";
import { ACCOUNT_STATUS_LABELS } from "./users/user-labels.ts";

export interface AdminUser {
  id: string;
  full_name: string;
  email: string;
  standing: keyof typeof ACCOUNT_STATUS_LABELS;
}

/** A user for staff: name, email address, account status, and a link to the user's page. */
export function UserLine({ name, person }: { name: string; person: AdminUser }) {
  const accountStatus = ACCOUNT_STATUS_LABELS[person.standing];
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link to={`/Users/${person.id}`} className="font-semibold underline-offset-4 hover:underline">
            {person.full_name || "No name"}
          </Link>
          {person.standing === "good" ? null : <Badge tone={accountStatus.tone}>{accountStatus.label}</Badge>}
        </span>
        <span className="block text-sm wrap-anywhere text-muted">{person.email}</span>
      </dd>
    </div>
  );
}
