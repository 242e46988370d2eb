/**
 * The arguments with which a thread that starts from TypeScript source finds the packages it imports: the condition that names sources, and the preload by
 * which a clone finds its packages (`packaging/from-source/resolve.ts`).
 */
export function sourceThreadArguments(): string[] {
  const at = process.execArgv.indexOf('--import');
  return ['--conditions=memora-source', ...(at === -1 ? [] : process.execArgv.slice(at, at + 2))];
}
