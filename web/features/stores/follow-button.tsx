import { UserCheck, UserPlus } from "lucide-react";
import { useLocation, useNavigate } from "react-router-dom";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { useFollow, useFollowing } from "./following.ts";

/** Follows the seller, or stops following them; visitors sign in first. Nothing for the seller themselves. */
export function FollowButton({ seller }: { seller: { id: string; name: string } }) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const following = useFollowing();
  const change = useFollow();
  if (session.user?.id === seller.id) return null;
  const followed = following.data?.items.some(({ id }) => id === seller.id) ?? false;
  const press = () => {
    if (session.ready && !session.signedIn) {
      void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname)}`);
      return;
    }
    change.mutate(
      { id: seller.id, follow: !followed },
      {
        onSuccess: () =>
          followed
            ? toast({ title: `You don't follow ${seller.name} any more` })
            : toast({ title: `You follow ${seller.name}`, description: "We'll tell you when they list something." }),
        onError: toastError("That didn't work"),
      },
    );
  };
  return (
    <Button
      variant={followed ? "soft" : "secondary"}
      size="sm"
      aria-pressed={followed}
      loading={change.isPending}
      disabled={session.signedIn && following.isPending}
      icon={followed ? <UserCheck className="size-4" /> : <UserPlus className="size-4" />}
      onClick={press}
    >
      {followed ? "Following" : "Follow"}
    </Button>
  );
}
