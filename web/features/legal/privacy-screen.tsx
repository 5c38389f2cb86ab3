import { useSession } from "../../lib/session.ts";
import { LegalPage } from "./legal-page.tsx";
import * as words from "./privacy-words.tsx";

/** /Privacy: what the service stores, shows and decides. Keep it in line with the code. */
export default function PrivacyScreen() {
  const { supportEmail } = useSession();
  return (
    <LegalPage
      title={words.title}
      updated={words.updated}
      summary={words.summary}
      chapters={words.chapters(supportEmail)}
    />
  );
}
