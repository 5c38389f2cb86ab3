import type { OwnProfile } from "#contract/account/profiles";
import { useSession } from "../../../lib/session.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

export function ListingFormHeader({ profile }: { profile: OwnProfile | null }) {
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

/** The listing form until its code and drafts have loaded: its texts are in the same places as in the form. */
export function ListingFormSkeleton() {
  const { profile } = useSession();
  return (
    <PageBody width="form">
      <ListingFormHeader profile={profile} />
      <p role="status" className="sr-only">
        Loading…
      </p>
      <Section title="Photos" description="Clear photos in daylight sell best. Show any marks and wear.">
        <Skeleton className="h-40" />
      </Section>
      <Section title="About the item">
        <Skeleton className="h-24" />
      </Section>
    </PageBody>
  );
}
