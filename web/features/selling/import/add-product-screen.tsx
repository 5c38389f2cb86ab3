import { FileSpreadsheet } from "lucide-react";
import { useSession } from "../../../lib/session.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { PageSkeleton } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { FileLink } from "./file-link.tsx";
import { ImportPanel } from "./import-panel.tsx";

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
          description="Business accounts can list many products from a spreadsheet. Any account can list items one at a time."
          action={
            <>
              <LinkButton to="/AddItem">List an item</LinkButton>
              <LinkButton to="/BusinessSignup" variant="secondary">
                Open a business account
              </LinkButton>
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
        description="Import many products from one file, or add a single product with photos."
        back={MY_ITEMS}
        actions={
          <LinkButton to="/AddItem" variant="secondary">
            Add one product
          </LinkButton>
        }
      />
      <ImportPanel key={user.id} owner={user.id} />
      <Section
        title="Export your items"
        description="All your listings in one file. If you import it again, we'll recognise items you've already listed."
        className="border-t border-line pt-8"
      >
        <FileLink href="/api/products/export.csv">Export CSV</FileLink>
      </Section>
    </PageBody>
  );
}
