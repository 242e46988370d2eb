import type { CommandSpec } from '../program/command-spec.ts';

/**
 * The words of a row's example after `memora`, without `--vault` and without what a shell does with the
 * output. `~/brain` elsewhere becomes `vault`.
 */
export function exampleArgs({ example }: Pick<CommandSpec, 'example'>, vault: string): string[] {
  const words = [...example.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const redirected = words.findIndex((word) => word.startsWith('>'));
  const typed = words.slice(1, redirected < 0 ? undefined : redirected);
  const at = typed.indexOf('--vault');
  return (at < 0 ? typed : typed.toSpliced(at, 2)).map((word) => word.replace('~/brain', vault));
}

/** The file that a row's example writes its output into. */
export function exampleOutput({ example }: Pick<CommandSpec, 'example'>): string | null {
  return / > (\S+)$/.exec(example)?.[1] ?? null;
}
