import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import type { SessionReply } from "#contract/account/auth";
import type { Walkthrough } from "#domain/account/walkthroughs";
import { api, unwrap } from "../../../lib/api-client.ts";
import { SESSION_KEY } from "../../../lib/query-client.ts";
import { useSession } from "../../../lib/session.ts";
import { storeTourOutcome, type TourOutcome } from "../../../lib/tour-store.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { TOUR_STEPS } from "./steps.ts";
import { whenSettled } from "./when-settled.ts";

const loadTour = () => import("./tour.tsx");
const Tour = lazyPart(loadTour);

/** Shows the tour once the page has settled, and stores the outcome in this browser and with the account. */
export default function GuidedTour({ tour }: { tour: Walkthrough }) {
  const storeOutcome = useStoreOutcome(tour);
  const { signedIn } = useSession();
  const [open, setOpen] = useState(false);
  useEffect(
    () =>
      whenSettled(tour, {
        soon: () => void loadTour().catch(() => undefined),
        start: () => setOpen(true),
      }),
    [tour],
  );
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <Tour
        steps={TOUR_STEPS[tour]}
        signedIn={signedIn}
        onEnd={(outcome) => {
          setOpen(false);
          if (outcome) storeOutcome(outcome);
        }}
      />
    </Suspense>
  );
}

function useStoreOutcome(tour: Walkthrough): (outcome: TourOutcome) => void {
  const client = useQueryClient();
  const { signedIn } = useSession();
  return (outcome) => {
    storeTourOutcome(tour, outcome);
    if (!signedIn) return;
    const json = { walkthroughs: { [tour]: { [outcome]: true as const } } };
    // `keepalive`, because users often close the tour by leaving the page.
    unwrap(api.api.profile.$patch({ json }, { init: { keepalive: true } })).then(
      (profile) => client.setQueryData<SessionReply>(SESSION_KEY, (session) => session && { ...session, profile }),
      // Stored in this browser only; the account stores the outcome of the next tour.
      () => undefined,
    );
  };
}
