import { clsx } from "clsx";
import { CloudOff, PackageOpen, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { errorMessage } from "../lib/api-client.ts";
import { Button } from "./button.tsx";

interface StateProps {
  title: string;
  /** The state fills the whole page, so its title is the page's heading. */
  page?: boolean;
  description?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  className?: string;
}

function State({ title, page, description, icon, action, className }: StateProps) {
  const Title = page ? "h1" : "p";
  return (
    <div className={clsx("mx-auto flex max-w-md flex-col items-center px-4 py-14 text-center", className)}>
      <span
        className="mb-4 flex size-16 items-center justify-center rounded-full bg-surface text-muted"
        aria-hidden="true"
      >
        {icon}
      </span>
      <Title className="text-balance text-xl font-bold">{title}</Title>
      {description ? <p className="mt-1.5 text-balance text-muted">{description}</p> : null}
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2.5">{action}</div> : null}
    </div>
  );
}

/** Shown when there is nothing yet: says so, and how to fill it. */
export function EmptyState({ icon = <PackageOpen className="size-7" />, ...rest }: StateProps) {
  return <State icon={icon} {...rest} />;
}

/** The parts of a query that failed: the thrown value, whose message becomes the description, and the retry. */
export interface FailedQuery {
  error: unknown;
  refetch?: () => unknown;
}

interface ErrorStateProps {
  title?: string;
  query: FailedQuery;
  className?: string;
}

/** Shown when something failed to load: says why, and offers a retry. */
export function ErrorState({ title = "That didn't load", query, className }: ErrorStateProps) {
  return (
    <div role="alert">
      <State
        title={title}
        description={errorMessage(query.error)}
        icon={<CloudOff className="size-7" />}
        className={className}
        action={
          query.refetch ? (
            <Button variant="secondary" icon={<RotateCw className="size-4" />} onClick={() => void query.refetch?.()}>
              Retry
            </Button>
          ) : null
        }
      />
    </div>
  );
}
