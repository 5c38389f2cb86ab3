import fc from "fast-check";

/** Fixes the seed and plays every case, so that mutation tests kill the same mutants in every run. */
process.env.LONG_PROPERTIES = "1";
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_121 });
