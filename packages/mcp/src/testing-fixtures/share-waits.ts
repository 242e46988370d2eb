import type { Waits } from './create-caller.ts';

/** How long calls took, in milliseconds. */
export interface Shares {
  readonly median: number;
  readonly p95: number;
  readonly most: number;
  readonly of: number;
}

/** The shares of each tool. */
export function toShares(reports: readonly Waits[]): Record<string, Shares> {
  const tools = new Set(reports.flatMap((waits) => Object.keys(waits)));
  return Object.fromEntries(
    [...tools].map((tool) => {
      const sorted = reports.flatMap((waits) => waits[tool] ?? []).toSorted((a, b) => a - b);
      const share = (part: number) => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
      return [tool, { median: share(0.5), p95: share(0.95), most: share(1), of: sorted.length }];
    }),
  );
}

/** The average, to a tenth. */
export function mean(all: readonly number[]): number {
  return Math.round((all.reduce((sum, each) => sum + each, 0) / Math.max(1, all.length)) * 10) / 10;
}
