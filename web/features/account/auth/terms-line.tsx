import { Link } from "react-router-dom";
import { siteName } from "../../../lib/document-title.ts";
import { useSession } from "../../../lib/session.ts";

const linkClass = "font-semibold text-brand-ink underline underline-offset-4";

/** What creating an account agrees to, above or below the button that does it. */
export function TermsLine({ className }: { className?: string }) {
  const { minimumAge, operator } = useSession();
  return (
    <p className={className}>
      By creating an account you agree to the{" "}
      <Link to="/Terms" className={linkClass}>
        Terms
      </Link>{" "}
      and say that you're {minimumAge} or older. How we use your information, some of it overseas, is in the{" "}
      <Link to="/Privacy" className={linkClass}>
        Privacy Policy
      </Link>
      {operator === "" || operator === siteName() ? "" : ` of ${operator}`}.
    </p>
  );
}
