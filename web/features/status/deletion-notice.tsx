import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { api, unwrap } from "../../lib/api-client.ts";
import { formatDay } from "../../lib/format.ts";
import { useRefreshSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { toast, toastError } from "../../ui/toast.tsx";

/** Banner of an account that will be deleted, with the way back. */
export default function DeletionNotice({ dueAt }: { dueAt: number }) {
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  const keep = useMutation({
    mutationFn: () => unwrap(api.api.account.deletion.$delete()),
    onSuccess: async () => {
      await refreshSession();
      void client.invalidateQueries({ queryKey: ["own-data"] });
      toast({ title: "We're keeping your account", description: "Your listings are visible again." });
    },
    onError: toastError(),
  });
  return (
    <section data-status-banner aria-label="Account deletion" className="bg-hot-soft">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3.5 sm:px-6">
        <ShieldAlert className="mt-0.5 size-5 shrink-0 self-start text-hot-ink" />
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-bold">We'll delete your account on {formatDay(dueAt)}</p>
          <p>Your listings are hidden until then. You can still change your mind.</p>
        </div>
        <Button size="sm" loading={keep.isPending} onClick={() => keep.mutate()}>
          Keep my account
        </Button>
      </div>
    </section>
  );
}
