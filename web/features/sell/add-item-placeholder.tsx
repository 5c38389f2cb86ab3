import type { OwnProfile } from "#contract/account/profiles";
import { useSession } from "../../lib/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../ui/layout.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import * as words from "./words.ts";

/** Header of the listing form and of its placeholder. */
export function AddItemHeader({ profile }: { profile: OwnProfile | null }) {
  return (
    <PageHeader
      title={words.listItem}
      description={words.sellItOrGive}
      actions={
        profile?.account_type === "business" ? (
          <LinkButton to="/AddProduct" variant="secondary">
            {words.importCsvFile}
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
        {words.loadingForm}
      </p>
      <div>
        <Section title={words.photos} description={words.clearDaylightPicturesSellBest}>
          <Skeleton className="h-40" />
        </Section>
        <Section title={words.aboutItem}>
          <Skeleton className="h-24" />
        </Section>
      </div>
    </PageBody>
  );
}
