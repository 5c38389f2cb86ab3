import { useNavigate } from "react-router-dom";
import { useSignOut } from "../../lib/sign-out.ts";
import { toastError } from "../../ui/toast.tsx";

/** Signs out and goes to the marketplace, because the current page may not be public. */
export function useLogOut(): () => void {
  const signOut = useSignOut();
  const navigate = useNavigate();
  return () => {
    // Leave a guarded page first; otherwise its guard redirects to sign-in.
    void Promise.resolve(navigate("/Marketplace"))
      .then(signOut)
      .catch((error: unknown) => {
        toastError("You're still signed in")(error);
      });
  };
}
