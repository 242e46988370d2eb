/** The time at which every reference is written. */
export const TIME = '2026-11-22T12:00:00.000Z';

/** The clock is fixed, so that due dates, new items and the current day do not depend on the day of the run. */
export class StandingDate extends Date {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [TIME] : given) as [string]));
  }

  static override now(): number {
    return Date.parse(TIME);
  }
}
