import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../lib/api-client.ts";
import { toast } from "../../ui/toast.tsx";
import { fetchQuickReplies, saveQuickReplies } from "./api.ts";
import { QUICK_REPLIES_KEY } from "./quick-reply-key.ts";

export interface QuickReplyEditing {
  /** The texts as typed; null until they have loaded. */
  texts: readonly string[] | null;
  /** Why loading or saving failed. */
  problem: string | null;
  changed: boolean;
  saving: boolean;
  setTexts: (texts: readonly string[]) => void;
  save: () => void;
}

/** The account's saved replies while they are edited. Empty rows are left out when saving. */
export function useQuickReplies(onSaved?: () => void): QuickReplyEditing {
  const client = useQueryClient();
  const [typed, setTyped] = useState<readonly string[] | null>(null);
  const saved = useQuery({
    queryKey: [...QUICK_REPLIES_KEY, "own"],
    queryFn: ({ signal }) => fetchQuickReplies(signal),
  });
  const save = useMutation({
    mutationFn: (texts: string[]) => saveQuickReplies(texts),
    onSuccess: (reply) => {
      client.setQueryData([...QUICK_REPLIES_KEY, "own"], reply);
      void client.invalidateQueries({ queryKey: QUICK_REPLIES_KEY });
      setTyped(null);
      toast({ title: "Quick replies saved" });
      onSaved?.();
    },
  });
  const texts = typed ?? saved.data?.replies ?? null;
  const problem = save.error ?? (saved.data ? null : saved.error);
  return {
    texts,
    problem: problem ? errorMessage(problem) : null,
    changed: typed !== null,
    saving: save.isPending,
    setTexts: setTyped,
    save: () => save.mutate((texts ?? []).map((text) => text.trim()).filter(Boolean)),
  };
}
