import { useQueryClient } from "@tanstack/react-query";
import { CloudUpload, ScanLine } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { OrderView } from "#contract/orders";
import { readSixDigits, tidied } from "#domain/readers/numbers";
import { serverNow } from "../../lib/server-clock.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { storeOrder } from "./api.ts";
import { flushHandovers, removeHandover, usePendingHandover } from "./handover-queue.ts";
import { openQrReader } from "./qr-reader.ts";
import { useHandover } from "./use-handover.ts";

const RETRY_MS = 20_000;
const ScanDialog = lazyDialog(() => import("./scan-dialog.tsx"));

/** The seller enters the buyer's six digits, or scans the QR code. */
export function HandoverEntry({ order, owner }: { order: OrderView; owner: string }) {
  const { busy, problem, typed, scanned, forgive } = useHandover(order, owner);
  const pending = usePendingHandover(owner, order.id);
  const client = useQueryClient();
  const [code, setCode] = useState("");
  const [mistake, setMistake] = useState<string>();
  const [scanning, setScanning] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  // The collection place may have no network, so load the QR reader in advance.
  useEffect(() => {
    ScanDialog.preload();
    openQrReader().catch(() => undefined);
  }, []);

  const waiting = pending?.problem === null;
  // The network may work while the server does not respond; no event reports that, so retry on a timer.
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void flushHandovers(owner, (done) => void storeOrder(client, done)), RETRY_MS);
    return () => clearInterval(timer);
  }, [waiting, owner, client]);

  if (waiting) {
    return (
      <Notice kind="success" title="Verified" className="mt-5">
        <p className="flex items-center gap-2">
          <CloudUpload className="size-4 shrink-0" />
          The code is right. We'll send it when you're back online.
        </p>
      </Notice>
    );
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const reading = readSixDigits(code);
    if (!reading.ok) {
      setMistake(reading.message);
      input.current?.focus();
      return;
    }
    void typed(reading.value).then(() => input.current?.focus());
  };

  const locked = order.handover_locked_until !== null && order.handover_locked_until > serverNow();
  return (
    <div className="mt-5">
      {pending?.problem ? (
        <Notice kind="error" title="The scanned code didn't work" className="mb-4">
          <p>{pending.problem}</p>
          <Button variant="quiet" size="sm" className="mt-2" onClick={() => removeHandover(owner, order.id)}>
            Try again
          </Button>
        </Notice>
      ) : null}
      {locked ? (
        // The lock is against guessing digits. The secret in the QR code cannot be guessed, so scanning stays possible.
        <ScanButton onClick={() => setScanning(true)} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Field label="Enter the code" hint="The 6 digits on the buyer's order page." error={mistake ?? problem}>
            <TextInput
              ref={input}
              inputMode="numeric"
              // Not "one-time-code": a phone would offer the code of the bank's last message.
              autoComplete="off"
              tidy={tidied(readSixDigits)}
              enterKeyHint="done"
              placeholder="000000"
              value={code}
              onChange={(event) => {
                setCode(event.target.value);
                setMistake(undefined);
                forgive();
              }}
              className="max-w-60 text-center text-2xl font-bold tracking-[0.3em] tabular-nums"
            />
          </Field>
          <div className="mt-4 flex flex-wrap gap-2.5 max-sm:*:flex-1">
            <Button type="submit" loading={busy && !scanning}>
              Hand over
            </Button>
            <ScanButton onClick={() => setScanning(true)} />
          </div>
        </form>
      )}
      {scanning ? (
        // Removed when closed, which turns the camera off.
        <ScanDialog open buyer={order.counterparty.display_name} onScan={scanned} onClose={() => setScanning(false)} />
      ) : null}
    </div>
  );
}

function ScanButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="secondary" icon={<ScanLine className="size-4.5" />} onClick={onClick}>
      Scan QR code
    </Button>
  );
}
