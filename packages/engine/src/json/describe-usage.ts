import type { ExtractionUsage } from '@memora/claims';

/** Returns a model's usage for display: dollars if prices are known, else tokens alone; `~` for an estimate. */
export function describeUsage({ inputTokens, outputTokens, cost, estimated }: ExtractionUsage): string {
  const about = estimated ? '~' : '';
  const tokens = `${about}${(inputTokens + outputTokens).toLocaleString('en')} tokens`;
  return cost === null || cost === 0 ? tokens : `${about}${formatCost(cost)} (${tokens})`;
}

/** Returns dollars with at least two significant digits. */
function formatCost(cost: number): string {
  if (cost >= 0.1) return `$${cost.toFixed(2)}`;
  return `$${cost.toPrecision(2).includes('e') ? cost.toFixed(8).replace(/0+$/, '') : cost.toPrecision(2)}`;
}
