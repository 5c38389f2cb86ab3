import { HomepageEditorScreen } from "../features/admin/homepage/homepage-editor-screen.tsx";
import { HomeContent } from "../features/home/home-screen.tsx";

/** The editor of the home page beside the page itself. */
export default function HomepageEditorPage() {
  return <HomepageEditorScreen preview={HomeContent} />;
}
