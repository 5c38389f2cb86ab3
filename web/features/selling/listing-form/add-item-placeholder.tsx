import type { OwnProfile } from "#contract/account/profiles";
import { useSession } from "../../../lib/session.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

/** Header of the listing form and of its placeholder. */
export function AddItemHeader({ profile }: { profile: OwnProfile | null }) {
  return (
    <PageHeader
      title="List an item"
      description="Sell it or give it away to someone nearby."
      actions={
        profile?.account_type === "business" ? (
          <LinkButton to="/AddProduct" variant="secondary">
            Import a CSV file
          </LinkButton>
        ) : null
      }
    />
  );
}

/**
 * Placeholder of the listing form while its code and drafts load; the server renders it. Its texts are in the same
 * places as in the form.
 */
export default function AddItemPlaceholder() {
  const { profile } = useSession();
  return (
    <PageBody width="form">
      <AddItemHeader profile={profile} />
      <p role="status" className="sr-only">
        Loading…
      </p>
      <div>
        <Section title="Photos" description="Clear photos in daylight sell best. Show any marks and wear.">
          <Skeleton className="h-40" />
        </Section>
        <Section title="About the item">
          <Skeleton className="h-24" />
        </Section>
      </div>
    </PageBody>
  );
}
