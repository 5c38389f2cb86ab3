import { Bold, Heading, Italic, Link2, List, ListOrdered, Quote, Trash2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { ANNOUNCEMENT_SOURCE_MAX, type StaffAnnouncement } from "#contract/community/announcements";
import { errorMessage } from "../../../lib/api-client.ts";
import { useDocumentTitle } from "../../../lib/document-title.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { type ApiForm, useApiForm } from "../../../lib/use-api-form.ts";
import { useUnsavedGuard } from "../../../lib/use-unsaved-guard.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Prose } from "../../../ui/prose.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { SaveError } from "../../../ui/save-error.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { checkValues, stateOf, type Values, valuesOf } from "./announcement-form.ts";
import type { State, When } from "./api.ts";
import { useDeleteAnnouncement, usePreview, useSaveAnnouncement } from "./api.ts";
import { applyMark, type Mark } from "./toolbar.ts";
import { ZONE } from "./zone.ts";

const SAVE_LABELS: Record<When, string> = {
  draft: "Save draft",
  now: "Publish now",
  later: "Schedule",
  kept: "Save changes",
};

const SAVED_AS: Record<State, string> = {
  draft: "Draft saved",
  scheduled: "Scheduled",
  published: "Published",
  ended: "Saved",
};

const LIST = "/AnnouncementEditor";

interface EditorProps {
  opened: StaffAnnouncement | null;
  onReload: () => void;
}

/** Editor of one announcement: text with a toolbar, preview, and publication times. */
export default function Editor({ opened: given, onReload }: EditorProps) {
  const navigate = useNavigate();
  // The version that was opened: a save by another admin must not change the form while it is edited.
  const [opened] = useState(given);
  const [first] = useState(() => valuesOf(given, serverNow()));
  const [deleting, setDeleting] = useState(false);
  const saving = useSaveAnnouncement(opened);
  const removing = useDeleteAnnouncement();
  const form = useApiForm({
    start: first,
    check: (values) => {
      const checked = checkValues(values, opened, serverNow());
      if (!checked.ok) {
        toast({ title: "Not saved", description: "Fix the highlighted fields and try again.", variant: "destructive" });
      }
      return checked;
    },
    send: (draft, key) => saving.mutateAsync({ draft, key }),
    names: { ends_at: "ends", published_at: "later" },
    onSent: (saved) => {
      toast({ title: SAVED_AS[stateOf(saved, serverNow())], description: saved.title });
      void navigate(LIST);
    },
  });
  const { values, change } = form;
  useUnsavedGuard(form.dirty);
  useDocumentTitle(opened ? "Edit announcement" : "New announcement");
  const remove = () => {
    if (!opened) return;
    removing.mutate(opened.id, {
      onSuccess: () => {
        toast({ title: "Announcement deleted", description: opened.title });
        void navigate(LIST);
      },
    });
  };

  return (
    <PageBody>
      <PageHeader
        title={opened ? "Edit announcement" : "New announcement"}
        back={{ to: LIST, label: "All announcements" }}
        actions={
          opened ? (
            <Button
              variant="secondary"
              size="sm"
              icon={<Trash2 className="size-4.5" />}
              onClick={() => setDeleting(true)}
            >
              Delete
            </Button>
          ) : null
        }
      />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        <form {...form.form} className="grid min-w-0 gap-5">
          <Field label="Title" required error={form.problem("title")}>
            <TextInput maxLength={120} autoComplete="off" {...form.input("title")} />
          </Field>
          <Words source={values.source} problem={form.problem("source")} onChange={(source) => change({ source })} />
          <Publication form={form} opened={opened} />
          <SaveError
            error={form.failure === null ? null : form.error}
            title="We couldn't save it"
            onNewest={onReload}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" size="lg" loading={form.busy} disabled={!form.dirty} className="max-sm:w-full">
              {SAVE_LABELS[values.when]}
            </Button>
          </div>
        </form>
        <Preview title={values.title} source={values.source} />
      </div>
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        onConfirm={remove}
        loading={removing.isPending}
        danger
        title="Delete this announcement?"
        description="It's removed for everyone straight away. You can't undo this. The audit log keeps its text."
        confirmLabel="Delete announcement"
      >
        {removing.isError ? <Notice kind="error">{errorMessage(removing.error)}</Notice> : null}
      </ConfirmDialog>
    </PageBody>
  );
}

const TOOLS: readonly { mark: Mark; label: string; icon: ReactNode; key?: string }[] = [
  { mark: "bold", label: "Bold (Ctrl+B)", icon: <Bold className="size-4.5" />, key: "b" },
  { mark: "italic", label: "Italic (Ctrl+I)", icon: <Italic className="size-4.5" />, key: "i" },
  { mark: "heading", label: "Heading", icon: <Heading className="size-4.5" /> },
  { mark: "bullets", label: "List", icon: <List className="size-4.5" /> },
  { mark: "numbers", label: "Numbered list", icon: <ListOrdered className="size-4.5" /> },
  { mark: "quote", label: "Quote", icon: <Quote className="size-4.5" /> },
  { mark: "link", label: "Link (Ctrl+K)", icon: <Link2 className="size-4.5" />, key: "k" },
];

interface WordsProps {
  source: string;
  problem: string | undefined;
  onChange: (source: string) => void;
}

function Words({ source, problem, onChange }: WordsProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const press = (mark: Mark) => {
    const input = area.current;
    if (!input) return;
    const next = applyMark({ text: source, start: input.selectionStart, end: input.selectionEnd }, mark);
    if (next.text.length > ANNOUNCEMENT_SOURCE_MAX) return;
    // The text must be in the field before the selection, and the selection before the next key.
    flushSync(() => onChange(next.text));
    input.focus();
    input.setSelectionRange(next.start, next.end);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const tool = TOOLS.find(({ key }) => key === event.key.toLowerCase());
    if (!tool || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    press(tool.mark);
  };
  return (
    <div>
      <Field
        label="Text"
        required
        error={problem}
        hint="Markdown supported. Links can go to https, email or pages here. HTML is removed."
      >
        <TextArea
          ref={area}
          rows={14}
          maxLength={ANNOUNCEMENT_SOURCE_MAX}
          value={source}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-h-72"
        />
      </Field>
      <div role="toolbar" aria-label="Formatting" className="-mx-1 mt-2 flex flex-wrap gap-1">
        {TOOLS.map(({ mark, label, icon }) => (
          <IconButton
            key={mark}
            label={label}
            size="sm"
            variant="soft"
            // The press must not clear the selection in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => press(mark)}
          >
            {icon}
          </IconButton>
        ))}
      </div>
    </div>
  );
}

function Publication({ form, opened }: { form: ApiForm<Values>; opened: StaffAnnouncement | null }) {
  const { when } = form.values;
  const out = opened?.published_at != null && opened.published_at <= serverNow() ? opened.published_at : null;
  return (
    <div className="grid gap-5">
      <RadioCards
        legend="Publication"
        value={when}
        onChange={(value) => form.change({ when: value }, ["later", "ends"])}
        options={[
          ...(out === null
            ? []
            : [
                {
                  value: "kept" as const,
                  label: "Published",
                  description: `Since ${formatDateTime(out, ZONE)}`,
                },
              ]),
          { value: "draft" as const, label: "Draft", description: "Visible to staff only" },
          ...(out === null ? [{ value: "now" as const, label: "Now", description: "As soon as you save" }] : []),
          { value: "later" as const, label: "Scheduled", description: "Publishes automatically" },
        ]}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {when === "later" ? (
          <Field label="Publish at" required error={form.problem("later")} hint="Sydney time.">
            <TextInput type="datetime-local" {...form.input("later")} />
          </Field>
        ) : null}
        {when === "draft" ? null : (
          <Field label="Ends" optional error={form.problem("ends")} hint="Sydney time. Leave blank for no end date.">
            <TextInput type="datetime-local" {...form.input("ends")} />
          </Field>
        )}
      </div>
    </div>
  );
}

const PREVIEW_AFTER_MS = 300;

function Preview({ title, source }: { title: string; source: string }) {
  const [settled, setSettled] = useState(source);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(source), PREVIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [source]);
  const preview = usePreview(settled);
  const empty = source.trim() === "";
  return (
    <section aria-label="Preview" className="min-w-0 rounded-lg border border-line p-5 sm:p-7 lg:sticky lg:top-24">
      <p className="text-sm text-muted">Preview</p>
      <h2 className="mt-2 mb-4 text-2xl font-extrabold wrap-anywhere">{title.trim() || "Title"}</h2>
      {empty ? (
        <p className="text-muted">Your announcement will appear here as readers see it.</p>
      ) : preview.isError ? (
        <Notice kind="error" title="The preview didn't load">
          <p>{errorMessage(preview.error)}</p>
        </Notice>
      ) : (
        <Prose html={preview.data?.html ?? ""} />
      )}
    </section>
  );
}
