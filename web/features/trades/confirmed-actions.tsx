import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { type ToastInput, toast, toastError } from "../../ui/toast.tsx";

export interface ActionCopy {
  button: string;
  /** Question of the confirmation. */
  title: string;
  confirm: string;
  done: string;
  failed: string;
}

export interface ConfirmedAction<Action extends string> extends ActionCopy {
  action: Action;
  variant: "primary" | "secondary";
  description: string;
  danger: boolean;
}

/** A button for each action. Each asks for confirmation. `run` returns what to say when it is done. */
export function ConfirmedActions<Action extends string>({
  actions,
  size,
  run,
}: {
  actions: readonly ConfirmedAction<Action>[];
  size: "sm" | "md";
  run: (action: ConfirmedAction<Action>) => Promise<ToastInput>;
}) {
  // Stays after the dialog has closed, so that its text does not change while it fades out.
  const [chosen, setChosen] = useState<ConfirmedAction<Action> | null>(null);
  const [open, setOpen] = useState(false);
  const [running, setRunning] = useState(false);

  const send = async (action: ConfirmedAction<Action>) => {
    if (running) return;
    setRunning(true);
    try {
      toast(await run(action));
    } catch (error) {
      toastError(action.failed)(error);
    } finally {
      setRunning(false);
      setOpen(false);
    }
  };

  return (
    <>
      {actions.length > 0 ? (
        <div className="flex flex-wrap gap-2.5">
          {actions.map((action) => (
            <Button
              key={action.action}
              size={size}
              variant={action.variant}
              onClick={() => {
                setChosen(action);
                setOpen(true);
              }}
            >
              {action.button}
            </Button>
          ))}
        </div>
      ) : null}
      {chosen ? (
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          onConfirm={() => void send(chosen)}
          title={chosen.title}
          description={chosen.description}
          confirmLabel={chosen.confirm}
          danger={chosen.danger}
          loading={running}
        />
      ) : null}
    </>
  );
}
