import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { LifeBuoy } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import {
  type AdminSupportRequest,
  AnswerSupport,
  SUPPORT_STATUSES,
  type SupportStatus,
} from "#contract/community/support-queue";
import { orderNumber } from "#domain/orders/order-number";
import { api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { checked } from "../../../lib/field-errors.ts";
import { formatAge, formatDateTime } from "../../../lib/format.ts";
import { pages } from "../../../lib/query-client.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { PageBody, PageHeader, Panel } from "../../../ui/layout.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { AdminList } from "../admin-list.tsx";
import { useLast } from "../use-last.ts";
import { UserLine } from "../user-line.tsx";

const TABS = [
  { value: "open", label: "Open" },
  { value: "answered", label: "Replied" },
  { value: "closed", label: "Closed" },
] as const satisfies { value: SupportStatus; label: string }[];

const EMPTY: Record<SupportStatus, string> = {
  open: "Requests for help appear here, oldest first.",
  answered: "Requests with a reply appear here, newest first.",
  closed: "Closed requests appear here, newest first.",
};

const ANSWER_MAX = 4_000;

/** /SupportRequests, for staff: the support requests, which staff answer by email. */
export default function SupportScreen() {
  const [query, setQuery] = useSearchParams();
  const wanted = query.get("status");
  const status = SUPPORT_STATUSES.find((name) => name === wanted) ?? "open";
  const requests = useSupport(status);
  const [answering, setAnswering] = useState<AdminSupportRequest | null>(null);
  return (
    <PageBody width="form">
      <PageHeader
        title="Support requests"
        description="Messages from the support form and Contact Us. Your reply goes out by email."
      />
      <Tabs
        label="Requests"
        tabs={TABS}
        value={status}
        onChange={(next) => setQuery({ status: next }, { replace: true })}
        className="mb-5"
      >
        <AdminList
          list={requests}
          what="requests"
          empty={
            <EmptyState
              icon={<LifeBuoy className="size-7" />}
              title={status === "open" ? "No open requests" : "Nothing here yet"}
              description={EMPTY[status]}
            />
          }
        >
          {(rows) => (
            <ul className="grid gap-4">
              {rows.map((request) => (
                <li key={request.id}>
                  <RequestCard request={request} onAnswer={() => setAnswering(request)} />
                </li>
              ))}
            </ul>
          )}
        </AdminList>
      </Tabs>
      <AnswerDialog request={answering} onClose={() => setAnswering(null)} />
    </PageBody>
  );
}

function titleOf({ topic, item_name }: AdminSupportRequest): string {
  if (item_name) return item_name;
  return topic ? `Contact: ${topic}` : "Support request";
}

function RequestCard({ request, onAnswer }: { request: AdminSupportRequest; onAnswer: () => void }) {
  const close = useClose();
  const title = titleOf(request);
  const replyLabel = request.answers.length > 0 ? "Reply again" : "Reply";
  return (
    <Panel className="p-5">
      <article>
        <h2 className="text-lg font-bold wrap-anywhere">{title}</h2>
        <p className="text-sm wrap-anywhere text-muted">
          {request.name ? `${request.name}, ` : ""}
          {request.email} · {formatAge(request.created_at, serverNow())}
        </p>
        <p dir="auto" className="mt-3 wrap-anywhere whitespace-pre-line">
          {request.message}
        </p>
        {request.account || request.order_id ? (
          <dl className="mt-4 grid gap-3 sm:grid-cols-2">
            {request.account ? <UserLine name="Account" person={request.account} /> : null}
            {request.order_id ? (
              <div>
                <dt className="text-sm text-muted">Order</dt>
                <dd>
                  <Link
                    to={`/PaymentConfirmations?order=${request.order_id}`}
                    className="font-semibold underline-offset-4 hover:underline"
                  >
                    {orderNumber(request.order_id)}
                  </Link>
                </dd>
              </div>
            ) : null}
          </dl>
        ) : null}
        {request.answers.map((answer) => (
          <blockquote key={answer.at} className="mt-4 border-l-3 border-brand pl-3">
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {answer.message}
            </p>
            <p className="text-sm text-muted">
              {answer.by}, {formatDateTime(answer.at)}
            </p>
          </blockquote>
        ))}
        <div className="mt-4 flex flex-wrap gap-2.5">
          <Button size="sm" aria-label={`${replyLabel} to “${title}”`} onClick={onAnswer}>
            {replyLabel}
          </Button>
          {request.status === "closed" ? null : (
            <Button
              size="sm"
              variant="secondary"
              aria-label={`Close: ${title}`}
              loading={close.isPending}
              onClick={() =>
                close.mutate(request.id, {
                  onSuccess: () => toast({ title: "Request closed" }),
                  onError: toastError("We couldn't close it"),
                })
              }
            >
              Close
            </Button>
          )}
        </div>
      </article>
    </Panel>
  );
}

function AnswerDialog({ request, onClose }: { request: AdminSupportRequest | null; onClose: () => void }) {
  const last = useLast(request);
  return last === null ? null : <AnswerForm key={last.id} request={last} open={request !== null} onClose={onClose} />;
}

function AnswerForm({ request, open, onClose }: { request: AdminSupportRequest; open: boolean; onClose: () => void }) {
  const answer = useAnswer(request.id);
  const form = useApiForm({
    start: { message: "" },
    check: (values) => checked(AnswerSupport, values),
    send: ({ message }, key) => answer.mutateAsync({ message, key }),
    onSent: () => {
      form.reset();
      toast({ title: "Reply sent", description: `To ${request.email}.` });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      sticky={form.values.message.trim() !== ""}
      title={`Reply to “${titleOf(request)}”`}
      description={`We'll email it to ${request.email}, with their message quoted below.`}
      submitLabel="Send reply"
    >
      <blockquote
        dir="auto"
        className="max-h-48 overflow-y-auto rounded-md bg-surface p-4 wrap-anywhere whitespace-pre-line"
      >
        {request.message}
      </blockquote>
      <Field label="Your reply" error={form.problem("message")} required>
        <TextArea rows={6} maxLength={ANSWER_MAX} {...form.input("message")} />
      </Field>
    </FormDialog>
  );
}

const KEY = ["admin", "support"] as const;

function useSupport(status: SupportStatus) {
  return useInfiniteQuery({
    queryKey: [...KEY, status],
    ...pages((cursor, init) => unwrap(api.api.admin.support.$get({ query: { status, ...cursor } }, init))),
  });
}

/** Sends an answer. The key is that of the text: after a lost reply, the retry does not send the answer twice. */
function useAnswer(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ message, key }: { message: string; key: string }) =>
      unwrap(api.api.admin.support[":id"].answer.$post({ param: { id }, json: { message } }, withIdempotencyKey(key))),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

function useClose() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.api.admin.support[":id"].close.$post({ param: { id } })),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
