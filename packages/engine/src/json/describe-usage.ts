import type { ExtractionUsage } from '@memora/claims';

/** What a model used, for people: dollars where prices are known, else tokens alone; `~` where it is an estimate. */
export function describeUsage({ inputTokens, outputTokens, cost, estimated }: ExtractionUsage): string {
  const about = estimated ? '~' : '';
  const tokens = `${about}${(inputTokens + outputTokens).toLocaleString('en')} tokens`;
  return cost === null || cost === 0 ? tokens : `${about}${formatCost(cost)} (${tokens})`;
}

/** Dollars; at least two digits that say something. */
function formatCost(cost: number): string {
  if (cost >= 0.1) return `$${cost.toFixed(2)}`;
  return `$${cost.toPrecision(2).includes('e') ? cost.toFixed(8).replace(/0+$/, '') : cost.toPrecision(2)}`;
}
