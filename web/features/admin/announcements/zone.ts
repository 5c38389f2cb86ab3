/** Where the house is: dates are those of its clock, whoever edits from wherever. */
export const ZONE = "Australia/Sydney";
