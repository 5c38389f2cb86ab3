import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { SessionReply } from "#contract/auth";
import type { Walkthrough } from "#domain/walkthroughs";
import { api, unwrap } from "../../lib/api-client.ts";
import { SESSION_KEY } from "../../lib/query-client.ts";
import { useSession } from "../../lib/session.ts";
import { noteTour, type TourOutcome } from "../../lib/tour-memory.ts";
import { whenSettled } from "./settled.ts";
import { TOUR_STEPS } from "./steps.ts";

const loadTour = () => import("./tour.ts");

/** Shows the tour once the page has settled, and keeps how it ended: in this browser, and with the account (§4). */
export default function GuidedTour({ tour }: { tour: Walkthrough }) {
  const keep = useKeepOutcome(tour);
  const latestKeep = useRef(keep);
  latestKeep.current = keep;

  useEffect(() => {
    let gone = false;
    let remove: (() => void) | undefined;
    const callOff = whenSettled(tour, {
      soon: () => void loadTour().catch(() => undefined),
      start: () => {
        loadTour().then(
          ({ startTour }) => {
            if (!gone) remove = startTour(TOUR_STEPS[tour], (outcome) => latestKeep.current(outcome));
          },
          // Its code did not come; the next visit tries again.
          () => undefined,
        );
      },
    });
    return () => {
      gone = true;
      callOff();
      remove?.();
    };
  }, [tour]);
  return null;
}

function useKeepOutcome(tour: Walkthrough): (outcome: TourOutcome) => void {
  const client = useQueryClient();
  const { signedIn } = useSession();
  return (outcome) => {
    noteTour(tour, outcome);
    if (!signedIn) return;
    const json = { walkthroughs: { [tour]: { [outcome]: true as const } } };
    // `keepalive`: closing the tour and leaving are often one thing.
    unwrap(api.api.profile.$patch({ json }, { init: { keepalive: true } })).then(
      (profile) => client.setQueryData<SessionReply>(SESSION_KEY, (session) => session && { ...session, profile }),
      // This browser remembers; the account learns it from the next one.
      () => undefined,
    );
  };
}
