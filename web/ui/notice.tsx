import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import { Panel } from "./layout.tsx";

const KINDS = {
  error: { tone: "hot", Icon: CircleAlert, iconClass: "text-hot-ink", role: "alert" },
  success: { tone: "brand", Icon: CircleCheck, iconClass: "text-brand-ink", role: "status" },
  info: { tone: "surface", Icon: Info, iconClass: "text-muted", role: "note" },
  warning: { tone: "wattle", Icon: CircleAlert, iconClass: "text-ink", role: "note" },
} as const;

/** A message within the page: a form-wide error, a success, a warning or information. */
export function Notice({
  kind,
  title,
  className,
  children,
}: {
  kind: keyof typeof KINDS;
  title?: string;
  className?: string;
  children?: ReactNode;
}) {
  const { tone, Icon, iconClass, role } = KINDS[kind];
  return (
    <div role={role} className={className}>
      <Panel tone={tone} className="flex gap-3">
        <Icon className={`mt-px size-5 shrink-0 ${iconClass}`} />
        <div className="min-w-0 flex-1">
          {title ? <p className="font-bold">{title}</p> : null}
          {children}
        </div>
      </Panel>
    </div>
  );
}
