import { MessageCircle } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "../../ui/button.tsx";
import { toastError } from "../../ui/toast.tsx";
import { openThread } from "./open-thread.ts";

interface MessageButtonProps {
  /** The item of the order or trade. */
  itemId: string;
  person: { id: string; display_name: string };
  size?: "sm" | "md";
}

/** Opens the conversation with the other party of an order or trade, where the two arrange to meet. */
export function MessageButton({ itemId, person, size = "md" }: MessageButtonProps) {
  const [opening, setOpening] = useState(false);
  const navigate = useNavigate();
  const open = async () => {
    setOpening(true);
    try {
      const { id } = await openThread({ item_id: itemId, user_id: person.id });
      await navigate(`/Messages/${id}`);
    } catch (error) {
      toastError("The conversation didn't open")(error);
    } finally {
      setOpening(false);
    }
  };
  return (
    <Button
      variant="secondary"
      size={size}
      loading={opening}
      icon={<MessageCircle className="size-4.5" />}
      onClick={() => void open()}
    >
      <span>
        Message <bdi>{person.display_name}</bdi>
      </span>
    </Button>
  );
}
