import { BID_BANDS, POLICY_BOUNDS } from "#domain/negotiation/knowzee/engine";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { type SettingsValues, TONES, type ToneKey } from "./settings-values.ts";

interface PolicyFieldsProps {
  values: SettingsValues;
  problems: Record<string, string>;
  onChange: (change: Partial<SettingsValues>) => void;
}

/** The names that sellers see in their own settings. */
const TONE_NAMES: Record<ToneKey, string> = { soft: "Easy-going", normal: "Fair", tough: "Firm" };
/** Parts of a bid, in percent of the list price. */
const BANDS = BID_BANDS.slice(1).map((to, index) => `Bid from ${BID_BANDS[index]} to ${to}%`);

const within = ({ min, max }: { min: number; max: number }) => `${min} to ${max}%`;

/** The numbers of the negotiation rules, each within fixed bounds. */
export function PolicyFields({ values, problems, onChange }: PolicyFieldsProps) {
  return (
    <div className="grid gap-6">
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <Field
          label="Concession step"
          required
          error={problems["policy.step_percent"]}
          hint={`${within(POLICY_BOUNDS.step_percent)}. Applies to new minimum prices.`}
        >
          <Percent value={values.step_percent} onChange={(step_percent) => onChange({ step_percent })} />
        </Field>
        <Field
          label="Accept within"
          required
          error={problems["policy.near_list_percent"]}
          hint={`${within(POLICY_BOUNDS.near_list_percent)}. Offers this close to the price are accepted.`}
        >
          <Percent value={values.near_list_percent} onChange={(near_list_percent) => onChange({ near_list_percent })} />
        </Field>
        <Field
          label="Final-turn minimum"
          required
          error={problems["policy.final_accept_percent"]}
          hint={`${within(POLICY_BOUNDS.final_accept_percent)} of the asking price, on the third turn.`}
        >
          <Percent
            value={values.final_accept_percent}
            onChange={(final_accept_percent) => onChange({ final_accept_percent })}
          />
        </Field>
      </div>
      {TONES.map((tone) => (
        <fieldset key={tone}>
          <legend className="mb-2 font-semibold">
            {TONE_NAMES[tone]}
            <span className="font-normal text-muted">
              {" "}
              · share of each extra dollar conceded, {within(POLICY_BOUNDS.k)}
            </span>
          </legend>
          <div className="grid grid-cols-3 items-start gap-3 sm:gap-5">
            {BANDS.map((band, index) => (
              <Field key={band} label={band} required error={problems[`policy.k.${tone}.${index}`]}>
                <Percent
                  value={values.k[tone][index] ?? ""}
                  onChange={(text) => {
                    const [first, second, third] = values.k[tone];
                    const steps = [
                      index === 0 ? text : first,
                      index === 1 ? text : second,
                      index === 2 ? text : third,
                    ] as const;
                    onChange({ k: { ...values.k, [tone]: steps } });
                  }}
                />
              </Field>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

function Percent({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      className="tabular-nums"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
