import { Eye } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { api, unwrap } from "../../lib/api-client.ts";
import { useSession, useStoreSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { toastError } from "../../ui/toast.tsx";

/** Bar on every page during an impersonation: shows the user and the remaining time, and ends it. */
export default function ImpersonationBar({ until }: { until: number }) {
  const { user, profile } = useSession();
  const adopt = useStoreSession();
  const navigate = useNavigate();
  const [ending, setEnding] = useState(false);
  const name = profile?.full_name || user?.email || "";
  const over = () => {
    // The server has ended the impersonation; reload the session, so that the other user's data disappears.
    unwrap(api.api.auth.session.$get()).then(adopt, () => undefined);
  };
  const end = async () => {
    setEnding(true);
    try {
      const session = await unwrap(api.api.viewing.end.$post());
      adopt(session);
      await navigate(user ? `/Users/${user.id}` : "/Users");
    } catch (error) {
      setEnding(false);
      toastError("You're still viewing")(error);
    }
  };
  return (
    <section
      data-status-banner
      aria-label="Viewing as another user"
      className="sticky bottom-(--bottom-bar) z-50 bg-hot text-on-hot"
    >
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
        <Eye className="size-5 shrink-0" />
        <p className="min-w-0 flex-1 basis-60 font-semibold">
          You're viewing Goodstreet as <span className="wrap-anywhere">{name}</span>. You can't change anything.{" "}
          <Countdown until={until} ended="Time's up." onEnd={over} /> left
        </p>
        <Button
          variant="secondary"
          size="sm"
          className="border-on-hot text-on-hot hover:text-ink"
          loading={ending}
          onClick={() => void end()}
        >
          Back to my account
        </Button>
      </div>
    </section>
  );
}
