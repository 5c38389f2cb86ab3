// Curated list.
export const listingsDidntLoad = "The listings didn't load";
export const sellersPutThingsTogetherHere =
  "Sellers put things together here for less than one by one. Come back soon.";
export const whatPeopleLookAtMost = "What people look at most this week appears here.";
