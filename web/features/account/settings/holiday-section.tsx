import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Palmtree } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { SessionReply } from "#contract/account/auth";
import type { OwnProfile } from "#contract/account/profiles";
import { DAY_MS } from "#domain/deadlines";
import { HOLIDAY_MAX_DAYS, HOLIDAY_ZONE } from "#domain/selling/holiday";
import { api, errorMessage, unwrap } from "../../../lib/api-client.ts";
import { formatDay } from "../../../lib/format.ts";
import { localTime } from "../../../lib/local-time.ts";
import { SESSION_KEY } from "../../../lib/query-client.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";

const dayAfter = (days: number) => localTime(serverNow() + days * DAY_MS, HOLIDAY_ZONE).slice(0, 10);

/** Settings section: hides the seller's items until a day (D60). */
export function HolidaySection({ profile }: { profile: OwnProfile }) {
  const client = useQueryClient();
  const [away, setAway] = useState(profile.away_until);
  const [day, setDay] = useState("");
  const change = useMutation({
    mutationFn: (back_on: string | null) => unwrap(api.api.selling.holiday.$put({ json: { back_on } })),
    onSuccess: ({ away_until }, back_on) => {
      setAway(away_until);
      client.setQueryData<SessionReply>(SESSION_KEY, (session) =>
        session?.profile ? { ...session, profile: { ...session.profile, away_until } } : session,
      );
      void client.invalidateQueries({ queryKey: ["items"] });
      toast(
        away_until === null
          ? { title: "Welcome back", description: "Your items are listed again." }
          : {
              title: back_on === null ? "Your items stay hidden" : "Holiday mode is on",
              description: `Your items are hidden until ${dayText(away_until)}.`,
            },
      );
    },
  });

  function start(event: FormEvent) {
    event.preventDefault();
    if (day !== "") change.mutate(day);
  }

  return (
    <div className="mt-12 border-t border-line pt-8">
      <Section
        id="holiday"
        title="Holiday mode"
        description="Going away? Your items leave all lists and nobody can buy them until you're back. Orders you already have go on as usual."
      >
        {away === null ? (
          <form onSubmit={start} className="flex flex-wrap items-end gap-2.5">
            <Field label="Back on" className="w-52" error={change.isError ? errorMessage(change.error) : undefined}>
              <TextInput
                type="date"
                value={day}
                min={dayAfter(1)}
                max={dayAfter(HOLIDAY_MAX_DAYS)}
                onChange={(event) => setDay(event.target.value)}
              />
            </Field>
            <Button type="submit" variant="secondary" loading={change.isPending} disabled={day === ""}>
              Start holiday
            </Button>
          </form>
        ) : (
          <Notice kind="info" title={`You're on holiday until ${dayText(away)}`}>
            <p>Your items are hidden. They're listed again that day.</p>
            {change.isError ? <p role="alert">{errorMessage(change.error)}</p> : null}
            <Button
              size="sm"
              className="mt-2.5"
              icon={<Palmtree className="size-4" />}
              loading={change.isPending}
              onClick={() => change.mutate(null)}
            >
              I'm back
            </Button>
          </Notice>
        )}
      </Section>
    </div>
  );
}

function dayText(at: number): string {
  return formatDay(at, HOLIDAY_ZONE);
}
