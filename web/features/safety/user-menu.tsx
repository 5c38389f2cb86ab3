import { useQuery } from "@tanstack/react-query";
import { Ban, Ellipsis, Flag } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { api, unwrap } from "../../lib/api-client.ts";
import { useSession } from "../../lib/session.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { BLOCKS_KEY } from "./blocks.ts";
import { BlockDialog, ReportDialog } from "./dialogs.ts";

type Which = "report" | "block";

/** Menu to report or block a user; nothing for the viewer themselves. */
export default function UserMenu({ person }: { person: { id: string; name: string } }) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [dialog, setDialog] = useState<Which | null>(null);
  const mine = useQuery({
    queryKey: [...BLOCKS_KEY, person.id],
    queryFn: ({ signal }) =>
      unwrap(api.api.blocks[":user_id"].$get({ param: { user_id: person.id } }, { init: { signal } })),
    enabled: session.signedIn && session.user?.id !== person.id,
    staleTime: 60_000,
  });
  if (session.user?.id === person.id) return null;
  const blocked = mine.data?.blocked_by_you ?? false;
  const show = (which: Which) => {
    if (session.ready && !session.signedIn) {
      void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`);
      return;
    }
    setDialog(which);
  };
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`More about ${person.name}`}>
            <Ellipsis className="size-5" />
          </IconButton>
        }
        entries={[
          {
            label: `Report ${person.name}`,
            icon: <Flag className="size-4.5 text-muted" />,
            onSelect: () => show("report"),
          },
          {
            label: blocked ? `Unblock ${person.name}` : `Block ${person.name}`,
            icon: <Ban className="size-4.5" />,
            onSelect: () => show("block"),
            danger: !blocked,
          },
        ]}
      />
      <ReportDialog
        open={dialog === "report"}
        onClose={close}
        subject={{ type: "user", id: person.id }}
        what={person.name}
      />
      <BlockDialog
        open={dialog === "block"}
        onClose={close}
        person={person}
        blocked={blocked}
        onDone={() => void mine.refetch()}
      />
    </>
  );
}
