import { ImageUp } from "lucide-react";
import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { openQrReader, readQrPhoto } from "./qr-reader.ts";

/** Interval of camera frames to analyse. */
const LOOK_MS = 150;
/** The same wrong code is reported at most once in this time. */
const REPEAT_MS = 4_000;

type Camera = "starting" | "on" | "denied" | "missing";

interface ScanDialogProps {
  open: boolean;
  buyer: string;
  /** Returns the error message, or null when the code was right. */
  onScan: (text: string) => Promise<string | null>;
  onClose: () => void;
}

/** Scans the buyer's QR code with the camera, or from a photo without a camera or permission. */
export default function ScanDialog({ open, buyer, onScan, onClose }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const last = useRef({ text: "", at: 0, running: false });

  const take = async (text: string) => {
    const seen = last.current;
    if (seen.running || (text === seen.text && performance.now() - seen.at < REPEAT_MS)) return;
    seen.running = true;
    setBusy(true);
    const wrong = await onScan(text);
    last.current = { text, at: performance.now(), running: false };
    setBusy(false);
    if (wrong === null) onClose();
    else setProblem(wrong);
  };
  // The scan loop lives as long as the camera, so it reads the latest callback from a ref.
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  const camera = useCamera(video, (text) => latest.current(text));

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const picture = event.target.files?.[0];
    event.target.value = "";
    if (!picture) return;
    setBusy(true);
    setProblem(undefined);
    const text = await readQrPhoto(picture).catch(() => null);
    setBusy(false);
    if (text === null)
      setProblem(
        "We couldn't find a QR code in that photo. Hold the camera steady and get the whole code in the picture.",
      );
    else {
      // The user chose the photo deliberately, so the same code may be checked again.
      last.current = { text: "", at: 0, running: false };
      await take(text);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Scan QR code"
      description={`It's on ${buyer}'s order page.`}
      size="sm"
      footer={
        <Button
          variant="secondary"
          loading={busy}
          icon={<ImageUp className="size-4.5" />}
          onClick={() => file.current?.click()}
        >
          Use a photo
        </Button>
      }
    >
      <div className="relative grid aspect-square place-items-center overflow-hidden rounded-lg bg-[#0b1410] text-white">
        {camera === "on" || camera === "starting" ? (
          <>
            <video
              ref={video}
              muted
              playsInline
              aria-label="Camera view"
              className="absolute inset-0 size-full object-cover"
            />
            {camera === "starting" ? (
              <Spinner className="relative" />
            ) : (
              <div className="relative size-3/5 rounded-2xl border-3 border-white/90" aria-hidden="true" />
            )}
          </>
        ) : (
          <p className="px-6 text-center">
            {camera === "denied"
              ? "Goodstreet can't use your camera. Allow it in your browser's settings, or use a photo of the code."
              : "We couldn't find a camera. Use a photo of the code instead, or enter the digits."}
          </p>
        )}
      </div>
      <input
        ref={file}
        type="file"
        accept="image/*"
        aria-label="Photo of the QR code"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void choose(event)}
      />
      <FieldError id={errorId} message={problem} />
    </Dialog>
  );
}

/** Runs the camera while the dialog is open and reports every code in the picture. */
function useCamera(video: { current: HTMLVideoElement | null }, onText: (text: string) => Promise<void>): Camera {
  const [camera, setCamera] = useState<Camera>("starting");
  const report = useRef(onText);

  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stream: MediaStream | null = null;

    const start = async () => {
      // Undefined on pages without HTTPS.
      if (!navigator.mediaDevices?.getUserMedia) return setCamera("missing");
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
      } catch (error) {
        const denied = error instanceof DOMException && error.name === "NotAllowedError";
        if (!stopped) setCamera(denied ? "denied" : "missing");
        return;
      }
      const element = video.current;
      if (stopped || !element) return stop();
      element.srcObject = stream;
      // Rejects when the dialog closes at the same moment.
      await element.play().catch(() => undefined);
      if (stopped) return stop();
      setCamera("on");
      const read = await openQrReader().catch(() => null);
      const look = async () => {
        if (stopped || !read) return;
        const text = element.readyState >= element.HAVE_CURRENT_DATA ? await read(element).catch(() => null) : null;
        if (stopped) return;
        if (text !== null) await report.current(text);
        if (!stopped) timer = setTimeout(() => void look(), LOOK_MS);
      };
      void look();
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };

    void start();
    return () => {
      stopped = true;
      clearTimeout(timer);
      stop();
    };
  }, [video]);

  return camera;
}
