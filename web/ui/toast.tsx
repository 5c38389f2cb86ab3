/** A toast: id comes from the toaster. */
export interface ToastInput {
  title: string;
  description?: string;
  /** `destructive` is announced at once and stays longer. */
  variant?: "default" | "destructive";
  /** Something to do about it, such as Undo. The toast stays longer, and there is another way to do the same. */
  action?: { label: string; onPress: () => void };
}

let deliver: ((input: ToastInput) => void) | null = null;
const waiting: ToastInput[] = [];
const listeners = new Set<() => void>();
let wanted = false;

/** Shows a short message from anywhere. One at a time; the toaster's code loads with the first one. */
export function toast(input: ToastInput): void {
  if (deliver) {
    deliver(input);
    return;
  }
  waiting.push(input);
  wanted = true;
  for (const listener of listeners) listener();
}

/** The toaster takes over, beginning with what was said before it had loaded. */
export function connectToaster(show: (input: ToastInput) => void): () => void {
  deliver = show;
  for (const input of waiting.splice(0)) show(input);
  return () => {
    deliver = null;
  };
}

/** For the host: whether there has been a toast yet. */
export const toastWanted = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => wanted,
};
