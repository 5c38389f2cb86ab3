export { HomeContent } from "./homepage/home-content.tsx";
