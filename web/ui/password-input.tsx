import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { IconButton } from "./icon-button.tsx";
import { TextInput } from "./text-input.tsx";

/** Password input with a show/hide button. `autoComplete` says whether it is the current password or a new one. */
export function PasswordInput(
  props: Omit<ComponentProps<"input">, "type"> & { autoComplete: "current-password" | "new-password" },
) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextInput
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={shown ? "text" : "password"}
      after={
        <IconButton label="Show password" aria-pressed={shown} onClick={() => setShown(!shown)}>
          <Icon className="size-5 text-muted" />
        </IconButton>
      }
    />
  );
}
