import { screen } from "@testing-library/react";
import { useLocation } from "react-router-dom";

/** Renders the router's current path and query, for `where()`. */
export function Where() {
  const { pathname, search } = useLocation();
  return <p data-testid="where">{pathname + search}</p>;
}

export const where = () => screen.getByTestId("where").textContent;
