import { useSession } from "../../lib/session.ts";
import { LegalPage } from "./legal-page.tsx";
import * as words from "./terms-words.tsx";

/** /Terms: the rules that the service enforces, in plain language. */
export default function TermsScreen() {
  const { supportEmail, holdLength } = useSession();
  return (
    <LegalPage
      title={words.title}
      updated={words.updated}
      summary={words.summary}
      chapters={words.chapters(supportEmail, holdLength)}
    />
  );
}
