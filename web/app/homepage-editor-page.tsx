import { HomepageEditorScreen } from "../features/admin/homepage/homepage-editor-screen.tsx";
import { HomeContent } from "../features/site/homepage/home-screen.tsx";

/** The home page editor with the home page as its preview. */
export default function HomepageEditorPage() {
  return <HomepageEditorScreen preview={HomeContent} />;
}
