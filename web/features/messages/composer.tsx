import { clsx } from "clsx";
import { ImagePlus, SendHorizontal, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Photo } from "#contract/items";
import { MESSAGE_TEXT_MAX } from "#contract/messages";
import { useSession } from "../../lib/session.ts";
import { useAutoHeight } from "../../lib/use-auto-height.ts";
import { controlClass, FieldError } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { PhotoError, resizePhoto, uploadPhoto } from "../items/index.ts";
import { draftOf, storeDraft } from "./draft-store.ts";
import { QuickReplies } from "./quick-replies.tsx";
import { useSendTyping } from "./use-typing.ts";

const uploadingPhoto = (percent: number) => `Uploading photo… ${percent}%`;

interface ComposerProps {
  /** Id of the signed-in user. */
  me: string;
  conversationId: string;
  other: string;
  start: string;
  /** Whether to take the focus; on phones that would open the keyboard over the messages. */
  focus: boolean;
  /** The user sells the item of the conversation, so quick replies are offered. */
  sells: boolean;
  onSend: (text: string, photo: Photo | null) => void;
}

/** Message input: Enter sends, Shift+Enter starts a new line, as in the negotiation. */
export function MessageComposer({ me, conversationId, other, start, focus, sells, onSend }: ComposerProps) {
  const [draft, setDraft] = useState(() => [draftOf(me, conversationId), start].filter(Boolean).join("\n"));
  const input = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const typing = useSendTyping(conversationId);
  const photos = !useSession().disabledFeatures.includes("message_images");
  const { photo, progress, problem, choose, remove } = usePhoto();
  useAutoHeight(input);

  useEffect(() => {
    storeDraft(me, conversationId, draft);
  }, [me, conversationId, draft]);
  useEffect(() => {
    if (focus) input.current?.focus({ preventScroll: true });
  }, [focus]);

  const text = draft.trim();
  const ready = progress === null && (text !== "" || photo !== null);

  function send() {
    if (!ready) return;
    onSend(text, photo);
    setDraft("");
    remove();
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes a character, Enter only confirms the character.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  function onPaste(event: ClipboardEvent) {
    const [image] = [...event.clipboardData.files].filter(({ type }) => type.startsWith("image/"));
    if (!image || !photos) return;
    event.preventDefault();
    void choose(image);
  }

  function insert(reply: string) {
    // The caret goes behind the text, which must be in the input before it, and before the next key.
    flushSync(() => setDraft(reply));
    input.current?.focus();
    input.current?.setSelectionRange(reply.length, reply.length);
  }

  return (
    <form
      className="border-t border-line px-3 pt-2.5 pb-[calc(env(safe-area-inset-bottom)+10px)] md:px-5 md:pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {sells && draft === "" ? <QuickReplies conversationId={conversationId} onChoose={insert} /> : null}
      {photo || progress !== null ? (
        <div className="mb-2.5 flex items-center gap-3">
          {photo ? <PhotoImg photo={photo} alt="Photo to send" sizes="64px" className="size-16 rounded-md" /> : null}
          {progress === null ? null : (
            <p role="status" className="text-sm text-muted tabular-nums">
              {uploadingPhoto(Math.round(progress * 100))}
            </p>
          )}
          <IconButton label="Remove photo" size="sm" onClick={remove}>
            <X className="size-4.5" />
          </IconButton>
        </div>
      ) : null}
      <div className="flex items-end gap-1.5">
        <input
          ref={file}
          type="file"
          accept="image/*"
          aria-label="Photo to send"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = "";
            if (chosen) void choose(chosen);
          }}
        />
        {photos ? (
          <IconButton label="Add a photo" disabled={progress !== null} onClick={() => file.current?.click()}>
            <ImagePlus className="size-5" />
          </IconButton>
        ) : null}
        <textarea
          dir="auto"
          ref={input}
          aria-label={`Message to ${other}`}
          placeholder="Write a message…"
          rows={1}
          maxLength={MESSAGE_TEXT_MAX}
          value={draft}
          onChange={(event) => {
            setDraft(event.target.value);
            if (event.target.value.trim() !== "") typing();
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          enterKeyHint="send"
          className={clsx(controlClass, "field-sizing-content max-h-40 min-h-11 resize-none py-2.5")}
        />
        <IconButton type="submit" label="Send" variant="soft" disabled={!ready}>
          <SendHorizontal className="size-5" />
        </IconButton>
      </div>
      {draft.length > MESSAGE_TEXT_MAX - 200 ? (
        <p className="mt-1 text-right text-sm text-muted tabular-nums">
          {draft.length} of {MESSAGE_TEXT_MAX.toLocaleString("en-AU")}
        </p>
      ) : null}
      <FieldError message={problem ?? undefined} />
    </form>
  );
}

/** One photo of the message: resized, then uploaded while the user is still typing. */
function usePhoto() {
  const [photo, setPhoto] = useState<Photo | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useRef<AbortController>(null);
  useEffect(() => () => upload.current?.abort(), []);

  const remove = () => {
    upload.current?.abort();
    setPhoto(null);
    setProgress(null);
    setProblem(null);
  };
  const choose = async (chosen: Blob) => {
    remove();
    const controller = new AbortController();
    upload.current = controller;
    setProgress(0);
    try {
      const renditions = await resizePhoto(chosen);
      setPhoto(await uploadPhoto(renditions, setProgress, controller.signal));
    } catch (error) {
      if (controller.signal.aborted) return;
      setProblem(error instanceof PhotoError ? error.message : "We couldn't add this photo. Please try another one.");
    } finally {
      if (!controller.signal.aborted) setProgress(null);
    }
  };
  return { photo, progress, problem, choose, remove };
}
