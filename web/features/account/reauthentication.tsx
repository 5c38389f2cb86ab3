import { type ReactNode, useState } from "react";
import { ApiError } from "../../lib/api-client.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";

interface Question {
  methods: readonly string[];
  answer: (confirmed: boolean) => void;
}

const IdentityDialog = lazyDialog(
  () => import("./identity-dialog.tsx"),
  ({ answer }) => answer(false),
);

/**
 * Re-authentication for sensitive changes, which the server otherwise refuses (A66, D62). `confirmed` runs the work,
 * asks the user to authenticate if it is refused for that reason, and runs it again; if the user cancels, it throws the
 * refusal. Render `dialog` outside of any form.
 */
export function useReauthentication(about = "You're changing where your money goes."): {
  confirmed: <T>(work: () => Promise<T>) => Promise<T>;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);

  const confirmed = async <T,>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "confirmation_required") throw error;
        const methods = error.details.confirm_with ?? [];
        const yes = await new Promise<boolean>((answer) => {
          setQuestion({ methods, answer });
          setOpen(true);
        });
        setOpen(false);
        if (!yes) throw error;
      }
    }
  };

  return {
    confirmed,
    dialog: question ? <IdentityDialog key={open ? "open" : "closed"} open={open} about={about} {...question} /> : null,
  };
}
