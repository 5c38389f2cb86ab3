import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { PROMOTIONS_KEY } from "../features/selling/promotions/api.ts";
import PromoteScreen from "../features/selling/promotions/promote-screen.tsx";

const TopUpDialog = lazy(() => import("../features/payments/top-up-dialog.tsx"));

/** /PromoteItem: the promotion form with the add-funds dialog. */
export default function PromotePage() {
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [wanted, setWanted] = useState(false);
  const add = () => {
    setWanted(true);
    setAdding(true);
  };
  return (
    <>
      <PromoteScreen onAddFunds={add} />
      {wanted ? (
        <Suspense fallback={null}>
          <TopUpDialog
            open={adding}
            onClose={() => {
              setAdding(false);
              void client.invalidateQueries({ queryKey: PROMOTIONS_KEY });
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
