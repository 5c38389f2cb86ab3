import { Bold, Heading, Italic, Link2, List, ListOrdered, Quote, Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ANNOUNCEMENT_SOURCE_MAX, type StaffAnnouncement } from "#contract/community/announcements";
import { ApiError, errorMessage, newIdempotencyKey } from "../../../lib/api-client.ts";
import { useDocumentTitle } from "../../../lib/document-title.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
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
import { useDeleteAnnouncement, usePreview, useSaveAnnouncement } from "./api.ts";
import { applyMark, type Mark } from "./toolbar.ts";
import { checkValues, stateOf, type Values, valuesOf } from "./values.ts";
import * as words from "./words.ts";
import { ZONE } from "./zone.ts";

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
  const [values, setValues] = useState(first);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [deleting, setDeleting] = useState(false);
  const [key] = useState(newIdempotencyKey);
  const saving = useSaveAnnouncement(opened, key);
  const removing = useDeleteAnnouncement();
  const dirty = JSON.stringify(values) !== JSON.stringify(first);
  useUnsavedGuard(dirty && !saving.isPending && !saving.isSuccess);
  useDocumentTitle(opened ? words.editAnnouncement : words.newAnnouncement);
  const change = (part: Partial<Values>) => {
    setValues((before) => ({ ...before, ...part }));
    setProblems({});
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkValues(values, opened, serverNow());
    if (!checked.ok) {
      setProblems(checked.problems);
      toast({ title: words.notSaved, description: words.correctMarkedFields, variant: "destructive" });
      return;
    }
    saving.mutate(checked.draft, {
      onSuccess: (saved) => {
        toast({ title: words.SAVED_AS[stateOf(saved, serverNow())], description: saved.title });
        void navigate(LIST);
      },
      onError: (error) => {
        if (error instanceof ApiError) setProblems(error.fields);
      },
    });
  };
  const remove = () => {
    if (!opened) return;
    removing.mutate(opened.id, {
      onSuccess: () => {
        toast({ title: words.announcementDeleted, description: opened.title });
        void navigate(LIST);
      },
    });
  };

  return (
    <PageBody>
      <PageHeader
        title={opened ? words.editAnnouncement : words.newAnnouncement}
        back={{ to: LIST, label: words.allAnnouncements }}
        actions={
          opened ? (
            <Button
              variant="secondary"
              size="sm"
              icon={<Trash2 className="size-4.5" aria-hidden="true" />}
              onClick={() => setDeleting(true)}
            >
              {words.remove}
            </Button>
          ) : null
        }
      />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        <form onSubmit={save} noValidate className="grid min-w-0 gap-5">
          <Field label={words.title} required error={problems.title}>
            <TextInput
              maxLength={120}
              autoComplete="off"
              value={values.title}
              onChange={(event) => change({ title: event.target.value })}
            />
          </Field>
          <Words source={values.source} problem={problems.source} onChange={(source) => change({ source })} />
          <Publication values={values} opened={opened} problems={problems} onChange={change} />
          <SaveError error={saving.error} title={words.notSaved} onNewest={onReload} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" size="lg" loading={saving.isPending} disabled={!dirty} className="max-sm:w-full">
              {words.SAVE_LABELS[values.when]}
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
        title={words.deleteThis}
        description={words.deletingDescription}
        confirmLabel={words.deleteAnnouncement}
      >
        {removing.isError ? <Notice kind="error">{errorMessage(removing.error)}</Notice> : null}
      </ConfirmDialog>
    </PageBody>
  );
}

const TOOLS: readonly { mark: Mark; label: string; icon: ReactNode; key?: string }[] = [
  { mark: "bold", label: words.bold, icon: <Bold className="size-4.5" aria-hidden="true" />, key: "b" },
  { mark: "italic", label: words.italic, icon: <Italic className="size-4.5" aria-hidden="true" />, key: "i" },
  { mark: "heading", label: words.heading, icon: <Heading className="size-4.5" aria-hidden="true" /> },
  { mark: "bullets", label: words.list, icon: <List className="size-4.5" aria-hidden="true" /> },
  { mark: "numbers", label: words.numberedList, icon: <ListOrdered className="size-4.5" aria-hidden="true" /> },
  { mark: "quote", label: words.quote, icon: <Quote className="size-4.5" aria-hidden="true" /> },
  { mark: "link", label: words.link, icon: <Link2 className="size-4.5" aria-hidden="true" />, key: "k" },
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
    onChange(next.text);
    // After React has rendered the new text; otherwise the selection would apply to the old one.
    requestAnimationFrame(() => {
      input.focus();
      input.setSelectionRange(next.start, next.end);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const tool = TOOLS.find(({ key }) => key === event.key.toLowerCase());
    if (!tool || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    press(tool.mark);
  };
  return (
    <div>
      <Field label={words.text} required error={problem} hint={words.textHint}>
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
      <div role="toolbar" aria-label={words.formatting} className="-mx-1 mt-2 flex flex-wrap gap-1">
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

interface PublicationProps {
  values: Values;
  opened: StaffAnnouncement | null;
  problems: Record<string, string>;
  onChange: (part: Partial<Values>) => void;
}

function Publication({ values, opened, problems, onChange }: PublicationProps) {
  const out = opened?.published_at != null && opened.published_at <= serverNow() ? opened.published_at : null;
  return (
    <div className="grid gap-5">
      <RadioCards
        legend={words.whenItIsOut}
        value={values.when}
        onChange={(when) => onChange({ when })}
        options={[
          ...(out === null
            ? []
            : [
                {
                  value: "kept" as const,
                  label: words.published,
                  description: words.publishedSince(formatDateTime(out, ZONE)),
                },
              ]),
          { value: "draft" as const, label: words.draft, description: words.draftDescription },
          ...(out === null ? [{ value: "now" as const, label: words.now, description: words.nowDescription }] : []),
          { value: "later" as const, label: words.atATime, description: words.appearsByItself },
        ]}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {values.when === "later" ? (
          <Field label={words.appears} required error={problems.later ?? problems.published_at} hint={words.sydneyTime}>
            <TextInput
              type="datetime-local"
              value={values.later}
              onChange={(event) => onChange({ later: event.target.value })}
            />
          </Field>
        ) : null}
        {values.when === "draft" ? null : (
          <Field label={words.ends} optional error={problems.ends_at} hint={words.endsHint}>
            <TextInput
              type="datetime-local"
              value={values.ends}
              onChange={(event) => onChange({ ends: event.target.value })}
            />
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
    <section
      aria-label={words.preview}
      className="min-w-0 rounded-lg border border-line p-5 sm:p-7 lg:sticky lg:top-24"
    >
      <p className="text-sm text-muted">{words.preview}</p>
      <h2 className="mt-2 mb-4 text-2xl font-extrabold wrap-anywhere">{title.trim() || words.title}</h2>
      {empty ? (
        <p className="text-muted">{words.previewEmpty}</p>
      ) : preview.isError ? (
        <Notice kind="error" title={words.previewFailed}>
          <p>{errorMessage(preview.error)}</p>
        </Notice>
      ) : (
        <Prose html={preview.data?.html ?? ""} />
      )}
    </section>
  );
}
