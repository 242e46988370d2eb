import { basename } from 'node:path';
import type { ConversationFormat, ConversationProblem, ImportedConversation } from '@memora/conversations';
import { fingerprint } from '@memora/core';
import { openFileChunks } from '../input/read-file-chunks.ts';
import { readFlag, readText } from '../input/read-option.ts';
import { toPath } from '../input/resolve-vault.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { countOf } from '../output/format/count-of.ts';
import { openProgress } from '../output/open-progress.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Writes exported chats into the vault as notes, and prints the result for each chat. */
export async function importConversations(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const dryRun = readFlag(options, 'dryRun');
  const format = readText(options, 'format') as ConversationFormat | undefined;
  // All files are opened first, so that a wrong name is reported before anything is written.
  const files = args.map((name) => ({
    name,
    opened:
      name === '-' ? { size: 0, chunks: () => readStdin(io.stdin) } : openFileChunks(toPath(name, io.cwd)),
  }));
  const imported: ImportedConversation[] = [];
  const problems: (ConversationProblem & { readonly file: string })[] = [];
  await using memory = await openCliMemory(context);
  using progress = await openProgress(io, { quiet: output.quiet });
  for (const { name, opened } of files) {
    const onRead = (done: number) =>
      progress.update({
        label: 'reading',
        done: megabytes(done),
        total: megabytes(opened.size),
        current: name,
      });
    const found = memory.importConversations(opened.chunks(onRead), {
      dryRun,
      signal: io.signal,
      id: (turns) => `${basename(name)} ${fingerprint(new TextEncoder().encode(turns[0]?.text ?? ''))}`,
      ...(format === undefined ? {} : { format }),
    });
    for await (const each of found) {
      if ('problem' in each) problems.push({ ...each, file: name });
      else imported.push(each);
    }
  }
  progress.stop();
  const count = (key: 'added' | 'known' | 'sealed') => imported.reduce((sum, each) => sum + each[key], 0);
  output.payload({
    dry_run: dryRun,
    conversations: imported,
    problems,
    turns_added: count('added'),
    turns_known: count('known'),
    turns_sealed: count('sealed'),
  });
  for (const { id, path, added, known } of imported) {
    if (added === 0) continue;
    const also = known > 0 ? `, ${known} were there` : '';
    output.line(`${output.style('dim', id)}  ${path}  ${countOf(added, 'turn')}${also}`);
  }
  const written = `${countOf(count('added'), 'turn')} of ${countOf(imported.length, 'conversation')}`;
  output.line(`${dryRun ? 'Would write' : 'Wrote'} ${written}; already in the vault: ${count('known')}.`);
  if (count('sealed') > 0)
    output.note(`Marked credentials or account numbers as secret in ${countOf(count('sealed'), 'turn')}.`);
  // Otherwise the next question would not find them.
  if (!dryRun && count('added') > 0)
    output.note('Questions leave out chats by default. To include them: memora query "…" --conversations');
  for (const { file, number, id, problem, message } of problems) {
    const place = [
      file,
      ...(number === undefined ? [] : [`no. ${number}`]),
      ...(id === undefined ? [] : [id]),
    ];
    output.warn(`${place.join(', ')}: ${message} (${problem})`);
  }
  return problems.length === 0 ? EXIT.done : EXIT.partial;
}

async function* readStdin(stdin: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const chunk of stdin) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}
