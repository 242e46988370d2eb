// Loaded by `--import` before a program: its clock is off by MEMORA_TEST_CLOCK milliseconds, as that of a machine that nobody set.
const off = Number(process.env.MEMORA_TEST_CLOCK);
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + off);
    else super(...given);
  }
  static now() {
    return Real.now() + off;
  }
};
