import { Button } from "./button.tsx";

interface LoadMoreProps {
  /** What the next page holds, for the sentence of a failure: "listings". */
  what: string;
  loading: boolean;
  failed: boolean;
  onLoad: () => void;
}

/** The way to the next page of an endless list; pages before it stay when it fails. */
export function LoadMore({ what, loading, failed, onLoad }: LoadMoreProps) {
  return (
    <div className="mt-10 flex flex-col items-center gap-3">
      {failed ? (
        <p role="alert" className="font-medium text-hot-ink">
          The next {what} didn't load.
        </p>
      ) : null}
      <Button variant="secondary" size="lg" loading={loading} onClick={onLoad} className="min-w-44">
        {failed ? "Retry" : "Load more"}
      </Button>
    </div>
  );
}
