import { useState } from "react";
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
import { Button } from "../../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { toast } from "../../../ui/toast.tsx";
import { SaveBar, useVersionedForm, VersionedEditor } from "../../../ui/versioned-editor.tsx";
import { allColorsValid, colorProblems, configOf, type PartialColors, paletteOf, withColors } from "./palette.ts";
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

const MARKETPLACE_PARTS = ["ads", "bundle_cards", "trending", "banner", "sold"] as const satisfies readonly ThemePart[];
const TABS = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/**
 * /themesettings, for admins: site-wide colours of marketplace parts and categories, per light and dark scheme. The
 * preview shows the real banner, ad, bundle card and category chips.
 */
export default function ThemeSettingsScreen() {
  return (
    <PageBody>
      <PageHeader
        title="Theme Settings"
        description="Site-wide colours. Changes appear for everyone within 30 seconds."
      />
      <VersionedEditor queryKey={THEME_KEY} load={fetchTheme} versionOf={(theme) => theme.version}>
        {(theme) => <Editor theme={theme} />}
      </VersionedEditor>
    </PageBody>
  );
}

function Editor({ theme }: { theme: ThemeReply }) {
  const [scheme, setScheme] = useState<Scheme>("light");
  const form = useVersionedForm({
    queryKey: THEME_KEY,
    saved: paletteOf(theme.theme_config),
    isDirty: (palette) =>
      !allColorsValid(palette) ||
      JSON.stringify(changedParts(configOf(palette))) !==
        JSON.stringify(changedParts(configOf(paletteOf(theme.theme_config)))),
    check: (palette) =>
      allColorsValid(palette) && contrastProblems(configOf(palette)).length === 0
        ? { ok: true, body: { version: theme.version, theme_config: changedParts(configOf(palette)) } }
        : {
            ok: false,
            problems: colorProblems(palette),
            message: "Fix the colours listed above Save theme and try again.",
          },
    save: saveTheme,
    onSaved: (saved) => {
      applyTheme(saved);
      toast({ title: "Theme saved", description: "It appears for everyone within 30 seconds." });
    },
  });
  const palette = form.values;
  const config = configOf(palette);
  const problems = contrastProblems(config);
  // Listed after an attempt to save, because the field may be in the other scheme's tab.
  const notColors = Object.entries(colorProblems(palette)).filter(([name]) => name in form.problems);
  const change = (part: ThemePart, ofScheme: Scheme, colors: PartialColors) =>
    form.change(withColors(palette, part, ofScheme, colors));
  const colorsOf = (part: ThemePart) => (
    <PartColors
      key={part}
      part={part}
      scheme={scheme}
      colors={palette[part][scheme]}
      onChange={(colors) => change(part, scheme, colors)}
    />
  );

  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Tabs label="Scheme" tabs={TABS} value={scheme} onChange={setScheme}>
        <div className="mt-6 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,420px)]">
          <div className="lg:order-2">
            <div className="lg:sticky lg:top-20">
              <h2 className="mb-3.5 text-xl font-bold">Preview</h2>
              <ThemePreview config={config} scheme={scheme} />
            </div>
          </div>
          <div className="min-w-0">
            <Section title="On the marketplace">{MARKETPLACE_PARTS.map(colorsOf)}</Section>
            <Section title="Categories">{CATEGORIES.map(colorsOf)}</Section>
          </div>
        </div>
      </Tabs>
      <div className="mt-8 empty:hidden">
        {notColors.length > 0 || problems.length > 0 ? (
          <Notice
            kind="error"
            title={notColors.length > 0 ? "Some colours can't be used" : "Some text is hard to read"}
          >
            <ul className="mt-1 grid gap-2">
              {notColors.map(([name, message]) => (
                <li key={name}>{message}</li>
              ))}
              {problems.map((problem) => (
                <li key={`${problem.part}.${problem.scheme}`}>
                  <p>{contrastMessage(problem)}</p>
                  <Button
                    variant="secondary"
                    size="sm"
                    className="mt-1"
                    onClick={() => change(problem.part, problem.scheme, { text: problem.proposal })}
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
      </div>
      <SaveBar form={form} label="Save theme" errorTitle="We couldn't save the theme">
        {Object.keys(changedParts(config)).length > 0 ? (
          <Button variant="secondary" size="lg" onClick={() => form.change(paletteOf({}))}>
            Reset to defaults
          </Button>
        ) : null}
      </SaveBar>
    </form>
  );
}
