import type { NotificationPreferences, UpdateNotificationPreferencesInput } from "#contract/notifications";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { TextInput } from "../../ui/text-input.tsx";

const NIGHT = { from: 22 * 60, to: 7 * 60 };
const ZONES = [
  "Australia/Sydney",
  "Australia/Melbourne",
  "Australia/Brisbane",
  "Australia/Adelaide",
  "Australia/Darwin",
  "Australia/Perth",
  "Australia/Hobart",
];

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Hours in which emails and pushes are delayed. Turning them on the first time sets the time zone of this device. */
export function QuietHours({
  quiet,
  zone,
  onChange,
}: Pick<NotificationPreferences, "quiet" | "zone"> & {
  onChange: (changes: UpdateNotificationPreferencesInput) => void;
}) {
  const zones = ZONES.includes(zone) ? ZONES : [zone, ...ZONES];
  return (
    <div>
      <Checkbox
        checked={quiet !== null}
        onChange={(event) =>
          onChange(event.target.checked ? { quiet: NIGHT, zone: ownZone() || zone } : { quiet: null })
        }
        hint="Emails and push notifications wait until quiet hours end. We always send emails about orders and your account straight away."
      >
        <span className="font-semibold">Quiet hours</span>
      </Checkbox>
      {quiet ? (
        <div className="mt-2 grid gap-4 sm:grid-cols-[1fr_1fr_1.6fr]">
          {(["from", "to"] as const).map((end) => (
            <Field key={end} label={end === "from" ? "From" : "Until"}>
              <TextInput
                type="time"
                required
                value={clock(quiet[end])}
                onChange={(event) => {
                  const minutes = minutesOf(event.target.value);
                  if (minutes !== null) onChange({ quiet: { ...quiet, [end]: minutes } });
                }}
              />
            </Field>
          ))}
          <Field label="Time zone">
            <Select
              value={zone}
              options={zones.map((value) => ({ value, label: value.replace("Australia/", "").replaceAll("_", " ") }))}
              onChange={(event) => onChange({ zone: event.target.value })}
            />
          </Field>
          {quiet.from === quiet.to ? (
            <p className="text-sm text-muted sm:col-span-3">
              The times are the same, so quiet hours are off. Choose different times.
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
