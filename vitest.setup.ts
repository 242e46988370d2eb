import fc from 'fast-check';

/**
 * In CI every property runs on the same examples each time, so that a red build means that the change broke something. On a
 * developer's machine they are random: that is where new counterexamples are found. `FAST_CHECK_SEED` sets either.
 */
const seed = process.env['FAST_CHECK_SEED'] ?? (process.env['CI'] === undefined ? undefined : '20261121');
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

/** The same examples say the same each time: in CI a quarter is enough. A property that names a number of its own keeps it. */
if (process.env['CI'] !== undefined && process.env['MEMORA_TEST_WHOLE'] !== '1')
  fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 25 });
