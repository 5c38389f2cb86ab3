import { afterEach, beforeEach } from "vitest";
import { connectToaster, type ToastInput } from "../../../web/ui/toast.tsx";

/** Returns the toasts of the running test; the list is emptied before each test. */
export function collectToasts(): ToastInput[] {
  const toasts: ToastInput[] = [];
  let disconnect = () => {};
  beforeEach(() => {
    toasts.length = 0;
    disconnect = connectToaster((input) => toasts.push(input));
  });
  afterEach(() => disconnect());
  return toasts;
}
