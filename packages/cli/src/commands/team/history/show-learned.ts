import type { LearnedEntry } from '@memora/postgres/internal';
import { readText } from '../../../input/read-option.ts';
import type { CommandContext } from '../../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../../program/exit-code.ts';
import { type AskTeam, openTeam } from '../open/open-team.ts';

/** Shows the learning log of a scope: ids, paths and codes, no text. */
export async function showLearned(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  const scope = readText(options, 'scope') ?? 'workspace';
  await using team = await openTeam(context);
  const entries = await readLearned(team.ask, 'learned', { scope });
  output.payload({ scope, entries });
  for (const { at, principal, operation, ids, code, path } of entries)
    output.line(`${at.slice(0, 19)}Z  ${principal}  ${operation} (${code})  ${ids.join(' ')}  ${path}`);
  if (entries.length === 0) output.note(`No agent has remembered anything in the scope ${scope}.`);
  return EXIT.done;
}

/** An entry in the command's output. Elsewhere `memories` is a text. */
type ShownEntry = Omit<LearnedEntry, 'memories'> & { readonly ids: readonly string[] };

/** Reads a learning log page by page. */
export async function readLearned(
  ask: AskTeam,
  operation: 'learned' | 'scope.learned',
  args: object,
): Promise<ShownEntry[]> {
  const all: ShownEntry[] = [];
  for (;;) {
    const last = all.at(-1);
    const after = last === undefined ? null : { at: last.at, path: last.path, version: last.version };
    const page = await ask<{ readonly entries: readonly LearnedEntry[]; readonly isLast: boolean }>(
      operation,
      {
        ...args,
        after,
      },
    );
    all.push(...page.entries.map(({ memories: ids, ...entry }) => ({ ...entry, ids })));
    if (page.isLast) return all;
  }
}
