import { FileSpreadsheet } from "lucide-react";
import { isKnownPage } from "#domain/site/pages";
import { useSession } from "../../lib/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../ui/layout.tsx";
import { PageSkeleton } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { FileLink } from "./file-link.tsx";
import { ImportPanel } from "./import-panel.tsx";
import * as words from "./import-words.ts";

const BUSINESS_SIGN_UP = "/BusinessSignup";
const MY_ITEMS = { to: "/MyItems", label: words.myItems };

/** /AddProduct, for business accounts: lists products one by one or from a CSV file, and exports the listings. */
export default function AddProductScreen() {
  const { ready, user, profile } = useSession();
  if (!ready || !user) return <PageSkeleton />;
  if (profile?.account_type !== "business") {
    return (
      <PageBody width="form">
        <PageHeader title={words.addProducts} back={MY_ITEMS} />
        <EmptyState
          icon={<FileSpreadsheet className="size-7" />}
          title={words.forBusinessSellers}
          description={words.businessAccountsListMany}
          action={
            <>
              <LinkButton to="/AddItem">{words.listItem}</LinkButton>
              {isKnownPage(BUSINESS_SIGN_UP) ? (
                <LinkButton to={BUSINESS_SIGN_UP} variant="secondary">
                  {words.openBusinessAccount}
                </LinkButton>
              ) : null}
            </>
          }
        />
      </PageBody>
    );
  }
  return (
    <PageBody width="form">
      <PageHeader
        title={words.addProducts}
        description={words.listWholeShelfFromOne}
        back={MY_ITEMS}
        actions={
          <LinkButton to="/AddItem" variant="secondary">
            {words.addOneProduct}
          </LinkButton>
        }
      />
      <ImportPanel key={user.id} owner={user.id} />
      <Section
        title={words.yourItemsAsFile}
        description={words.everythingYouHaveListed}
        className="border-t border-line pt-8"
      >
        <FileLink href="/api/products/export.csv">{words.exportCsv}</FileLink>
      </Section>
    </PageBody>
  );
}
