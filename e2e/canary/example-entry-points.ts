import { COMMANDS } from '@memora/cli/commands';
import { exampleArgs } from '@memora/cli/example-args';
import type { EntryPoint } from './entry-point.ts';

/**
 * Runs the example of each command that has no entry of its own, as text and as JSON. Commands that must be
 * stopped, or that need input or a person, must have an entry.
 */
export function exampleEntryPoints(own: readonly EntryPoint[]): EntryPoint[] {
  const covered = new Set(own.flatMap(({ covers }) => covers));
  return COMMANDS.filter(
    ({ name, needs }) => !covered.has(name) && (needs === undefined || needs === 'a database'),
  ).map((spec) => ({
    name: `${spec.name}, its example`,
    covers: [spec.name],
    run: async ({ memora, vault }) => {
      const args = exampleArgs(spec, vault);
      return [await memora(args), await memora([...args, '--json'])];
    },
  }));
}
