import { Clock, MapPin, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useSession } from "../../../lib/session.ts";
import street from "../../../ui/street.svg";

/** The form, with a description of Goodstreet next to it; phones show only the form. */
export function AuthLayout({
  title,
  description,
  children,
}: {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}) {
  const { holdLength } = useSession();
  const points = [
    { Icon: MapPin, text: "Buy from people near you and pick up in person." },
    { Icon: Clock, text: `Hold an item for ${holdLength} while you decide.` },
    { Icon: ShieldCheck, text: "Only the person who picks up sees your address." },
  ];
  return (
    <div className="mx-auto grid w-full max-w-page gap-12 px-4 pt-6 pb-28 sm:px-6 lg:grid-cols-2 lg:gap-16 lg:pt-8">
      <div className="mx-auto w-full max-w-[440px] lg:py-8">
        <h1 className="text-2xl font-extrabold">{title}</h1>
        {description ? <p className="mt-1.5 text-muted">{description}</p> : null}
        <div className="mt-6">{children}</div>
      </div>
      <aside className="hidden min-h-[560px] flex-col justify-between overflow-hidden rounded-2xl bg-banner text-on-banner lg:flex">
        <div className="p-12">
          <p className="text-4xl font-extrabold">
            Good things,
            <br />a few streets away
          </p>
          <ul className="mt-8 grid gap-4">
            {points.map(({ Icon, text }) => (
              <li key={text} className="flex items-center gap-3.5">
                <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-wattle text-on-wattle">
                  <Icon className="size-5" />
                </span>
                {text}
              </li>
            ))}
          </ul>
        </div>
        <img src={street} alt="" width={420} height={104} className="w-full" />
      </aside>
    </div>
  );
}
