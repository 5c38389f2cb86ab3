import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { OwnProfile } from "#contract/account/profiles";
import { canonicalCategory } from "#domain/items/catalogue";
import { LISTING_FIELDS } from "#domain/items/listing-fields";
import { methodsWithoutDetails } from "#domain/payments/getting-paid";
import { serverNow } from "../../../lib/server-clock.ts";
import { useSession } from "../../../lib/session.ts";
import { useUnsavedGuard } from "../../../lib/use-unsaved-guard.ts";
import { Button } from "../../../ui/button.tsx";
import { PageBody, Panel } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.tsx";
import { GettingPaidDialog } from "../../account/index.ts";
import { DraftConflict, DraftStatus } from "../drafts/draft-state.tsx";
import { copyOf, DraftSync, discardDraft, loadDrafts, syncDrafts } from "../drafts/draft-sync.ts";
import { draftsOf, GUEST, type ItemDraft, newDraft, removeDraft, saveDraft } from "../drafts/drafts.ts";
import { publishDraft, publishedTitle } from "../drafts/publish-draft.ts";
import { refreshListings, refreshSessionAfter } from "./api.ts";
import { focusFirstError, showFieldErrors } from "./form-errors.ts";
import { useGoesToReview, useTypedGoods } from "./goods-notice.tsx";
import { ItemFormFields } from "./item-form.tsx";
import { type ItemFormValues, startingValues } from "./item-form-values.ts";
import { ListingFormHeader, ListingFormSkeleton } from "./listing-form-skeleton.tsx";
import { isBusy } from "./photo-list.ts";
import { useAutosave, useItemForm } from "./use-item-form.ts";

interface VisitState {
  form?: string;
}

/** A new listing has no earlier review. */
const NOTHING_COVERED: readonly string[] = [];

/** Time to wait for the account's drafts before the form opens with those of this browser. */
const DRAFTS_TIMEOUT_MS = 4_000;

/** /AddItem: the form of a new listing. `?draft=local-…` continues a draft, from any device. */
export default function AddItemScreen() {
  const { ready, user, profile } = useSession();
  const visit = useVisit();
  const { search } = useLocation();
  const owner = user?.id ?? GUEST;
  const drafts = useQuery({
    queryKey: ["drafts", owner],
    queryFn: ({ signal }) => syncDrafts(owner, AbortSignal.any([signal, AbortSignal.timeout(DRAFTS_TIMEOUT_MS)])),
    enabled: ready && owner !== GUEST,
    // Loaded once when the form opens, so that later replies do not replace the draft being edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const known = ready && !drafts.isLoading;
  // Deferred, so that the page stays responsive while the form renders.
  const shown = useDeferredValue(known, false);
  if (!known || !shown) return <ListingFormSkeleton />;
  return (
    <AddItemForm
      key={`${owner}:${visit}`}
      visit={visit}
      owner={owner}
      profile={profile}
      wanted={new URLSearchParams(search).get("draft")}
      offered={offeredIn(new URLSearchParams(search))}
    />
  );
}

/**
 * Returns the id of the form, which changes with every visit. A URL that the form itself set, and the current URL,
 * belong to the open form, so pressing "List an item" on this page loses no input.
 */
function useVisit(): string {
  const { key, state, search } = useLocation();
  const given = (state as VisitState | null)?.form;
  const [open, setOpen] = useState({ visit: given ?? key, search });
  const visit = given ?? (search === open.search ? open.visit : key);
  if (visit !== open.visit || search !== open.search) setOpen({ visit, search });
  return visit;
}

/** Returns initial values from a wanted post (`?title=&category=`), or null. */
function offeredIn(query: URLSearchParams): Partial<ItemFormValues> | null {
  const title = query.get("title")?.trim().slice(0, LISTING_FIELDS.title.max) ?? "";
  if (title === "") return null;
  const category = canonicalCategory(query.get("category") ?? "");
  return { title, ...(category && { category }) };
}

/** Returns the requested draft, else the unfinished listing, else null. */
function storedDraft(owner: string, wanted: string | null): ItemDraft | null {
  const drafts = draftsOf(owner);
  if (wanted) return drafts.find((draft) => draft.id === wanted) ?? null;
  return drafts.find((draft) => !draft.unsynced) ?? null;
}

interface AddItemFormProps {
  owner: string;
  profile: OwnProfile | null;
  wanted: string | null;
  /** Initial values of a new listing; an unfinished one stays among the drafts. */
  offered: Partial<ItemFormValues> | null;
  visit: string;
}

function AddItemForm({ owner, profile, wanted, offered, visit }: AddItemFormProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [openedAt] = useState(serverNow);
  const [blank] = useState(() => ({ ...startingValues(profile, openedAt), ...offered }));
  const [resumed] = useState(() => (offered && !wanted ? null : storedDraft(owner, wanted)));
  const draft = useRef<ItemDraft>(resumed ?? newDraft(owner, blank, openedAt));
  const { form, photos, photoError, setPhotoError, checkPhotos } = useItemForm({
    values: draft.current.values,
    photos: draft.current.photos,
  });
  const goods = useTypedGoods(form, NOTHING_COVERED);
  const toReview = useGoesToReview(form, goods);
  const [publishing, setPublishing] = useState(false);
  /** The new listing, while the seller is asked how they want to be paid. */
  const [publishedId, setPublishedId] = useState<string | null>(null);
  const [failure, setFailure] = useState(resumed?.unsynced ? resumed.problem : null);
  const [unsynced, setUnsynced] = useState(resumed?.unsynced ?? false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Changed during this visit; older changes are already stored. */
  const [dirty, setDirty] = useState(false);
  // A ref instead of state, so that leaving the page does not save a draft that was just published or discarded.
  const finished = useRef(false);
  useUnsavedGuard(dirty);

  const busy = useRef(false);
  const [sync] = useState(
    () =>
      new DraftSync(
        () => (finished.current || busy.current || isBlank(draft.current) ? null : draft.current),
        (answer) => {
          draft.current = { ...draft.current, ...answer };
          if (!finished.current) saveDraft(draft.current);
        },
        draft.current.sent,
      ),
  );

  const finish = () => {
    finished.current = true;
    setDirty(false);
  };

  const snapshot = (): ItemDraft => ({
    ...draft.current,
    values: form.getValues(),
    photos: photos.photos,
    missing_photos: photos.tiles.filter((tile) => isBusy(tile) || (tile.state === "failed" && tile.retryable)).length,
    saved_at: serverNow(),
    sent: false,
  });
  const isBlank = ({ values, photos: chosen, missing_photos }: ItemDraft) =>
    chosen.length + missing_photos === 0 && JSON.stringify(values) === JSON.stringify(blank);

  useAutosave(form, photos, () => {
    if (finished.current || busy.current) return;
    draft.current = snapshot();
    if (isBlank(draft.current)) {
      if (draftsOf(owner).some(({ id }) => id === draft.current.id)) {
        void discardDraft(owner, draft.current.id);
        draft.current = copyOf(draft.current);
      }
      setDirty(false);
      return;
    }
    saveDraft(draft.current);
    setDirty(true);
    sync.changed();
  });
  // After the autosave's effect, so that on page hide the stored draft is also the one that is sent.
  useEffect(() => sync.listen(), [sync]);

  const show = (next: ItemDraft) => {
    form.reset(next.values, { keepDefaultValues: true });
    photos.replaceStored(next.photos);
  };
  /** Stores this version as a separate draft and loads the account's version. */
  const saveAsNewDraft = () => {
    removeDraft(owner, draft.current.id);
    draft.current = copyOf(snapshot());
    saveDraft(draft.current);
    sync.settle(0);
  };
  const takeTheirs = async () => {
    const theirs = (await loadDrafts()).find(({ id }) => id === draft.current.id);
    if (!theirs) return;
    const { values, photos: stored, missing_photos, version } = theirs;
    draft.current = { ...draft.current, values, photos: stored, missing_photos, version, sent: true };
    show(draft.current);
    saveDraft(draft.current);
    sync.settle(version);
  };

  const showListing = (id: string) => void navigate(`/ItemDetail/${id}`, { replace: true });

  const submit = form.handleSubmit(
    async () => {
      setProblem(null);
      setPublishing(true);
      busy.current = true;
      try {
        if (!(await checkPhotos())) return;
        draft.current = snapshot();
        const published = await publishDraft(draft.current, serverNow);
        if (published.ok) {
          finish();
          refreshListings(client);
          toast({ title: publishedTitle(published.item), description: published.item.title });
          // A free item needs no payment.
          if (published.item.price > 0 && profile && methodsWithoutDetails(profile).length > 0) {
            setPublishedId(published.item.id);
          } else showListing(published.item.id);
          return;
        }
        draft.current = published.draft;
        refreshSessionAfter(client, published.problem);
        // A reload must open this draft instead of an empty form.
        void navigate(`?draft=${draft.current.id}`, { replace: true, state: { form: visit } satisfies VisitState });
        setUnsynced(!published.correctable);
        setFailure(published.correctable ? null : published.draft.problem);
        if (published.correctable) {
          const shown = showFieldErrors(form, published.problem);
          setPhotoError(shown.photos);
          setProblem(shown.rest);
        }
      } finally {
        busy.current = false;
        setPublishing(false);
      }
    },
    async (errors) => {
      if (photos.busy || (await checkPhotos())) focusFirstError(form, errors);
    },
  );

  const startAgain = () => {
    if (!window.confirm("Discard this listing and start again?")) return;
    finish();
    void discardDraft(owner, draft.current.id);
    void navigate("/AddItem", { replace: true, state: { form: crypto.randomUUID() } satisfies VisitState });
  };

  return (
    <PageBody width="form">
      <ListingFormHeader profile={profile} />
      {resumed && !resumed.unsynced ? <DraftNotice missing={resumed.missing_photos} onStartAgain={startAgain} /> : null}
      <form onSubmit={submit} noValidate>
        <ItemFormFields form={form} photos={photos} photoError={photoError} now={openedAt} goods={goods} isNew />
        <div className="mt-9 grid gap-4">
          {problem ? <Notice kind="error">{problem}</Notice> : null}
          <DraftConflict
            sync={sync}
            onKeepMine={(version) => sync.settle(version)}
            onTakeTheirs={() => void takeTheirs().catch(() => undefined)}
            onKeepAsNew={saveAsNewDraft}
          />
          {unsynced ? <NotSaved message={failure} missing={resumed?.missing_photos ?? 0} /> : null}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <Button type="submit" size="lg" loading={publishing} className="max-sm:w-full">
              {unsynced ? "Not saved – Retry" : toReview ? "Send for review" : "Publish listing"}
            </Button>
            <p className="text-sm text-muted" role="status">
              {publishing ? "Publishing. We'll finish uploading your photos first." : <DraftStatus sync={sync} />}
            </p>
          </div>
        </div>
      </form>
      <GettingPaidDialog open={publishedId !== null} onClose={() => publishedId && showListing(publishedId)} />
    </PageBody>
  );
}

function missingPhotos(count: number): string {
  return count === 1
    ? "1 photo wasn't uploaded. Please add it again."
    : `${count} photos weren't uploaded. Please add them again.`;
}

function DraftNotice({ missing, onStartAgain }: { missing: number; onStartAgain: () => void }) {
  return (
    <Panel tone="brand" className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="min-w-0 flex-1 basis-64">
        We saved the listing you started. {missing > 0 ? missingPhotos(missing) : null}
      </p>
      <Button size="sm" variant="secondary" onClick={onStartAgain}>
        Start again
      </Button>
    </Panel>
  );
}

function NotSaved({ message, missing }: { message: string | null; missing: number }) {
  return (
    <Notice kind="error" title="Your listing isn't saved yet">
      {message ? <p>{message}</p> : null}
      <p>It's only on this device, where only you can see it. {missing > 0 ? missingPhotos(missing) : null}</p>
    </Notice>
  );
}
