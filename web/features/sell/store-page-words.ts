// Store page dialog.
export const thisPictureCould = "This picture could not be added. Please try again.";
export const storePageSaved = "Store page saved";
export const editStorePage = "Edit store page";
export const cancel = "Cancel";
export const save = "Save";
export const pictureAcrossTopOptional = {
  before: "Picture across the top ",
  marked: "(optional)",
};
export const yourStoresPicture = "Your store's picture";
export const adding = "Adding…";
export const chooseAnother = "Choose another";
export const addPicture = "Add a picture";
export const remove = "Remove";
export const pictureOfYourStore = "Picture of your store";
export const storeName = "Store name";
export const withoutOneYourStoreCarries = (fallbackName: string) =>
  `Without one, ${fallbackName} stands above your store.`;
export const whatYouSell = "What you sell";
export const everybodyCanReadThisDo = "Everybody can read this. Do not write your address or phone number here.";
