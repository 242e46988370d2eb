import type { Outputs } from './entry-point.ts';

/** Outputs that say what the entry point is there for: without it nothing would be proved. */
export function told(outputs: Outputs, ...words: readonly string[]): Outputs {
  const missing = words.filter((word) => !outputs.stdout.includes(word));
  if (missing.length > 0) throw new Error(`not told: ${missing.join(', ')}; ${outputs.stderr.slice(0, 600)}`);
  return outputs;
}
