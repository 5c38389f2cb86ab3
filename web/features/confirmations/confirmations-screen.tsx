import { PageBody, PageHeader } from "../../ui/layout.tsx";

export default function Screen() {
  return (
    <PageBody>
      <PageHeader title="Confirmations" />
    </PageBody>
  );
}
