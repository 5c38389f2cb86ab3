import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useNavigate, useParams } from "react-router-dom";
import type { OwnItem, UpdateItemInput } from "#contract/items";
import { discountPercent, dollarsToCents, formatCents } from "#domain/money";
import { typedCents } from "#domain/readers/amount";
import { ApiError } from "../../../lib/api-client.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { useSession } from "../../../lib/session.ts";
import { useUnsavedGuard } from "../../../lib/use-unsaved-guard.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader, Panel, Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageSkeleton } from "../../../ui/skeleton.tsx";
import { EmptyState, ErrorState, type FailedQuery } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { type EditDraft, editDraftOf, GUEST, removeEditDraft, saveEditDraft } from "../drafts/drafts.ts";
import { useListingDelete, useListingStatus } from "../my-items/listing-actions.ts";
import { loadOwnItem, refreshListings, refreshSessionAfter, updateItem, useOwnItem } from "./api.ts";
import { type EditState, type Merge, mergeEdits, stateOf } from "./edit-conflict.ts";
import { EditConflictDialog } from "./edit-conflict-dialog.tsx";
import { focusFirstError, showFieldErrors } from "./form-errors.ts";
import { ReviewNotice, useTypedGoods } from "./goods-notice.tsx";
import { ItemFormFields } from "./item-form.tsx";
import { changedFields, itemBody, reviewReasonOf } from "./item-form-values.ts";
import { useAutosave, useItemForm } from "./use-item-form.ts";

const NOTHING_COVERED: readonly string[] = [];

const errorUpdating = "Error updating item. Please try again.";

const updateFailed = (why: string | null) => `${errorUpdating}${why === null ? "" : ` ${why}`}`;

/** /EditItem/{id}: the form of one of the viewer's listings. */
export default function EditItemScreen() {
  const { id = "" } = useParams();
  const { ready, user } = useSession();
  const item = useOwnItem(id);
  if (!ready || item.isPending) return <PageSkeleton />;
  if (item.isError) return <NotEditable query={item} />;
  return <EditItemForm key={id} item={item.data} owner={user?.id ?? GUEST} />;
}

function NotEditable({ query }: { query: FailedQuery }) {
  const code = query.error instanceof ApiError ? query.error.code : null;
  if (code !== "not_found" && code !== "gone" && code !== "not_owner") {
    return <ErrorState title="Your listing didn't load" query={query} />;
  }
  return (
    <PageBody>
      <EmptyState
        title={code === "not_owner" ? "This is someone else's listing" : "This listing doesn't exist"}
        description={code === "gone" ? "It may have been deleted." : "You can only edit your own listings."}
        action={<LinkButton to="/MyItems">Go to My Items</LinkButton>}
      />
    </PageBody>
  );
}

function EditItemForm({ item, owner }: { item: OwnItem; owner: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [openedAt] = useState(serverNow);
  const [base, setBase] = useState(item);
  const [stored] = useState<EditDraft | null>(() => editDraftOf(owner, item.id));
  const start: EditState = stored ? { values: stored.values, photos: stored.photos } : stateOf(item);
  const { form, photos, photoError, setPhotoError, checkPhotos } = useItemForm({
    ...start,
    stored: base,
  });
  /** Base of this edit, and the version to send. Updated when changes made elsewhere are merged. */
  const from = useRef(
    stored ? { version: stored.version, state: stored.loaded } : { version: item.version, state: stateOf(item) },
  );
  const goods = useTypedGoods(form, base.review?.covered ?? NOTHING_COVERED);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [merge, setMerge] = useState<{ merge: Merge; theirs: OwnItem } | null>(null);
  /** Changed during this visit; older changes are already stored. */
  const [dirty, setDirty] = useState(false);
  const [restored, setRestored] = useState(stored !== null);
  // A ref instead of state, so that leaving the page does not store changes that were just saved or deleted.
  const finished = useRef(false);
  useUnsavedGuard(dirty);

  const finish = () => {
    finished.current = true;
    setDirty(false);
    removeEditDraft(owner, item.id);
  };

  const mine = (): EditState => ({ values: form.getValues(), photos: photos.photos });
  const changes = (): UpdateItemInput => {
    const { values, photos: shown } = mine();
    const photoIds = shown.map((photo) => photo.id);
    const loaded = from.current.state;
    const reordered = photoIds.join() !== loaded.photos.map((photo) => photo.id).join();
    return {
      ...changedFields(itemBody(loaded.values), itemBody(values)),
      ...(reordered && { photo_ids: photoIds }),
      ...reviewReasonOf(values),
    };
  };

  useAutosave(form, photos, () => {
    if (finished.current) return;
    if (Object.keys(changes()).length === 0) {
      removeEditDraft(owner, item.id);
      setDirty(false);
    } else {
      saveEditDraft(owner, item.id, { version: from.current.version, loaded: from.current.state, ...mine() });
      setDirty(true);
    }
  });

  const show = (state: EditState) => {
    form.reset(state.values, { keepDefaultValues: true });
    photos.replaceStored(state.photos);
  };

  const save = async (again = false): Promise<void> => {
    try {
      const saved = await updateItem(item.id, { ...changes(), version: from.current.version });
      finish();
      refreshListings(client);
      const sent = saved.review?.state === "open";
      toast({
        title: sent ? "Saved. We'll review it before it goes on sale." : "Changes saved",
        description: saved.title,
      });
      void navigate(`/ItemDetail/${item.id}`);
    } catch (error) {
      refreshSessionAfter(client, error);
      if (error instanceof ApiError && error.code === "stale") await onStale(again);
      else if (error instanceof ApiError && error.status === 422) {
        const shown = showFieldErrors(form, error);
        setPhotoError(shown.photos);
        setProblem(shown.rest);
      } else {
        const refused = error instanceof ApiError && error.status > 0 && error.status < 500;
        setProblem(updateFailed(refused ? error.message : null));
        toast({ title: "Error updating item. Please try again.", variant: "destructive" });
      }
    }
  };

  /** The listing was saved elsewhere meanwhile: merges both edits, or asks the seller. */
  const onStale = async (again: boolean): Promise<void> => {
    const theirs = await loadOwnItem(item.id);
    const merged = mergeEdits(from.current.state, mine(), stateOf(theirs));
    if (merged.conflicts.length + merged.taken.length > 0 || again) {
      setMerge({ merge: merged, theirs });
      return;
    }
    // Only the version changed (a refused price change, for example), so just save again.
    from.current = { version: theirs.version, state: stateOf(theirs) };
    await save(true);
  };

  const onMerged = (state: EditState, theirs: OwnItem) => {
    from.current = { version: theirs.version, state: stateOf(theirs) };
    setBase(theirs);
    show(state);
    setMerge(null);
    void submit();
  };

  const submit = form.handleSubmit(
    async () => {
      setProblem(null);
      setSaving(true);
      try {
        if (!(await checkPhotos())) return;
        if (Object.keys(changes()).length > 0) await save();
        else toast({ title: "Nothing to save", description: "You haven't changed anything." });
      } catch (error) {
        setProblem(error instanceof ApiError ? error.message : "Error updating item. Please try again.");
      } finally {
        setSaving(false);
      }
    },
    async (errors) => {
      if (photos.busy || (await checkPhotos())) focusFirstError(form, errors);
    },
  );

  const discard = () => {
    removeEditDraft(owner, item.id);
    from.current = { version: base.version, state: stateOf(base) };
    show(stateOf(base));
    setDirty(false);
    setRestored(false);
    setProblem(null);
  };

  if (!base.abilities.edit) {
    return (
      <PageBody width="form">
        <EmptyState
          title="You can't edit this listing any more"
          description="It's sold, or someone is paying for it."
          action={<LinkButton to={`/ItemDetail/${item.id}`}>View listing</LinkButton>}
        />
      </PageBody>
    );
  }
  return (
    <PageBody width="form">
      <PageHeader title="Edit listing" back={{ to: "/MyItems", label: "My Items" }} description={base.title} />
      {restored ? (
        <Panel tone="brand" className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p role="status" className="min-w-0 flex-1 basis-64">
            We restored your unsaved changes.
          </p>
          <Button size="sm" variant="secondary" onClick={discard}>
            Discard changes
          </Button>
        </Panel>
      ) : null}
      <ReviewNotice form={form} review={base.review} />
      <form onSubmit={submit} noValidate>
        <ItemFormFields
          form={form}
          photos={photos}
          photoError={photoError}
          now={openedAt}
          goods={goods}
          priceHint={<PriceHint base={base} form={form} />}
        />
        <div className="mt-9 grid gap-4">
          {problem ? <Notice kind="error">{problem}</Notice> : null}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
            <Button type="submit" size="lg" loading={saving} className="max-sm:w-full">
              Save changes
            </Button>
            <LinkButton to={`/ItemDetail/${item.id}`} variant="ghost" size="lg" className="max-sm:w-full">
              View listing
            </LinkButton>
          </div>
        </div>
      </form>
      <ListingState
        item={base}
        onChanged={(changed) => {
          // Only if nothing else was changed; otherwise the next save detects it and asks.
          const theirs = stateOf(changed);
          if (mergeEdits(from.current.state, from.current.state, theirs).taken.length === 0) {
            from.current = { version: changed.version, state: theirs };
          }
          setBase(changed);
        }}
        onDeleted={() => {
          finish();
          void navigate("/MyItems", { replace: true });
        }}
      />
      {merge ? (
        <EditConflictDialog
          merge={merge.merge}
          mine={mine()}
          theirs={stateOf(merge.theirs)}
          onApply={(state) => onMerged(state, merge.theirs)}
          onClose={() => setMerge(null)}
        />
      ) : null}
    </PageBody>
  );
}

/** Shows how buyers will see a changed price (D26, D95). */
function PriceHint({ base, form }: { base: OwnItem; form: ReturnType<typeof useItemForm>["form"] }) {
  const [price, free] = useWatch({ control: form.control, name: ["price", "free"] });
  const typed = free ? 0 : typedCents(price);
  const stored = dollarsToCents(base.price) ?? 0;
  if (typed === null || typed === stored) return null;
  const percent = discountPercent(stored, typed);
  if (percent !== null) {
    const was = formatCents(stored);
    return `Shown as ${percent}% off, with ${was} crossed out, if it was on sale at ${was} long enough (at least a week).`;
  }
  return base.previous_price !== null && typed > stored ? "A higher price removes the discount badge." : null;
}

/** Buttons to take the listing off sale, put it back or delete it. */
function ListingState({
  item,
  onChanged,
  onDeleted,
}: {
  item: OwnItem;
  onChanged: (item: OwnItem) => void;
  onDeleted: () => void;
}) {
  const status = useListingStatus();
  const removal = useListingDelete();
  if (item.status === "sold" || item.status === "pending_payment" || item.status === "pending") return null;
  const inactive = item.status === "inactive";
  const held = inactive && (item.review?.state === "open" || item.review?.state === "refused");
  return (
    <Section
      title={inactive ? "This listing is off sale" : "This listing is on sale"}
      description={inactive ? "Only you can see it." : "Anyone can find and buy it."}
      className="mt-12! border-t border-line pt-8"
    >
      <div className="flex flex-wrap gap-2.5">
        {held ? null : (
          <Button
            variant="secondary"
            loading={status.isPending}
            onClick={() =>
              status.mutate(
                { id: item.id, title: item.title, status: inactive ? "active" : "inactive" },
                { onSuccess: onChanged },
              )
            }
          >
            {inactive ? "Put on sale" : "Take off sale"}
          </Button>
        )}
        <Button
          variant="ghost"
          className="text-hot-ink!"
          loading={removal.isPending}
          onClick={() => void removal.confirmAndDelete(item).then((deleted) => deleted && onDeleted())}
        >
          Delete listing
        </Button>
      </div>
    </Section>
  );
}
