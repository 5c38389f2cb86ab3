import fc from "fast-check";

/** Fixes the seed, so that mutation tests kill the same mutants in every run. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_121 });
