import { useNavigate } from "react-router-dom";
import type { Role } from "#contract/account/profiles";
import type { UserDetail } from "#contract/admin/users";
import { api, unwrap } from "../../../lib/api-client.ts";
import { useStoreSession } from "../../../lib/session.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyRow } from "../../../ui/copy-row.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
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
  const navigate = useNavigate();
  const adopt = useStoreSession();
  const copy = ACTIONS[action];
  const doing = useStaffAction(person.id);
  const viewing = useStartImpersonation(person.id);
  const linking = useFirstFactorLink(person.id);
  const lifts = action === "lift_ban" || action === "lift_suspension";
  const form = useApiForm({
    start: { note: "", days: "7", role: person.may.roles[0] ?? ("user" as Role), order_ids: [] as string[] },
    check: (values) =>
      values.note.trim().length < 5
        ? { ok: false, problems: { note: "Please give a short reason." } }
        : { ok: true, body: values },
    send: async (values, key) => {
      if (action === "first_factor") await linking.mutateAsync(values.note);
      else if (action === "view") await viewing.mutateAsync(values.note);
      else await doing.mutateAsync({ action: bodyOf(action, values), key });
    },
    onSent: async () => {
      if (action === "first_factor") return;
      if (action === "view") {
        const session = await unwrap(api.api.auth.session.$get());
        // Leave the staff page first, because this browser loses access to it.
        await navigate("/Marketplace");
        adopt(session);
        return;
      }
      toast({
        title: copy.done,
        ...(INTERNAL_REASON.has(action) ? {} : { description: "We've let them know." }),
      });
      onClose();
    },
  });

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
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={copy.title}
      description={copy.description}
      danger={copy.danger ?? false}
      submitLabel={copy.label}
    >
      {action === "suspend" ? (
        <Field label="Duration" error={form.problem("days")}>
          <Select options={DURATIONS} {...form.input("days")} />
        </Field>
      ) : null}
      {action === "role" ? (
        <Field label="New role" hint={nowRole(ROLE_LABELS[person.role])} error={form.problem("role")}>
          <Select
            options={person.may.roles.map((value) => ({ value, label: ROLE_LABELS[value] }))}
            {...form.input("role")}
          />
        </Field>
      ) : null}
      {lifts ? (
        <StrikeChoice
          strikes={person.strikes}
          chosen={form.values.order_ids}
          error={form.problem("order_ids")}
          onChange={(order_ids) => form.change({ order_ids })}
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
        error={form.problem("note")}
      >
        <TextArea rows={3} maxLength={1_000} {...form.input("note")} />
      </Field>
    </FormDialog>
  );
}

function bodyOf(
  action: Exclude<ActionName, "view" | "first_factor">,
  { note, days, role, order_ids }: { note: string; days: string; role: Role; order_ids: string[] },
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
      return { kind: "measure", measure: action, note, ...(order_ids.length > 0 && { order_ids }) };
    default:
      return { kind: "measure", measure: action, note };
  }
}
