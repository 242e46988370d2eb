// Loaded by `--import` before a program. Shifts its clock by MEMORA_TEST_CLOCK milliseconds, like a machine
// with a wrong clock.
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
