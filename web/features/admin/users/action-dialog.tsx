import { useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Role } from "#contract/account/profiles";
import type { UserDetail } from "#contract/admin/users";
import { ApiError, api, errorMessage, newIdempotencyKey, unwrap } from "../../../lib/api-client.ts";
import { useStoreSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyRow } from "../../../ui/copy-row.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { type StaffAction, useFirstFactorLink, useStaffAction, useStartImpersonation } from "./api.ts";
import { StrikeChoice } from "./strikes.tsx";
import {
  ACTIONS,
  type ActionName,
  DATA_REQUESTS,
  daysLong,
  isDataRequest,
  nowRole,
  ROLE_LABELS,
} from "./user-labels.ts";

const DURATIONS = [
  { value: "1", label: daysLong(1) },
  { value: "3", label: daysLong(3) },
  { value: "7", label: daysLong(7) },
  { value: "14", label: daysLong(14) },
  { value: "30", label: daysLong(30) },
  { value: "90", label: daysLong(90) },
  { value: "", label: "Until staff lift it" },
] as const;

/** Actions whose reason only staff can read; other reasons are sent to the user. */
const INTERNAL_REASON: ReadonlySet<ActionName> = new Set([
  "role",
  "sign_out",
  "first_factor",
  "view",
  "data_export",
  "account_deletion",
  "keep_account",
  "second_factor",
]);

interface ActionDialogProps {
  person: UserDetail;
  action: ActionName | null;
  onClose: () => void;
}

/** Asks for the reason and the other inputs of an action. Each opening starts empty. */
export function ActionDialog({ person, action, onClose }: ActionDialogProps) {
  return action === null ? null : <ActionForm person={person} action={action} onClose={onClose} />;
}

function ActionForm({ person, action, onClose }: { person: UserDetail; action: ActionName; onClose: () => void }) {
  const formId = useId();
  const navigate = useNavigate();
  const adopt = useStoreSession();
  const copy = ACTIONS[action];
  const [key] = useState(newIdempotencyKey);
  const [note, setNote] = useState("");
  const [days, setDays] = useState("7");
  const [role, setRole] = useState<Role>(person.may.roles[0] ?? "user");
  const [takenBack, setTakenBack] = useState<string[]>([]);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const doing = useStaffAction(person.id, key);
  const viewing = useStartImpersonation(person.id);
  const linking = useFirstFactorLink(person.id);
  const busy = doing.isPending || viewing.isPending || linking.isPending;
  const lifts = action === "lift_ban" || action === "lift_suspension";

  const onError = (error: unknown) => setProblems(error instanceof ApiError ? error.fields : {});
  const submit = () => {
    if (busy) return;
    if (note.trim().length < 5) return setProblems({ note: "Please give a short reason." });
    if (action === "first_factor") return linking.mutate(note, { onError });
    if (action === "view") {
      viewing.mutate(note, {
        onError,
        onSuccess: async () => {
          const session = await unwrap(api.api.auth.session.$get());
          // Leave the staff page first, because this browser loses access to it.
          await navigate("/Marketplace");
          adopt(session);
        },
      });
      return;
    }
    doing.mutate(bodyOf(action, { note, days, role, takenBack }), {
      onError,
      onSuccess: () => {
        toast({
          title: copy.done,
          ...(INTERNAL_REASON.has(action) ? {} : { description: "We've let them know." }),
        });
        onClose();
      },
    });
  };
  const error = doing.error ?? viewing.error ?? linking.error;
  const failed = error !== null && Object.keys(problems).length === 0;

  if (linking.data) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={copy.done}
        description="Give it to them yourself. It works once, for a short time, and only in their own session."
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <dl>
          <CopyRow name="Link" value={linking.data.link} />
        </dl>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={copy.title}
      description={copy.description}
      sticky={busy}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant={copy.danger ? "danger" : "primary"} loading={busy}>
            {copy.label}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {action === "suspend" ? (
          <Field label="Duration" error={problems.days}>
            <Select options={DURATIONS} value={days} onChange={(event) => setDays(event.target.value)} />
          </Field>
        ) : null}
        {action === "role" ? (
          <Field label="New role" hint={nowRole(ROLE_LABELS[person.role])} error={problems.role}>
            <Select
              options={person.may.roles.map((value) => ({ value, label: ROLE_LABELS[value] }))}
              value={role}
              onChange={(event) => setRole(event.target.value as Role)}
            />
          </Field>
        ) : null}
        {lifts ? (
          <StrikeChoice
            strikes={person.strikes}
            chosen={takenBack}
            error={problems.order_ids}
            onChange={(value) => {
              setTakenBack(value);
              setProblems({});
            }}
          />
        ) : null}
        <Field
          label="Reason"
          required
          hint={
            INTERNAL_REASON.has(action)
              ? "Only visible in the audit log."
              : "They'll see this. It's also kept in the audit log."
          }
          error={problems.note}
        >
          <TextArea
            rows={3}
            maxLength={1_000}
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              setProblems({});
            }}
          />
        </Field>
        {failed ? <Notice kind="error">{errorMessage(error)}</Notice> : null}
      </form>
    </Dialog>
  );
}

function bodyOf(
  action: Exclude<ActionName, "view" | "first_factor">,
  { note, days, role, takenBack }: { note: string; days: string; role: Role; takenBack: string[] },
): StaffAction {
  if (isDataRequest(action)) return { kind: "own_data", request: DATA_REQUESTS[action], note };
  switch (action) {
    case "role":
      return { kind: "role", role, note };
    case "sign_out":
      return { kind: "sign_out", note };
    case "suspend":
      return { kind: "measure", measure: action, note, days: days === "" ? null : Number(days) };
    case "lift_ban":
    case "lift_suspension":
      return { kind: "measure", measure: action, note, ...(takenBack.length > 0 && { order_ids: takenBack }) };
    default:
      return { kind: "measure", measure: action, note };
  }
}
