// Add item screen.
export const yourListingIsLive = "Your listing is live";
export const discardThisListingAndStart = "Discard this listing and start again?";
export const listItem = "List an item";
export const sellItOrGive = "Sell it or give it away to somebody nearby.";
export const importCsvFile = "Import a CSV file";
export const notSavedRetry = "Not saved – Retry";
export const publishListing = "Publish listing";
export const publishingPhotosStill = "Publishing. Photos still on their way are waited for.";
export const onePhotoHadNotBeen = "1 photo had not been uploaded; please add it again.";
export const photosHadNotBeenUploaded = (count: number) =>
  `${count} photos had not been uploaded; please add them again.`;
export const weKeptListingYouHad = "We kept the listing you had started.";
export const startAgain = "Start again";
export const yourListingIsNotSaved = "Your listing is not saved yet";
export const itIsKept = "It is kept in this browser, where only you can see it.";

// Card fee.
export const cardSalesKeep = (site: string, rate: string) => `Card sales: ${site} keeps ${rate} of the price.`;
export const youGetOf = (amount: string, price: string) => `You get ${amount} of ${price}.`;

// Agent fields.
export const aiAgentSettings = "AI Agent Settings";
export const knowzeeOurAutomaticAssistant =
  "Knowzee, our automatic assistant, can answer buyers and negotiate for you.";
export const itNeverGoesBelow = "It never goes below your minimum price, and never says what that is.";
export const letKnowzeeNegotiate = "Let Knowzee negotiate";
export const privateLeastYouWouldTake = "Private. The least you would take.";
export const onlyKnowzeeReadsThis = "Only Knowzee reads this. Buyers never see it.";
export const knowzeeCanShareThis = "Knowzee can share this with buyers. Don't include prices.";
export const whatComes = "What comes with it, when it can be picked up, why you're selling it.";

// Api.
export const youCanOnlyChange = "You can only change your own listings.";

// Collection time.
export const sydneyCanberra = "Sydney, Canberra";
export const melbourne = "Melbourne";
export const hobart = "Hobart";
export const brisbane = "Brisbane";
export const adelaide = "Adelaide";
export const darwin = "Darwin";
export const perth = "Perth";
export const brokenHill = "Broken Hill";
export const eucla = "Eucla";
export const lordHoweIsland = "Lord Howe Island";

// Draft rows.
export const drafts = "Drafts";
export const listingWithoutTitle = "Listing without a title";
export const discardItIsKeptNowhere = (title: string) => `Discard "${title}"? It is kept nowhere else.`;
export const draft = "Draft";
export const savedToYourAccount = "Saved to your account";
export const keptInThisBrowser = "Kept in this browser";
export const edit = "Edit";
export const continueIt = "Continue";
export const discard = "Discard";
export const discardThis = (title: string) => `Discard ${title}`;

// Draft state.
export const draftSavedToYourAccount = "Draft saved to your account.";
export const savingDraft = "Saving draft…";
export const whatYouTypeIsKept = "What you type is kept in this browser.";
export const whatYouTypeHere = "What you type here is kept in this browser only.";
export const chooseWhichOneToGo = "Choose which one to go on with.";
export const keepWhatIsHere = "Keep what is here";
export const useOtherOne = "Use the other one";
export const keepBoth = "Keep both";
export const viewListing = "View listing";
export const keepThisAsNewDraft = "Keep this as a new draft";
export const thisDraftWasChanged = "This draft was changed in another tab or on another device";
export const thisDraftWasOnAnother = (itemId: string | null) =>
  `This draft was ${itemId === null ? "discarded" : "listed"} in another tab or on another device`;

// Edit conflict dialog.
export const thisListingWasChangedElsewhere = "This listing was changed elsewhere";
export const itWasSavedInAnother = "It was saved in another window or on another device after you opened it here.";
export const keepEditing = "Keep editing";
export const saveThese = "Save these";
export const takenOverFromThere = "Taken over from there:";
export const noneOfItTouchesWhat = "None of it touches what you changed here.";
export const yours = "Yours";
export const savedElsewhere = "Saved elsewhere";

// Edit conflict.
export const notSet = "Not set";
export const negotiatesFor = "Negotiates for you";
export const switchedOff = "Switched off";

// Edit item screen.
export const yourListingDidntLoad = "Your listing didn't load";
export const thisIsSomebodyElsesListing = "This is somebody else's listing";
export const thisListingDoesNotExist = "This listing does not exist";
export const itWasDeleted = "It was deleted.";
export const youCanEditListings = "You can edit the listings in My Items.";
export const goToMyItems = "Go to My Items";
export const changesSaved = "Changes saved";
export const errorUpdating = "Error updating item. Please try again.";
export const updateFailed = (why: string | null) => `${errorUpdating}${why === null ? "" : ` ${why}`}`;
export const nothingToSave = "Nothing to save";
export const yourListing = "Your listing is as it was.";
export const thisListingCanNoLonger = "This listing can no longer be changed";
export const itIsSoldOrSomebody = "It is sold, or somebody is paying for it.";
export const editListing = "Edit listing";
export const myItems = "My Items";
export const theseAreChangesYouHad = "These are changes you had not saved yet.";
export const discardThem = "Discard them";
export const saveChanges = "Save changes";
export const shownAsOffWithStruck = (percent: number, stored: string) =>
  `Shown as ${percent}% off, with ${stored} struck through.`;
export const higherPriceRemovesDiscount = "A higher price removes the discount badge.";
export const thisListingIsOffSale = "This listing is off sale";
export const thisListingIsOnSale = "This listing is on sale";
export const onlyYouCanSee = "Only you can see it.";
export const everybodyCanFindAndBuy = "Everybody can find and buy it.";
export const putOnSale = "Put on sale";
export const takeOffSale = "Take off sale";
export const deleteListing = "Delete listing";

// Item form values.
export const thatDateIsNotValid = "That date is not valid.";

// Item form.
export const photos = "Photos";
export const clearDaylightPicturesSellBest = "Clear daylight pictures sell best. Show marks and wear too.";
export const aboutItem = "About the item";
export const brandWhatItIsSize = "Brand, what it is, size or model";
export const chooseCategory = "Choose a category";
export const chooseCondition = "Choose a condition";
export const ofCharacters = (count: string, descriptionMax: string) => `${count} of ${descriptionMax} characters`;
export const ageSizeWhatWorks = "Age, size, what works and what doesn't, why you are parting with it.";
export const wordsPeopleMaySearch = (tagsMax: number) =>
  `Words people may search for, separated by commas. Up to ${tagsMax}.`;
export const vintageSolidOakFlatPack = "vintage, solid oak, flat-pack";
export const priceInAud = "Price in AUD";
export const itWillBeListed = "It will be listed as Free.";
export const giveItAwayForFree = "Give it away for free";
export const somebodyCollectsItAtNo = "Somebody collects it at no charge.";
export const collection = "Collection";
export const buyersCollectInPerson = "Buyers collect in person and agree to the date before they pay. All optional.";
export const collectionDateAndTime = "Collection date and time";
export const timeZoneOfPlace = "Time zone of the place";
export const privateOnlyBuyer =
  "Private. Only a buyer who has paid sees it, from 24 hours before the collection date. Everybody else sees suburb and city.";
export const streetAndNumber = "Street and number";

// Listing actions.
export const backOnSale = "Back on sale";
export const takenOffSale = "Taken off sale";
export const listingDeleted = "Listing deleted";
export const errorDeletingItemPleaseTry = "Error deleting item. Please try again.";
export const deleteThisCannotBeUndone = (title: string) => `Delete "${title}"? This cannot be undone.`;
export const saleUndone = "Sale undone";

// Photo list.
export const onlyPicturesCanBeAdded = "Only pictures can be added.";
export const photosThatWereAlreadyHere = "Photos that were already here were left out.";
export const listingHasUpToPhotos = (photosMax: number) =>
  `A listing has up to ${photosMax} photos; the rest were left out.`;
export const uploadCancelled = "Upload cancelled.";
export const thisPhotoIsNoLonger = "This photo is no longer stored. Please remove it and add it again.";
export const thisPhotoCould = "This photo could not be prepared. Please try another one.";

// Photo picker.
export const onePhotoWasNotUploaded = "1 photo was not uploaded.";
export const photosWereNotUploaded = (failed: number) => `${failed} photos were not uploaded.`;
export const onePhotoUploaded = "1 photo uploaded.";
export const photosUploaded = (stored: number) => `${stored} photos uploaded.`;
export const photoMovedToFront = "Photo moved to the front. It is now the cover.";
export const photoMovedToPlace = (to: number, count: number) => `Photo moved to place ${to} of ${count}.`;
export const photoRemoved = "Photo removed.";
export const addPhotos = "Add photos";
export const takePhoto = "Take a photo";
export const addHint = {
  before: (photosMax: number) => `Up to ${photosMax}. `,
  marked: "Drop them here, paste them, or choose files. ",
  after: "The first is the cover.",
};
export const fullHint = (photosMax: number) => `That is all ${photosMax}. Remove one to add another.`;
export const orderHint = (count: number, photosMax: number) =>
  `${count} of ${photosMax}. Drag to reorder, the first is the cover.`;
export const choosePhotos = "Choose photos";
export const retry = "Retry";
export const retryPhoto = (name: string) => `Retry ${name}`;
export const remove = "Remove";
export const removePhoto = (name: string) => `Remove ${name}`;

// Photo tile.
export const photoName = (place: number, count: number) => `photo ${place} of ${count}`;
/** Alternative text of a photo. */
export const photoAlt = (place: number, count: number, failed: boolean) =>
  `${place === 1 ? `Cover, ${photoName(place, count)}` : `Photo ${place} of ${count}`}${failed ? ", not uploaded" : ""}`;
export const photoNotUploaded = (place: number, count: number) => `Photo ${place} of ${count}: not uploaded`;
export const cover = "Cover";
export const loadingForm = "Loading…";
export const uploading = (name: string) => `Uploading ${name}`;
export const cancelUpload = (name: string) => `Cancel upload of ${name}`;
export const move = {
  left: (name: string) => `Move ${name} left`,
  right: (name: string) => `Move ${name} right`,
};

// Price guide.
export const soldForAround = (guide: string, median: string) => `${guide} sold for around ${median}`;
export const halfOfSalesHere = (count: number, low: string, high: string) =>
  `Half of ${count} sales here were between ${low} and ${high}.`;
export const takeMedian = (median: string) => `Use ${median}`;
export const similarItems = "Similar items";
export const itemsIn = (categoryLabels: string) => `Items in ${categoryLabels}`;

// Publish draft.
export const weCouldNotFindOut = "We could not find out whether it was saved. Trying again cannot list it twice.";
export const youWereSignedOutBefore = "You were signed out before it could be saved.";

// Use item form.
export const addAtLeastOnePhoto = "Add at least one photo.";
export const notUploadedRetryOrRemove = (failed: number) =>
  `${failed === 1 ? "One photo was" : `${failed} photos were`} not uploaded. Retry or remove it first.`;

// Edit conflict.
export const photoCount = (count: number) => (count === 1 ? "1 photo" : `${count} photos`);
export const free = "Free";
export const none = "None";
export const empty = "Empty";

// Photo list.
export const photo = "Photo";

// Photo picker.
export const uploadingPhotos = (busy: number, all: number) => `Uploading ${busy} of ${all} photos.`;
