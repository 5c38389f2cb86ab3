const number = new Intl.NumberFormat("en-AU");
const rows = (count: number) => `${number.format(count)} ${count === 1 ? "row" : "rows"}`;

// Texts of the Add Product screen.
export const myItems = "My Items";
export const addProducts = "Add products";
export const forBusinessSellers = "For business sellers";
export const businessAccountsListMany =
  "Business accounts list many products at once from a spreadsheet. With any account you can list items one by one.";
export const listItem = "List an item";
export const openBusinessAccount = "Open a business account";
export const listWholeShelfFromOne = "List a whole shelf from one file, or a single product with its photos.";
export const addOneProduct = "Add one product";
export const yourItemsAsFile = "Your items as a file";
export const everythingYouHaveListed =
  "Everything you have listed, for your records or another program. Rows of this file are recognised when you import it again.";
export const exportCsv = "Export CSV";

// Import file.
export const thisFileIsLarger = "This file is larger than 2 MB. Split it and import the parts.";
export const thisCellIsTooLong = "This cell is too long.";
export const thisLineIsTooLong = "This line is too long.";
export const thisFileIsEmpty = "This file is empty.";
export const firstLineHasToName = (count: number, missing: string) =>
  `The first line has to name the columns. ${count === 1 ? "This one is" : "These are"} missing: ${missing}.`;
export const twoColumnsAreCalledRename = (twice: string) =>
  `Two columns are called "${twice}". Rename or remove one of them.`;
export const thereAreNoRowsBelow = "There are no rows below the headings.";
export const thisFileHasRowsImport = (count: number, importRowsMax: number) =>
  `This file has ${count} rows. Import up to ${importRowsMax} at a time.`;
export const quotationMarkInThisLine = "A quotation mark in this line is not closed.";
export const thisLineHasCells = (count: number, count2: number) =>
  `This line has ${count} cells and the headings are ${count2}. Text with commas needs quotation marks around it.`;

// Import panel.
export const thisFileCould = "This file could not be read.";
export const importCsvFile = "Import a CSV file";
export const upToRowsSaved = (importRowsMax: number) =>
  `Up to ${importRowsMax} rows, saved as CSV from any spreadsheet. Title, price, category and condition are required.`;
export const importWasInterrupted = "An import was interrupted";
export const wasNotFinishedWhat = (name: string) =>
  `${name} was not finished. What is listed already is not listed again.`;
export const continueImport = "Continue import";
export const discard = "Discard";
export const chooseCsvFile = "Choose CSV file";
export const downloadTemplate = "Download template";
export const orDropItHereNothing = {
  marked: "Or drop it here. ",
  after: "Nothing is listed before you have seen what is in it.",
};
export const csvFile = "CSV file";
export const thisFileCantBeImported = "This file can't be imported";
export const rowsListed = "Rows listed";
export const rowsChecked = "Rows checked";
export const columnsNotUsed = (ignored: string) => `Columns not used: ${ignored}.`;
export const importHasStopped = "The import has stopped";
export const whatIsListedStaysListed = "What is listed stays listed.";
export const nothingMoreIsListed = "Nothing more is listed until you go on.";
export const whenTheyAreListed = "When they are listed";
export const putOnSale = "Put on sale at once";
export const photosCanFollow = "Photos can follow.";
export const keepOffSale = "Keep off sale";
export const addPhotosFirstThenPut = "Add photos first, then put them on sale.";
export const listAgain = (count: number) => `List the ${rows(count)} again that you had listed before`;
export const list = (count: number) => `List ${number.format(count)} ${count === 1 ? "item" : "items"}`;
export const stop = "Stop";
export const continueIt = "Continue";
export const goToMyItems = "Go to My Items";
export const importAnotherFile = "Import another file";
export const chooseAnotherFile = "Choose another file";
export const checking = (behind: number, total: number) => `Checking: ${behind} of ${rows(total)}.`;
export const listing = (behind: number, total: number) =>
  `Listing: ${behind} of ${rows(total)}. You can leave and go on later.`;
export const rowsReady = (count: number) => `${rows(count)} ready to list`;
export const rowsDone = (count: number) => `${rows(count)} listed`;
export const rowsBefore = (count: number) => `${rows(count)} listed before`;
export const rowsLeftOut = (count: number) => `${rows(count)} not listed`;
export const rowsBad = (count: number) => `${rows(count)} ${count === 1 ? "has a problem" : "have problems"}`;
export const nothingToList = "Nothing to list.";

// Import rejected.
export const oneRowHasProblem = "1 row has a problem";
export const rowsHaveProblems = (count: number) => `${count} rows have problems`;
export const theyAreLeftOutCorrect =
  "They are left out. Correct them in your file and import it again: what is listed already is recognised.";
export const saveTheseRows = "Save these rows";
export const line = (line: number) => `Line ${line}`;
export const noTitle = "No title";
export const showAll = (count: number) => `Show all ${count}`;
