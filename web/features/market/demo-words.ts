/** The examples of an empty marketplace. */

// Demo listings.
export const twoSeatSofaOatBoucle = "Two-seat sofa, oat bouclé";
export const fitzroyMelbourne = "Fitzroy, Melbourne";
export const unlockedPhone128Gb = "Unlocked phone, 128 GB";
export const newtownSydney = "Newtown, Sydney";
export const rainJacketSizeM = "Rain jacket, size M";
export const westEndBrisbane = "West End, Brisbane";
export const dumbbellSet210Kg = "Dumbbell set, 2 × 10 kg";
export const carltonMelbourne = "Carlton, Melbourne";
export const boxOfNovelsTwenty = "Box of novels, twenty";
export const subiacoPerth = "Subiaco, Perth";
export const woodenBlocks100Pieces = "Wooden blocks, 100 pieces";
export const glenelgAdelaide = "Glenelg, Adelaide";
export const maidenhairFernInPot = "Maidenhair fern in a pot";
export const braddonCanberra = "Braddon, Canberra";
export const readingChairWithFootstool = "Reading chair with footstool";
export const sandyBayHobart = "Sandy Bay, Hobart";
export const nothingIsListedYet = "Nothing is listed yet";
export const theseAreExamplesOfWhat = "These are examples of what a listing looks like. None of them is for sale.";
export const listFirstItem = "List the first item";
export const demo = "Demo";
export const example = (conditionLabels: string) => `${conditionLabels} · Example`;
