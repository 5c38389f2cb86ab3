// Ad card.
export const sponsored = "Sponsored";
export const seeMoreSponsored = {
  before: "See more",
  spoken: (title: string) => `: ${title}, sponsored`,
};

// Ad dialog.
export const sponsoredContent = "Sponsored Content";
export const visit = (linkUrl: string) => `Visit ${linkUrl}`;
export const takeLook = "Take a look";
export const opensInNewTab = "(opens in a new tab)";
export const thisIsAdvertisementGoodstreet = "This is an advertisement. Goodstreet is not the seller.";
