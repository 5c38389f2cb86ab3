import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { SaveThemeInput, ThemeReply } from "#contract/site/theme";
import { CATEGORIES } from "#domain/items/catalogue";
import {
  changedParts,
  contrastMessage,
  contrastProblems,
  PART_LABELS,
  type Scheme,
  type ThemePart,
} from "#domain/site/theme";
import { api, unwrap } from "../../../lib/api-client.ts";
import { applyTheme } from "../../../lib/global-theme.ts";
import { useUnsavedGuard } from "../../../lib/use-unsaved-guard.ts";
import { Button } from "../../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SaveError } from "../../../ui/save-error.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { toast } from "../../../ui/toast.tsx";
import { configOf, type Ink, isComplete, type Palette, paletteOf, withColor } from "./palette.ts";
import { PartColors } from "./part-colors.tsx";
import { ThemePreview } from "./theme-preview.tsx";

const THEME_KEY = ["admin", "theme"] as const;

/** Loads the theme past the browser's cache, because the editor must start with the current one. */
function fetchTheme(signal: AbortSignal): Promise<ThemeReply> {
  return unwrap(api.api.theme.$get({}, { init: { signal, cache: "no-store" } }));
}

function saveTheme(json: SaveThemeInput): Promise<ThemeReply> {
  return unwrap(api.api.theme.$put({ json }));
}

const SURFACES = ["ads", "bundle_cards", "trending", "banner", "sold"] as const satisfies readonly ThemePart[];
const TABS = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** /themesettings, for admins: the colours of the marketplace. The preview uses the marketplace's own banner. */
export default function ThemeSettingsScreen() {
  const theme = useQuery({
    queryKey: THEME_KEY,
    queryFn: ({ signal }) => fetchTheme(signal),
    // Another admin's save must not replace the values being edited; saving detects a conflict.
    refetchOnWindowFocus: false,
  });
  return (
    <PageBody>
      <PageHeader
        title="Theme Settings"
        description="Site-wide colours. Changes appear for everyone within 30 seconds."
      />
      {theme.data ? (
        <Editor key={theme.data.version} theme={theme.data} />
      ) : theme.isError ? (
        <ErrorState error={theme.error} onRetry={() => void theme.refetch()} />
      ) : (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Loading…</span>
          <Skeleton className="h-12" />
          <Skeleton className="h-96" />
        </div>
      )}
    </PageBody>
  );
}

function Editor({ theme }: { theme: ThemeReply }) {
  const client = useQueryClient();
  const [palette, setPalette] = useState<Palette>(() => paletteOf(theme.theme_config));
  const [scheme, setScheme] = useState<Scheme>("light");
  const config = configOf(palette);
  const complete = isComplete(palette);
  const problems = contrastProblems(config);
  const start = JSON.stringify(changedParts(paletteOf(theme.theme_config)));
  const dirty = !complete || JSON.stringify(changedParts(config)) !== start;
  const saving = useMutation({
    mutationFn: saveTheme,
    onSuccess: (saved) => {
      applyTheme(saved);
      client.setQueryData(THEME_KEY, saved);
      toast({ title: "Theme saved", description: "It appears for everyone within 30 seconds." });
    },
  });
  useUnsavedGuard(dirty && !saving.isPending);

  const change = (part: ThemePart, ink: Ink, value: string) => {
    setPalette((before) => withColor(before, part, scheme, ink, value));
    saving.reset();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (complete && problems.length === 0) {
      saving.mutate({ version: theme.version, theme_config: changedParts(config) });
      return;
    }
    toast({ title: "Not saved", description: "Fix the highlighted colours and try again.", variant: "destructive" });
  };
  const colorsOf = (part: ThemePart) => (
    <PartColors
      key={part}
      part={part}
      scheme={scheme}
      colors={palette[part][scheme]}
      onChange={(ink, value) => change(part, ink, value)}
    />
  );

  return (
    <form onSubmit={save} noValidate>
      <Tabs label="Scheme" tabs={TABS} value={scheme} onChange={setScheme}>
        <div className="mt-6 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,420px)]">
          <div className="lg:order-2">
            <div className="lg:sticky lg:top-20">
              <h2 className="mb-3.5 text-xl font-bold">Preview</h2>
              <ThemePreview config={config} scheme={scheme} />
            </div>
          </div>
          <div className="min-w-0">
            <Section title="On the marketplace">{SURFACES.map(colorsOf)}</Section>
            <Section title="Categories">{CATEGORIES.map(colorsOf)}</Section>
          </div>
        </div>
      </Tabs>
      <div className="mt-8 grid gap-4">
        {problems.length > 0 ? (
          <Notice kind="error" title="Some text is hard to read">
            <ul className="mt-1 grid gap-2">
              {problems.map((problem) => (
                <li key={`${problem.part}.${problem.scheme}`}>
                  <p>{contrastMessage(problem)}</p>
                  <Button
                    variant="secondary"
                    size="sm"
                    className="mt-1"
                    onClick={() =>
                      setPalette((before) => withColor(before, problem.part, problem.scheme, "text", problem.proposal))
                    }
                  >
                    Use {problem.proposal}
                    <span className="sr-only">
                      {" "}
                      for {PART_LABELS[problem.part]}, {problem.scheme}
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
          </Notice>
        ) : null}
        <SaveError
          error={saving.error}
          title="We couldn't save the theme"
          onNewest={() => void client.invalidateQueries({ queryKey: THEME_KEY })}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="lg" loading={saving.isPending} disabled={!dirty} className="max-sm:w-full">
            Save theme
          </Button>
          {dirty ? (
            <Button
              variant="ghost"
              size="lg"
              className="max-sm:w-full"
              onClick={() => setPalette(paletteOf(theme.theme_config))}
            >
              Undo changes
            </Button>
          ) : null}
          {Object.keys(changedParts(config)).length > 0 ? (
            <Button variant="secondary" size="lg" className="max-sm:w-full" onClick={() => setPalette(paletteOf({}))}>
              Reset to defaults
            </Button>
          ) : null}
        </div>
      </div>
    </form>
  );
}
