// Agent settings.
export const errorSavingSettingsPleaseTry = "Error saving settings. Please try again.";
export const settingsSaved = "Settings saved";
export const knowzeeNegotiates = "Knowzee negotiates for you.";
export const knowzeeIsOff = "Knowzee is off.";
export const aiAgentSettings = "AI Agent Settings";
export const letKnowzeeNegotiate = "Let Knowzee negotiate";
export const ourAutomaticAssistantAnswers = "Our automatic assistant answers buyers and negotiates for you.";
export const minimumPrice = "Minimum price";
export const privateKnowzeeNeverGoesBelow = (price: string) =>
  `Private: Knowzee never goes below it and never says it. Your price is ${price}.`;
export const notesForKnowzee = "Notes for Knowzee";
export const onlyKnowzeeReadsThis = "Only Knowzee reads this. Buyers never see it.";
export const whatBuyersMayBeTold = "What buyers may be told";
export const knowzeeCanShareThis = "Knowzee can share this with buyers. Don't include prices.";
export const saveSettings = "Save settings";
