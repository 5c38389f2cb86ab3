import { Moon, Sun } from "lucide-react";
import { useTheme } from "../lib/theme.ts";
import { IconButton } from "../ui/icon-button.tsx";
import * as words from "./words.ts";

export function ThemeToggle({ className }: { className?: string | undefined }) {
  const { theme, toggle } = useTheme();
  const Icon = theme === "dark" ? Sun : Moon;
  return (
    <IconButton label={theme === "dark" ? words.lightTheme : words.darkTheme} onClick={toggle} className={className}>
      <Icon className="size-5" aria-hidden="true" />
    </IconButton>
  );
}
