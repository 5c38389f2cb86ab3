import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  NotificationChoice,
  NotificationPreferences,
  UpdateNotificationPreferencesInput,
} from "#contract/notifications";
import { KIND_COPY } from "#domain/notifications/notification-kinds";
import { api, unwrap } from "../../lib/api-client.ts";
import { Section } from "../../ui/layout.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { toastError } from "../../ui/toast.tsx";
import { PREFERENCES_KEY } from "./api.ts";
import { PushDevices } from "./push-devices.tsx";
import { QuietHours } from "./quiet-hours.tsx";

const emailAbout = (what: string) => `Email about ${what}`;

const pushAbout = (what: string) => `Push notifications about ${what}`;

/** Notification preferences by event and channel; each change is saved at once. */
export function NotificationSettings() {
  const client = useQueryClient();
  const preferences = useQuery({
    queryKey: PREFERENCES_KEY,
    queryFn: ({ signal }) => unwrap(api.api.notifications.preferences.$get({}, { init: { signal } })),
  });
  const change = useMutation({
    // One at a time, so that the reply to the first of two quick changes does not undo the second.
    scope: { id: "notification-preferences" },
    mutationKey: PREFERENCES_KEY,
    mutationFn: (json: UpdateNotificationPreferencesInput) =>
      unwrap(api.api.notifications.preferences.$patch({ json })),
    onError: toastError("We couldn't save that"),
    // Only after the last change: earlier the reload would undo changes still being saved.
    onSettled: () =>
      client.isMutating({ mutationKey: PREFERENCES_KEY }) === 1
        ? client.invalidateQueries({ queryKey: PREFERENCES_KEY })
        : undefined,
  });
  /** Optimistic, even while an earlier change is being saved. */
  const save = (changes: UpdateNotificationPreferencesInput) => {
    void client.cancelQueries({ queryKey: PREFERENCES_KEY });
    client.setQueryData<NotificationPreferences>(PREFERENCES_KEY, (known) => known && withChanges(known, changes));
    change.mutate(changes);
  };
  return (
    <div className="mt-12 border-t border-line pt-8">
      <Section
        id="notifications"
        title="Notifications"
        description="All notifications appear under the bell. Choose which ones you also get by email or push. The daily email comes at 8 am."
      >
        {preferences.isPending ? (
          <Skeleton className="h-96" />
        ) : preferences.isError ? (
          <ErrorState title="Your notification settings didn't load" query={preferences} />
        ) : (
          <div className="grid gap-8">
            <Ways choices={preferences.data.choices} onChange={(choice) => save({ choices: [choice] })} />
            <QuietHours quiet={preferences.data.quiet} zone={preferences.data.zone} onChange={save} />
            <PushDevices pushKey={preferences.data.push_key} devices={preferences.data.devices} />
          </div>
        )}
      </Section>
    </div>
  );
}

function withChanges(
  known: NotificationPreferences,
  { choices = [], quiet, zone }: UpdateNotificationPreferencesInput,
): NotificationPreferences {
  const wanted = new Map(choices.map((choice) => [choice.kind, choice]));
  return {
    ...known,
    ...(quiet !== undefined && { quiet }),
    ...(zone !== undefined && { zone }),
    choices: known.choices.map((choice) => {
      const { email = choice.email, push = choice.push } = wanted.get(choice.kind) ?? {};
      return { ...choice, email: email || choice.email_fixed, push };
    }),
  };
}

type Change = { kind: NotificationChoice["kind"]; email?: boolean; push?: boolean };

function Ways({ choices, onChange }: { choices: readonly NotificationChoice[]; onChange: (change: Change) => void }) {
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="text-sm text-muted">
          <th scope="col" className="pb-1 text-left font-semibold">
            About
          </th>
          <th scope="col" className="w-16 pb-1 font-semibold sm:w-24">
            Email{" "}
          </th>
          <th scope="col" className="w-16 pb-1 font-semibold sm:w-24">
            Push
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {choices.map(({ kind, email, push, email_fixed, email_daily }) => (
          <tr key={kind}>
            <th scope="row" className="py-2.5 pr-3 text-left font-normal">
              <span className="block font-semibold">{KIND_COPY[kind].label}</span>
              <span className="block text-sm text-muted">
                {KIND_COPY[kind].hint}
                {email_daily ? " (daily email)" : null}
              </span>
            </th>
            <td className="text-center">
              {email_fixed ? (
                <span className="text-sm text-muted">Always</span>
              ) : (
                <Tick
                  label={emailAbout(KIND_COPY[kind].what)}
                  checked={email}
                  onChange={(checked) => onChange({ kind, email: checked })}
                />
              )}
            </td>
            <td className="text-center">
              <Tick
                label={pushAbout(KIND_COPY[kind].what)}
                checked={push}
                onChange={(checked) => onChange({ kind, push: checked })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Tick({ label, checked, onChange }: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="inline-flex size-11 cursor-pointer items-center justify-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5.5 cursor-[inherit] accent-brand"
      />
    </label>
  );
}
