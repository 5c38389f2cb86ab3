import { Pencil } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../../lib/session.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Section } from "../../../ui/layout.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useOwnStore } from "./hub-api.ts";

const StorePageDialog = lazyDialog(() => import("./store-page-dialog.tsx"));

/** Preview of the seller's store page, with a button to edit it. */
export function HubStore() {
  const store = useOwnStore();
  const { profile } = useSession();
  const [editing, setEditing] = useState(false);
  const name = store.data?.name ?? profile?.display_name ?? "";
  return (
    <Section
      id="store"
      title="Your store page"
      description="Buyers can see everything you sell here."
      actions={
        profile ? (
          <LinkButton to={`/Store/${profile.id}`} variant="secondary" size="sm">
            View my store
          </LinkButton>
        ) : null
      }
    >
      {store.data ? (
        <div className="overflow-hidden rounded-2xl bg-surface">
          {store.data.banner ? (
            <PhotoImg
              photo={store.data.banner}
              alt=""
              sizes="(min-width: 1240px) 1240px, 100vw"
              className="h-40 w-full object-cover"
            />
          ) : null}
          <div className="flex flex-wrap items-center justify-between gap-4 p-5">
            <div className="min-w-0 max-w-prose">
              <p className="font-bold">{name}</p>
              <p className="whitespace-pre-line text-muted">
                {store.data.description || "Describe what you sell in a few sentences and add a picture."}
              </p>
            </div>
            <Button
              variant="soft"
              icon={<Pencil className="size-4.5" />}
              onPointerEnter={StorePageDialog.preload}
              onFocus={StorePageDialog.preload}
              onClick={() => setEditing(true)}
            >
              Edit store page
            </Button>
          </div>
        </div>
      ) : (
        <QueryState query={store} title="Your store page didn't load">
          <Skeleton className="h-28 rounded-2xl" />
        </QueryState>
      )}
      {store.data ? (
        <StorePageDialog
          open={editing}
          onClose={() => setEditing(false)}
          store={store.data}
          fallbackName={profile?.display_name ?? ""}
        />
      ) : null}
    </Section>
  );
}
