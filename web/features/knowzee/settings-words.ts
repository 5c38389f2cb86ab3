// Ai settings screen.
export const pleaseCorrectMarkedFields = "Please correct the marked fields.";
export const aiPromptSettings = "AI Prompt Settings";
export const howKnowzeeSpeaksAndHow =
  "How Knowzee speaks and how far it goes. It never goes below a seller's minimum, whatever stands here.";
export const loading = "Loading…";
export const settingsSaved = "Settings saved";
export const thisIsVersion = (version: number) => `This is version ${version}.`;
export const notSaved = "Not saved";
export const wording = "Wording";
export const itWordsWhatHasBeen = "It words what has been decided and never decides a price. Off: our own phrases.";
export const noModelIsConnected =
  "No model is connected to this service, so our own phrases are used whatever is chosen here.";
export const letLanguageModelWordReplies = "Let a language model word the replies";
export const model = "Model";
export const asItsProviderCalls = "As its provider calls it. Empty: the one configured.";
export const temperature = "Temperature";
export const temperatureHint = "0 is steady, 1 is lively.";
export const style = "Style";
export const howModelShouldSoundNumbers = "How the model should sound. Numbers written here have no effect.";
export const greetings = "Greetings";
export const oneLineUpToFive = "One a line, up to five.";
export const closings = "Closings";
export const numbers = "Numbers";
export const wholePercentagesSellersChoose = "Whole percentages. Sellers choose the manner in their own settings.";
export const errorSavingSettingsPleaseTry = "Error saving settings. Please try again.";
export const saveSettings = "Save settings";
export const undoChanges = "Undo changes";
export const preview = "Preview";
export const inventedListingWithWhat = "An invented listing, with what is typed above. Nothing is saved.";
export const versions = "Versions";
export const everySaveIsKeptPutting = "Every save is kept. Putting one back makes it a new version.";

// Settings preview.
export const easyGoing = "Easy-going";
export const fair = "Fair";
export const firm = "Firm";
export const wouldYouTake120How = "Would you take $120?\nHow about 150?\nI can do 160, no more";
export const price = "Price";
export const minimum = "Minimum";
export const manner = "Manner";
export const whatBuyerSays = "What the buyer says";
export const oneMessageLineUp = "One message a line, up to six.";
export const tryIt = "Try it";
export const previewDidNotWork = "The preview did not work";
export const anExample = "an example";
export const wordedByModel = "Worded by the model.";
export const wordedByOurOwnPhrases = "Worded by our own phrases.";

// Policy fields.
export const firstCounter = "First counter";
export const secondCounter = "Second counter";
export const finalOffer = "Final offer";
export const ladderStep = "Ladder step";
export const forMinimumsSavedFromNow = (stepPercent: string) => `${stepPercent}. For minimums saved from now on.`;
export const closeToPrice = "Close to the price";
export const offerThisCloseIsTaken = (nearListPercent: string) => `${nearListPercent}. An offer this close is taken.`;
export const goodEnoughAtEnd = "Good enough at the end";
export const ofWhatIsAsked = (finalAcceptPercent: string) =>
  `${finalAcceptPercent} of what is asked, at the third turn.`;
export const shareOfGapGivenUp = (k: string) => `· share of the gap given up, ${k}`;
