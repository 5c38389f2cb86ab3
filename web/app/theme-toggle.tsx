import { Moon, Sun } from "lucide-react";
import { useTheme } from "../lib/theme.ts";
import { IconButton } from "../ui/icon-button.tsx";

export function ThemeToggle({ className }: { className?: string | undefined }) {
  const { theme, toggle } = useTheme();
  const Icon = theme === "dark" ? Sun : Moon;
  return (
    <IconButton label={theme === "dark" ? "Light theme" : "Dark theme"} onClick={toggle} className={className}>
      <Icon className="size-5" />
    </IconButton>
  );
}
