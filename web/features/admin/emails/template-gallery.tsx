import { Send } from "lucide-react";
import { useState } from "react";
import type { EmailTemplate } from "#contract/notifications/email-outbox";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/layout.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { useSendTest, useTemplates } from "./api.ts";
import { OutboxEmailDialog } from "./outbox-email-dialog.tsx";

/** All email templates with sample data; each can be sent to the admin's own address. */
export function TemplateGallery() {
  const templates = useTemplates();
  const [opened, setOpened] = useState<EmailTemplate | null>(null);
  const test = useSendTest();
  if (!templates.data) {
    return (
      <QueryState query={templates} what="templates" title="The templates didn't load" className="grid gap-3">
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </QueryState>
    );
  }
  const { items } = templates.data;
  const groups = [...new Set(items.map(({ group }) => group))];
  const send = (template: EmailTemplate) =>
    test.mutate(template.key, {
      onSuccess: ({ to }) => toast({ title: "Test sent", description: `To ${to}.` }),
      onError: toastError("We couldn't send the test"),
    });
  return (
    <>
      {groups.map((group) => (
        <Section key={group} title={group}>
          <ul className="-mx-3 divide-y divide-line">
            {items
              .filter((template) => template.group === group)
              .map((template) => (
                <li key={template.key} className="flex items-center gap-2 pr-3">
                  <button
                    type="button"
                    onClick={() => setOpened(template)}
                    className="min-h-14 min-w-0 flex-1 rounded-md px-3 py-2.5 text-left transition-colors duration-150 hover:bg-surface"
                  >
                    <span className="block truncate font-semibold">{template.name}</span>
                    <span className="block truncate text-sm text-muted">{template.subject}</span>
                  </button>
                  <Button
                    size="sm"
                    variant="quiet"
                    className="max-sm:px-3"
                    icon={<Send className="size-4" />}
                    loading={test.isPending && test.variables === template.key}
                    aria-label={`Send me a test: ${template.name}`}
                    onClick={() => send(template)}
                  >
                    <span className="max-sm:hidden">Send me a test</span>
                  </Button>
                </li>
              ))}
          </ul>
        </Section>
      ))}
      <OutboxEmailDialog mail={opened} onClose={() => setOpened(null)} />
    </>
  );
}
