// My items screen.
export const all = "All";
export const active = "Active";
export const sold = "Sold";
export const paymentDisputed = "Payment disputed";
export const beingLookedInto = "Being looked into";
export const viewOrder = "View order";
export const inactive = "Inactive";
export const bundles = "Bundles";
export const noItemsSelected = "No Items Selected";
export const pleaseSelectAtLeastOne = "Please select at least one item.";
export const noAdjustableItems = "No Adjustable Items";
export const soldFreeAndReservedItems = "Sold, free and reserved items keep their prices.";
export const updateFailed = "Update Failed";
export const errorUpdatingItemPleaseTry = "Error updating item. Please try again.";
export const myItems = "My Items";
export const createBundle = "Create Bundle";
export const addNewItem = "Add New Item";
export const buyerWaitsForYourAnswer = "A buyer waits for your answer";
export const sayWhetherPaymentArrived = "Say whether the payment arrived, and you can list and buy again.";
export const paymentConfirmations = "Payment Confirmations";
export const showListings = "Show listings";
export const markedAsSold = "Marked as sold";
export const undo = "Undo";
export const bundleSaved = "Bundle saved";
export const bundleCreated = "Bundle created";

// My item row.
export const reserved = "Reserved";
export const forIt = "for";
export const inTrade = "In a trade";
export const paymentInProgress = "Payment in progress";
export const view = "View";
export const edit = "Edit";
export const adjustPrice = "Adjust price";
export const promote = "Promote";
export const markAsSold = "Mark as sold";
export const activate = "Activate";
export const deactivate = "Deactivate";
export const deleteIt = "Delete";
export const listed = (categoryLabels: string, conditionLabels: string, created: string) =>
  `${categoryLabels} · ${conditionLabels} · Listed ${created}`;
export const minimumPrice = (minimumPrice: string) => `Minimum price ${minimumPrice}`;
export const inBundle = (title: string) => `In the bundle “${title}”`;
export const inLast14Days = (recent: string) => `${recent} in the last 14 days`;
export const interested = "interested";
export const to = (displayName: string) => `to ${displayName}`;
export const selectItem = (title: string) => `Select ${title}`;
export const actionsFor = (title: string) => `Actions for ${title}`;
export const undoSale = "Undo sale";

// Bulk report.
export const nothingWasChanged = "Nothing was changed";
export const leftAs = (skipped: string, skipped2: number) =>
  `${skipped} left as ${skipped2 === 1 ? "it is" : "they are"}:`;
export const done = "Done";
export const itemThatIsNotListed = "An item that is not listed any more";

// Bundle list.
export const yourBundlesDidntLoad = "Your bundles didn't load";
export const loading = "Loading…";
export const noBundlesYet = "No bundles yet";
export const putTwoOrMoreItems = "Put two or more items together for less than they cost by themselves.";
export const deleteBundleItsItemsStay = (title: string) => `Delete the bundle "${title}"? Its items stay on sale.`;
export const bundleDeleted = "Bundle deleted";
export const deleteFailed = "Delete Failed";
export const failedToDeleteBundle = "Failed to delete bundle";
export const beingBought = "Being bought";
export const onSale = "On sale";
export const notOnSale = "Not on sale";
export const items = "Items";
export const itemCount = (count: number) => `${count} items`;
export const collection = (collectionDate: string) => ` · Collection ${collectionDate}`;

// Listings.
export const noListingsYet = "No listings yet";
export const somebodyNearbyMayBeLooking = "Somebody nearby may be looking for what you no longer need.";
export const noActiveListings = "No active listings";
export const whatIsOnSaleRight = "What is on sale right now appears here.";
export const nothingSoldYet = "Nothing sold yet";
export const itemsAppearHere = "Items appear here once they are paid for or marked as sold.";
export const noInactiveListings = "No inactive listings";
export const listingsYouTakeOffSale = "Listings you take off sale wait here.";
export const failedToLoadYourItems = "Failed to load your items.";
export const listYourFirstItem = "List your first item";
export const shiftSelectsRangeCtrlAll = "Shift selects a range, Ctrl+A all, Esc ends it.";
export const newestFirst = "Newest first";
export const selectLabel = "Select";

// Select bar.
export const selectedItems = "Selected items";
export const stopSelecting = "Stop selecting";
export const selectItems = "Select items";
export const selected = (count: string) => `${count} selected`;
export const mostAtATime = "· that is the most at a time";
export const selectNone = "Select none";
export const selectFirst = (bulkMax: number) => `Select first ${bulkMax}`;
export const selectAll = "Select all";
export const adjustPrices = "Adjust prices";

// Stats.
export const yourTotalsDidntLoad = "Your totals didn't load.";
export const retry = "Retry";
export const yourSales = "Your sales";
export const totalItems = "Total Items";
export const listedAndSold = "listed and sold";
export const itemsSold = "Items Sold";
export const soFar = "so far";
export const totalValue = "Total Value";
export const ofWhatIsNotSold = "of what is not sold";
export const fromSoldItems = "from sold items";
export const salesPerMonth = "Sales per month";
export const nothingSoldInLastTwelve = "Nothing sold in the last twelve months. Your first sale starts the chart.";
export const monthInWords = (month: string, sold: number, revenue: string) =>
  `${month}: ${sold === 1 ? "1 sale" : `${sold.toLocaleString("en-AU")} sales`}, ${revenue}`;
