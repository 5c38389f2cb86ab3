import { useNavigate } from "react-router-dom";
import { errorMessage } from "../../lib/api-client.ts";
import { useSignOut } from "../../lib/sign-out.ts";
import { toast } from "../../ui/toast.tsx";

/** Signs out and goes to the marketplace, because the current page may not be public. */
export function useLogOut(): () => void {
  const signOut = useSignOut();
  const navigate = useNavigate();
  return () => {
    // Leave a guarded page first; otherwise its guard redirects to sign-in.
    void Promise.resolve(navigate("/Marketplace"))
      .then(signOut)
      .catch((error: unknown) => {
        toast({ title: "You're still signed in", description: errorMessage(error), variant: "destructive" });
      });
  };
}
