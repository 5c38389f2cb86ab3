import { Link } from "react-router-dom";

const linkClass = "font-semibold text-brand-ink underline underline-offset-4";

/** What creating an account agrees to, above or below the button that does it. */
export function TermsLine({ className }: { className?: string }) {
  return (
    <p className={className}>
      By creating an account you agree to the{" "}
      <Link to="/Terms" className={linkClass}>
        Terms
      </Link>{" "}
      and{" "}
      <Link to="/Privacy" className={linkClass}>
        Privacy Policy
      </Link>
      .
    </p>
  );
}
