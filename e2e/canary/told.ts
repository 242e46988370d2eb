import type { Outputs } from './entry-point.ts';

/** Returns outputs that show that an entry point did its work. Without these words the outputs would prove nothing. */
export function told(outputs: Outputs, ...words: readonly string[]): Outputs {
  const missing = words.filter((word) => !outputs.stdout.includes(word));
  if (missing.length > 0) throw new Error(`not told: ${missing.join(', ')}; ${outputs.stderr.slice(0, 600)}`);
  return outputs;
}
