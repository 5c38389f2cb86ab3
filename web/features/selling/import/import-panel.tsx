import { useQueryClient } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { IMPORT_ROWS_MAX } from "#domain/selling/product-row";
import { useUnsavedGuard } from "../../../lib/use-unsaved-guard.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Panel, Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { refreshListings } from "../listing-form/api.ts";
import { useFileDrop } from "../listing-form/use-photo-sorting.ts";
import { FileLink } from "./file-link.tsx";
import { decodeFile, FileError, parseFile } from "./import-file.ts";
import { ReadyRows } from "./import-ready.tsx";
import { RejectedRows } from "./import-rejected.tsx";
import { type ImportOptions, ImportRun, type ImportState } from "./import-run.ts";
import { clearImport, type StoredImport, storedImport, storeImport } from "./import-store.ts";

const NUMBER = new Intl.NumberFormat("en-AU");

/** Formats "1 row", "1,200 rows". */
const rowCount = (count: number) => `${NUMBER.format(count)} ${count === 1 ? "row" : "rows"}`;

interface OpenedFile {
  run: ImportRun;
  name: string;
  text: string;
  /** Options of an interrupted import. */
  chosen: ImportOptions;
}

/** CSV import: choose a file, check its rows, list them. Offers to continue an interrupted import. */
export function ImportPanel({ owner }: { owner: string }) {
  const client = useQueryClient();
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  const [interrupted, setInterrupted] = useState(() => storedImport(owner));
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLDivElement>(null);

  const start = async (run: ImportRun, started: StoredImport) => {
    storeImport(owner, started);
    const { name: _name, text: _text, ...options } = started;
    await run.list(options);
    if (run.store.getState().phase !== "done") return;
    clearImport(owner);
    refreshListings(client);
  };
  /** `resumed`: an interrupted import, which continues after its rows were checked. */
  const openText = async (name: string, text: string, resumed: StoredImport | null) => {
    setProblem(null);
    try {
      const run = new ImportRun(await parseFile(text));
      const { on_sale = true, again } = resumed ?? {};
      const chosen = { on_sale, ...(again !== undefined && { again }) };
      setOpened({ run, name, text, chosen });
      await run.check(chosen);
      if (resumed && run.store.getState().phase === "checked") await start(run, resumed);
    } catch (error) {
      setProblem(error instanceof FileError ? error.message : "We couldn't read this file.");
    }
  };
  const openFile = async (file: File | undefined) => {
    if (!file) return;
    try {
      await openText(file.name, decodeFile(await file.arrayBuffer()), null);
    } catch (error) {
      setProblem(error instanceof FileError ? error.message : "We couldn't read this file.");
    }
  };
  const { near, over } = useFileDrop(zone, (files) => void openFile(files[0]));
  const close = () => {
    opened?.run.stop();
    clearImport(owner);
    setOpened(null);
    setInterrupted(null);
  };

  return (
    <Section
      title="Import a CSV file"
      description={`Up to ${IMPORT_ROWS_MAX} rows, saved as CSV from any spreadsheet. Title, price, category and condition are required.`}
    >
      {opened ? (
        <ImportProgress
          run={opened.run}
          name={opened.name}
          chosen={opened.chosen}
          onList={(options) => void start(opened.run, { name: opened.name, text: opened.text, ...options })}
          onClose={close}
        />
      ) : (
        <>
          {interrupted ? (
            <Notice kind="warning" title="An import was interrupted" className="mb-4">
              <p>{interrupted.name} wasn't finished. We won't list anything twice.</p>
              <div className="mt-2.5 flex flex-wrap gap-2">
                <Button size="sm" onClick={() => void openText(interrupted.name, interrupted.text, interrupted)}>
                  Continue import
                </Button>
                <Button size="sm" variant="ghost" onClick={close}>
                  Discard
                </Button>
              </div>
            </Notice>
          ) : null}
          <div
            ref={zone}
            className={`flex flex-col items-center gap-4 rounded-lg border-2 border-dashed px-5 py-10 text-center ${over ? "border-brand bg-brand-soft" : near ? "border-brand" : "border-field"}`}
          >
            <FileSpreadsheet className="size-8 text-muted" />
            <div className="flex flex-wrap justify-center gap-2.5">
              <Button onClick={() => input.current?.click()}>Choose CSV file</Button>
              <FileLink href="/api/products/template.csv">Download template</FileLink>
            </div>
            <p className="text-sm text-muted">
              <span className="max-sm:hidden">Or drop it here. </span>
              You can check the items before anything is listed.
            </p>
            <input
              ref={input}
              type="file"
              accept=".csv,text/csv,text/plain"
              aria-label="CSV file"
              className="sr-only"
              tabIndex={-1}
              onChange={(event) => {
                void openFile(event.target.files?.[0]);
                // Lets the seller choose the same file again after correcting it.
                event.target.value = "";
              }}
            />
          </div>
          {problem ? (
            <Notice kind="error" title="We can't import this file" className="mt-4">
              <p>{problem}</p>
            </Notice>
          ) : null}
        </>
      )}
    </Section>
  );
}

type Sale = "on_sale" | "off_sale";

function countsOf({ results }: ImportState) {
  const counts = { ready: 0, listed: 0, already: 0, rejected: 0, review: 0 };
  for (const { outcome, in_review } of results.values()) {
    counts[outcome]++;
    if (in_review) counts.review++;
  }
  return counts;
}

interface ImportProgressProps {
  run: ImportRun;
  name: string;
  chosen: ImportOptions;
  onList: (options: ImportOptions) => void;
  onClose: () => void;
}

function ImportProgress({ run, name, chosen, onList, onClose }: ImportProgressProps) {
  const state = useStore(run.store);
  const counts = countsOf(state);
  const [sale, setSale] = useState<Sale>(chosen.on_sale ? "on_sale" : "off_sale");
  const [again, setAgain] = useState(chosen.again);
  useUnsavedGuard(state.phase === "listing");
  useEffect(() => () => run.stop(), [run]);

  const options = { on_sale: sale === "on_sale", ...(again !== undefined && { again }) };
  const relist = (wanted: boolean) => {
    const word = wanted ? crypto.randomUUID() : undefined;
    setAgain(word);
    void run.check({ on_sale: true, ...(word !== undefined && { again: word }) });
  };
  const ready = [...state.results.values()].filter(({ outcome }) => outcome === "ready");
  const rejected = [...state.results.values()].filter(({ outcome }) => outcome === "rejected");
  const working = state.phase === "checking" || state.phase === "listing";
  const finished = state.phase === "done";

  return (
    <div className="grid gap-5">
      <Panel>
        <p className="flex items-center gap-2 font-semibold">
          <FileSpreadsheet className="size-5 text-muted" />
          <span className="truncate">{name}</span>
        </p>
        <p className="mt-1 text-muted" role="status">
          {statusOf(state, counts)}
        </p>
        {working ? (
          <ProgressBar
            label={state.phase === "listing" ? "Rows listed" : "Rows checked"}
            value={state.behind}
            max={state.total}
          />
        ) : null}
        {run.file.ignored.length > 0 && !finished ? (
          <p className="mt-2 text-sm text-muted">Columns not used: {run.file.ignored.join(", ")}.</p>
        ) : null}
      </Panel>

      {state.phase === "stopped" ? (
        <Notice kind="warning" title="Import stopped">
          <p>{state.problem ?? "Continue to list the rest."} Items already listed stay listed.</p>
        </Notice>
      ) : null}

      {state.phase === "checked" && counts.ready > 0 ? (
        <RadioCards
          legend="After listing"
          columns={2}
          value={sale}
          onChange={setSale}
          options={[
            { value: "on_sale", label: "Put on sale now", description: "You can add photos later." },
            { value: "off_sale", label: "Keep off sale", description: "Add photos first, then put them on sale." },
          ]}
        />
      ) : null}
      {state.phase === "checked" && state.before > 0 ? (
        <Checkbox checked={again !== undefined} onChange={(event) => relist(event.target.checked)}>
          Relist the {rowCount(state.before)} you've already listed
        </Checkbox>
      ) : null}

      <div className="flex flex-wrap gap-2.5">
        {state.phase === "checked" && counts.ready > 0 ? (
          <Button size="lg" onClick={() => onList(options)}>
            List {NUMBER.format(counts.ready)} {counts.ready === 1 ? "item" : "items"}
          </Button>
        ) : null}
        {state.phase === "listing" ? (
          <Button size="lg" variant="secondary" onClick={() => run.stop()}>
            Stop
          </Button>
        ) : null}
        {state.phase === "stopped" ? (
          <Button
            size="lg"
            onClick={() => (counts.ready + counts.listed > 0 ? onList(options) : void run.check(options))}
          >
            Continue
          </Button>
        ) : null}
        {finished && counts.listed > 0 ? (
          <LinkButton size="lg" to="/MyItems">
            Go to My Items
          </LinkButton>
        ) : null}
        {working ? null : (
          <Button size="lg" variant={finished ? "secondary" : "ghost"} onClick={onClose}>
            {finished ? "Import another file" : "Choose another file"}
          </Button>
        )}
      </div>
      {state.phase === "checked" && ready.length > 0 ? <ReadyRows file={run.file} rows={ready} /> : null}
      {rejected.length > 0 && !working ? <RejectedRows file={run.file} name={name} rows={rejected} /> : null}
    </div>
  );
}

/** Not `<progress>`, which cannot be coloured in every browser. */
function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      className="mt-3 overflow-hidden rounded-full bg-line"
      style={{ height: 8 }}
    >
      <div className="h-full bg-brand" style={{ width: `${max === 0 ? 0 : (value / max) * 100}%` }} />
    </div>
  );
}

function statusOf(state: ImportState, counts: ReturnType<typeof countsOf>): string {
  const parts = (...all: [number, (count: number) => string][]) =>
    all
      .filter(([count]) => count > 0)
      .map(([count, toLabel]) => toLabel(count))
      .join(" · ");
  switch (state.phase) {
    case "checking":
      return `Checking: ${state.behind} of ${rowCount(state.total)}.`;
    case "listing":
      return `Listing: ${state.behind} of ${rowCount(state.total)}. You can leave and continue later.`;
    case "done":
      return (
        parts(
          [counts.listed, (count) => `${rowCount(count)} listed`],
          [counts.review, (count) => `${count} of them in review`],
          [counts.already, (count) => `${rowCount(count)} already listed`],
          [counts.rejected, (count) => `${rowCount(count)} not listed`],
        ) || "Nothing to list."
      );
    default:
      return (
        parts(
          [counts.ready, (count) => `${rowCount(count)} ready to list`],
          [counts.review, (count) => `${count} of them for us to review first`],
          [counts.listed, (count) => `${rowCount(count)} listed`],
          [counts.already, (count) => `${rowCount(count)} already listed`],
          [counts.rejected, (count) => `${rowCount(count)} ${count === 1 ? "has a problem" : "have problems"}`],
        ) || "Nothing to list."
      );
  }
}
