import { useSession } from "../../lib/session.ts";
import { LegalPage } from "./legal-page.tsx";
import * as words from "./terms-words.tsx";

/** /Terms: the rules the service enforces, in the words of people who have to live by them. */
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
