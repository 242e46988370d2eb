import { isPersonThere } from '../input/ask-person.ts';
import { readFlag } from '../input/read-option.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { codeOf } from './apply-edit.ts';
import { openEditRecords } from './edit-record.ts';
import { type UndoneEdit, undoAll } from './undo-all.ts';

/**
 * Undoes the edits of `memora setup` in files of other programs, after confirmation. Notes and index stay.
 */
export async function removeSetup(context: CommandContext): Promise<ExitCode> {
  const { io, output } = context;
  const records = openEditRecords(io.env);
  const files = records.all().map(({ file, client }) => ({ client, file }));
  if (files.length + records.unreadable().length === 0) {
    output.payload({ removed: false, files });
    output.line('Memora has not written into any file of another program.');
    return EXIT.done;
  }
  for (const { file } of files) output.line(`undo  ${file}`);
  const mayWrite = await isAllowed(context);
  if (mayWrite === null) return EXIT.interrupted;
  if (!mayWrite) {
    output.payload({ removed: false, files });
    output.note('Nothing was written. Add --yes to undo these edits.');
    return EXIT.done;
  }
  const undone = await undoAll(records);
  output.payload({
    removed: true,
    files: undone.map(({ client, file, done, error }) => ({
      client,
      file,
      status: done,
      ...(error === undefined ? {} : { code: codeOf(error) }),
    })),
  });
  for (const { file, done, error } of undone) {
    if (done === 'failed') {
      output.warn(`${output.styleError('red', 'failed')}  ${file} (${codeOf(error)})`);
      const { hint } = error as { hint?: unknown };
      if (typeof hint === 'string') output.warn(`        ${hint}`);
    } else output.line(`${output.style('green', 'undone')}  ${file} (${SAID[done]})`);
  }
  output.note('Your notes and the index in .memora stay as they are.');
  return undone.some(({ done }) => done === 'failed') ? EXIT.partial : EXIT.done;
}

const SAID: Readonly<Record<Exclude<UndoneEdit['done'], 'failed'>, string>> = {
  'as-it-was': 'as it was, byte for byte',
  'taken-out': 'later changes by others stay',
  removed: 'the file was new, and is removed',
  gone: 'the file is gone',
};

async function isAllowed({ options, io, output }: CommandContext): Promise<boolean | null> {
  if (readFlag(options, 'dryRun')) return false;
  if (readFlag(options, 'yes')) return true;
  if (output.quiet || output.json || !isPersonThere(io)) return false;
  const { askSetup } = await import('./ask-setup.ts');
  return askSetup(io).mayWrite('Undo these edits?');
}
