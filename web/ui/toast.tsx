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
let wanted = false;

/** Shows a toast, one at a time. The toaster's code loads with the first one. */
export function toast(input: ToastInput): void {
  if (deliver) {
    deliver(input);
    return;
  }
  waiting.push(input);
  wanted = true;
  for (const listener of listeners) listener();
}

/** Connects the loaded toaster and delivers the toasts queued before. */
export function connectToaster(show: (input: ToastInput) => void): () => void {
  deliver = show;
  for (const input of waiting.splice(0)) show(input);
  return () => {
    deliver = null;
  };
}

/** Whether there has been a toast yet, as a store for the host. */
export const toastWanted = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => wanted,
};
