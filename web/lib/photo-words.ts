// Photo resize.
export const thisBrowserCouldNotPrepare = "This browser could not prepare the photo. Please try another browser.";
export const thisFileIsEmptyPlease = "This file is empty. Please choose another one.";
export const thisFileIsLarger = "This file is larger than 40 MB. Please choose a smaller one.";
export const thisFileCould = "This file could not be read as a photo. Please choose a JPEG, PNG or WebP picture.";

// Photo upload.
export const uploadWasInterruptedPlease = "The upload was interrupted. Please check your connection and try again.";
