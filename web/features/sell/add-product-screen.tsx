import { FileSpreadsheet } from "lucide-react";
import { isKnownPage } from "#domain/site/pages";
import { useSession } from "../../lib/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../ui/layout.tsx";
import { PageSkeleton } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { FileLink } from "./file-link.tsx";
import { ImportPanel } from "./import-panel.tsx";

const BUSINESS_SIGN_UP = "/BusinessSignup";
const MY_ITEMS = { to: "/MyItems", label: "My Items" };

/** /AddProduct, for business accounts: lists products one by one or from a CSV file, and exports the listings. */
export default function AddProductScreen() {
  const { ready, user, profile } = useSession();
  if (!ready || !user) return <PageSkeleton />;
  if (profile?.account_type !== "business") {
    return (
      <PageBody width="form">
        <PageHeader title="Add products" back={MY_ITEMS} />
        <EmptyState
          icon={<FileSpreadsheet className="size-7" />}
          title="For business sellers"
          description="Business accounts list many products at once from a spreadsheet. With any account you can list items one by one."
          action={
            <>
              <LinkButton to="/AddItem">List an item</LinkButton>
              {isKnownPage(BUSINESS_SIGN_UP) ? (
                <LinkButton to={BUSINESS_SIGN_UP} variant="secondary">
                  Open a business account
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
        title="Add products"
        description="List a whole shelf from one file, or a single product with its photos."
        back={MY_ITEMS}
        actions={
          <LinkButton to="/AddItem" variant="secondary">
            Add one product
          </LinkButton>
        }
      />
      <ImportPanel key={user.id} owner={user.id} />
      <Section
        title="Your items as a file"
        description="Everything you have listed, for your records or another program. Rows of this file are recognised when you import it again."
        className="border-t border-line pt-8"
      >
        <FileLink href="/api/products/export.csv">Export CSV</FileLink>
      </Section>
    </PageBody>
  );
}
