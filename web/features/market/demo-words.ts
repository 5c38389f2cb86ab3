export const nothingIsListedYet = "Nothing is listed yet";
export const theseAreExamplesOfWhat =
  "These are examples of what a listing looks like. None of them is for sale, but you can try Knowzee on them.";
export const listFirstItem = "List the first item";
export const demo = "Demo";
export const example = (conditionLabels: string) => `${conditionLabels} · Example`;
