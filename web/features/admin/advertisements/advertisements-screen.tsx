import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { PageSkeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.tsx";
import { AdDetail } from "./ad-detail.tsx";
import { AdForm } from "./ad-form.tsx";
import { AdList } from "./ad-list.tsx";
import { useAdvertisement } from "./api.ts";

/** /Advertisements, for admins: the list, a new ad (`new`), or the ad with the given id. */
export default function AdvertisementsScreen() {
  const { id } = useParams();
  if (id === undefined) return <AdList />;
  return id === "new" ? <NewAd /> : <AdDetail key={id} id={id} />;
}

function NewAd() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const copied = useAdvertisement(query.get("copy"));
  if (query.get("copy") !== null && copied.isPending) return <PageSkeleton />;
  return (
    <PageBody>
      <PageHeader
        title="New advertisement"
        description="Labelled Sponsored. The preview shows what visitors see."
        back={{ to: "/Advertisements", label: "All advertisements" }}
      />
      <AdForm
        ad={null}
        start={copied.data ?? null}
        onSaved={(ad) => {
          toast({ title: "Advertisement created" });
          void navigate(`/Advertisements/${ad.id}`, { replace: true });
        }}
      />
    </PageBody>
  );
}
