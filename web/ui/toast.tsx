import { errorMessage } from "../lib/api-client.ts";

/** Content of a toast; the toaster assigns the id. */
export interface ToastInput {
  title: string;
  description?: string;
  /** `destructive` is announced at once and stays longer. */
  variant?: "default" | "destructive";
  /** An optional action such as Undo. The toast then stays longer. The same action must be possible elsewhere too. */
  action?: { label: string; onPress: () => void };
}

let deliver: ((input: ToastInput) => void) | null = null;
const waiting: ToastInput[] = [];
const listeners = new Set<() => void>();
let state: { wanted: boolean; latest: ToastInput | null } = { wanted: false, latest: null };
let clearing: ReturnType<typeof setTimeout> | undefined;

/** How long (ms) a toast stands where the toaster could not be loaded. */
const PLAIN_MS = 4_000;

function update(next: Partial<typeof state>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** Shows a toast, one at a time. The toaster's code loads with the first one. */
export function toast(input: ToastInput): void {
  if (deliver) deliver(input);
  else waiting.push(input);
  clearTimeout(clearing);
  clearing = setTimeout(() => update({ latest: null }), PLAIN_MS);
  update({ wanted: true, latest: input });
}

/** Returns what shows an error as a toast, under the title if there is one: `onError: toastError("The sale didn't end")`. */
export function toastError(title?: string, fallback?: string): (error: unknown) => void {
  return (error) => {
    const message = errorMessage(error, fallback);
    toast({ ...(title === undefined ? { title: message } : { title, description: message }), variant: "destructive" });
  };
}

/** Connects the loaded toaster and delivers the toasts queued before. */
export function connectToaster(show: (input: ToastInput) => void): () => void {
  deliver = show;
  for (const input of waiting.splice(0)) show(input);
  return () => {
    deliver = null;
  };
}

/** Whether there has been a toast yet, and the latest one, as a store for the host. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => state,
};
