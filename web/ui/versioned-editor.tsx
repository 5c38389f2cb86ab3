import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, Fragment, type ReactNode, useState } from "react";
import { ApiError } from "../lib/api-client.ts";
import { useUnsavedGuard } from "../lib/use-unsaved-guard.ts";
import { Button } from "./button.tsx";
import { SaveError } from "./save-error.tsx";
import { Loading, Skeleton } from "./skeleton.tsx";
import { ErrorState } from "./states.tsx";
import { StickyActions } from "./sticky-actions.tsx";
import { toast } from "./toast.tsx";

interface VersionedEditorProps<Reply> {
  queryKey: QueryKey;
  load: (signal: AbortSignal) => Promise<Reply>;
  versionOf: (reply: Reply) => number;
  /** The form. It starts again from the saved values whenever another version is current. */
  children: (reply: Reply) => ReactNode;
}

/** Loads settings that admins edit together: each save is a version, and saving an outdated one is a conflict. */
export function VersionedEditor<Reply>({ queryKey, load, versionOf, children }: VersionedEditorProps<Reply>) {
  const reply = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    // Another admin's save must not replace the values being edited; saving detects a conflict.
    refetchOnWindowFocus: false,
  });
  if (reply.data) return <Fragment key={versionOf(reply.data)}>{children(reply.data)}</Fragment>;
  if (reply.isError) return <ErrorState query={reply} />;
  return (
    <Loading className="grid gap-3">
      <Skeleton className="h-16" />
      <Skeleton className="h-56" />
      <Skeleton className="h-56" />
    </Loading>
  );
}

interface Refused {
  ok: false;
  /** Messages by field name. */
  problems: Record<string, string>;
  /** What to fix, for the toast. Without it, the toast refers to the highlighted fields. */
  message?: string;
}

type Checked<Input> = { ok: true; body: Input } | Refused;

interface VersionedFormOptions<Values, Input, Reply> {
  queryKey: QueryKey;
  /** The values as they are saved. */
  saved: Values;
  check: (values: Values) => Checked<Input>;
  save: (body: Input) => Promise<Reply>;
  onSaved: (reply: Reply) => void;
  isDirty?: (values: Values) => boolean;
}

export interface VersionedForm<Values> {
  queryKey: QueryKey;
  values: Values;
  /** Messages by field name, from the check of the form or from the server. */
  problems: Record<string, string>;
  dirty: boolean;
  saving: boolean;
  error: Error | null;
  change: (part: Partial<Values>) => void;
  undo: () => void;
  /** Shows what is wrong with the values, if anything. */
  showProblems: () => void;
  onSubmit: (event: FormEvent) => void;
}

/** The state of a `VersionedEditor`'s form: values, problems, saving. It warns before unsaved values are left. */
export function useVersionedForm<Values extends object, Input, Reply>({
  queryKey,
  saved,
  check,
  save,
  onSaved,
  isDirty = (values) => JSON.stringify(values) !== JSON.stringify(saved),
}: VersionedFormOptions<Values, Input, Reply>): VersionedForm<Values> {
  const client = useQueryClient();
  const [values, setValues] = useState(saved);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (reply) => {
      client.setQueryData(queryKey, reply);
      onSaved(reply);
    },
    onError: (error) => {
      if (error instanceof ApiError) setProblems(error.fields);
    },
  });
  const dirty = isDirty(values);
  useUnsavedGuard(dirty && !saving.isPending);
  const change = (part: Partial<Values>) => {
    setValues((before) => ({ ...before, ...part }));
    setProblems({});
    saving.reset();
  };
  const refuse = ({ problems: found, message = "Fix the highlighted fields and try again." }: Refused) => {
    setProblems(found);
    toast({ title: "Not saved", description: message, variant: "destructive" });
  };
  return {
    queryKey,
    values,
    problems,
    dirty,
    saving: saving.isPending,
    error: saving.error,
    change,
    undo: () => change(saved),
    showProblems: () => {
      const checked = check(values);
      if (!checked.ok) refuse(checked);
    },
    onSubmit: (event) => {
      event.preventDefault();
      const checked = check(values);
      if (checked.ok) saving.mutate(checked.body);
      else refuse(checked);
    },
  };
}

interface SaveBarProps {
  form: Pick<VersionedForm<object>, "queryKey" | "dirty" | "saving" | "error" | "undo">;
  label: string;
  /** Title of any save error except a version conflict. */
  errorTitle: string;
  /** More buttons. */
  children?: ReactNode;
}

/** The buttons that save the form or undo its changes, below the error of the last save. */
export function SaveBar({ form, label, errorTitle, children }: SaveBarProps) {
  const client = useQueryClient();
  return (
    <StickyActions
      notice={
        <SaveError
          error={form.error}
          title={errorTitle}
          onNewest={() => void client.invalidateQueries({ queryKey: form.queryKey })}
        />
      }
    >
      <Button type="submit" size="lg" loading={form.saving} disabled={!form.dirty}>
        {label}
      </Button>
      {form.dirty ? (
        <Button variant="ghost" size="lg" onClick={form.undo}>
          Undo changes
        </Button>
      ) : null}
      {children}
    </StickyActions>
  );
}
