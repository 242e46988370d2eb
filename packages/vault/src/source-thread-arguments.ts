/**
 * What a thread that is started from TypeScript source has to be told, for the packages it imports to be found: the condition that names sources, and
 * what this process imported before all else, by which a clone finds its packages (`packaging/from-source/resolve.ts`).
 */
export function sourceThreadArguments(): string[] {
  const at = process.execArgv.indexOf('--import');
  return ['--conditions=memora-source', ...(at === -1 ? [] : process.execArgv.slice(at, at + 2))];
}
