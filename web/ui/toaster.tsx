import { Toast } from "@base-ui/react/toast";
import { CircleAlert, X } from "lucide-react";
import { useEffect } from "react";
import { connectToaster, type ToastInput } from "./toast.tsx";
import "./toaster.css";

/** One toast is visible; at most this many wait. */
const QUEUE_LIMIT = 20;
const manager = Toast.createToastManager();
const open: string[] = [];
/** When each open error toast appeared, by id. */
const errors = new Map<string, number>();

function show({ title, description, variant = "default", action }: ToastInput): void {
  const oldest = open.length >= QUEUE_LIMIT ? open[0] : undefined;
  if (oldest) manager.close(oldest);
  const id = manager.add({
    title,
    ...(description === undefined ? {} : { description }),
    type: variant,
    priority: variant === "destructive" ? "high" : "low",
    timeout: action ? 12_000 : variant === "destructive" ? 8_000 : 5_000,
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.onPress();
        },
      },
    }),
    onRemove: () => {
      errors.delete(id);
      const at = open.indexOf(id);
      if (at >= 0) open.splice(at, 1);
    },
  });
  open.push(id);
  if (variant === "destructive") errors.set(id, performance.now());
}

/** A press this soon after an error (ms) is not an answer to it, but the second one of a double click. */
const READ_MS = 700;

/**
 * Closes error toasts with the next input or press of a control outside them: the user is putting the problem right or
 * has moved on.
 */
function useCloseAnsweredErrors(): void {
  useEffect(() => {
    const onAnswer = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest(".toast") || !target.closest(CONTROL)) return;
      const before = performance.now() - READ_MS;
      for (const [id, since] of errors) if (since < before) manager.close(id);
    };
    const events = ["click", "input"] as const;
    for (const name of events) document.addEventListener(name, onAnswer, true);
    return () => {
      for (const name of events) document.removeEventListener(name, onAnswer, true);
    };
  }, []);
}

const CONTROL = "a, button, input, select, textarea, label, [role=menuitem], [role=option]";

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((entry) => (
    <Toast.Root
      key={entry.id}
      toast={entry}
      swipeDirection={["up", "down", "right"]}
      // Base UI hides an urgent toast and its buttons from assistive technology until it has the focus, but Tab and
      // touch reach them before.
      aria-hidden={false}
      className="toast rounded-lg bg-ink text-page shadow-float data-limited:hidden"
    >
      <Toast.Content className="flex items-start gap-3 py-2.5 pr-2 pl-4">
        {entry.type === "destructive" ? (
          <CircleAlert className="mt-2.5 size-5 shrink-0 text-[#ff9a9f] in-data-[theme=dark]:text-[#a61726]" />
        ) : null}
        <div className="min-w-0 flex-1 py-2">
          <Toast.Title className="font-bold" />
          <Toast.Description className="opacity-90" />
        </div>
        <Toast.Action className="min-h-tap shrink-0 rounded-full px-3 font-bold underline underline-offset-4 hover:bg-page/15 focus-visible:outline-page" />
        <Toast.Close
          aria-label="Dismiss"
          aria-hidden={false}
          className="flex size-tap shrink-0 items-center justify-center rounded-full hover:bg-page/15 focus-visible:outline-page"
        >
          <X className="size-4.5" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

/** Screen readers commonly do not speak a live region that arrives together with its text, so it stands this long first. */
const STANDING_MS = 150;

/** Shows the toasts; toaster.css says where. */
export default function Toaster() {
  useEffect(() => {
    let disconnect: (() => void) | undefined;
    const standing = setTimeout(() => {
      disconnect = connectToaster(show);
    }, STANDING_MS);
    return () => {
      clearTimeout(standing);
      disconnect?.();
    };
  }, []);
  useCloseAnsweredErrors();
  return (
    <Toast.Provider toastManager={manager} limit={1}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
