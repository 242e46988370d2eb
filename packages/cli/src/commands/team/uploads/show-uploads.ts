import type { UploadState } from '@memora/postgres/internal';
import { readText } from '../../../input/read-option.ts';
import type { CommandContext } from '../../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../../program/exit-code.ts';
import { openTeam } from '../open/open-team.ts';

/** Shows the results of reading one's own documents, or withdraws one. */
export async function showUploads(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  const withdraw = readText(options, 'withdraw');
  await using team = await openTeam(context);
  if (withdraw !== undefined) {
    const told = await team.ask<{ readonly upload: string; readonly withdrawn: boolean }>('upload.withdraw', {
      upload: withdraw,
    });
    output.payload(told);
    output.note(told.withdrawn ? 'It is withdrawn, and its bytes are deleted.' : 'You have no such upload.');
    return told.withdrawn ? EXIT.done : EXIT.checkFailed;
  }
  const { uploads } = await team.ask<{ readonly uploads: UploadState[] }>('upload.list');
  output.payload({ uploads: uploads.map(toShown) });
  sayUploads(uploads, output);
  if (uploads.length === 0) output.note('You have uploaded no document in the last month.');
  return exitOf(uploads.slice(0, 0));
}

/** An upload in the JSON output of commands. */
export function toShown({ notes, ...upload }: UploadState) {
  return { ...upload, notes: notes.map(({ leftOut, ...note }) => ({ ...note, left_out: leftOut })) };
}

export function sayUploads(uploads: readonly UploadState[], output: CommandContext['output']): void {
  for (const { upload, state, code, name, scope, notes, total } of uploads) {
    output.line(`${upload}  ${state}${code === null ? '' : ` (${code})`}  ${scope}  ${name ?? '[sealed]'}`);
    for (const { path, status, sealed, classes, leftOut, made, notices } of notes) {
      const hidden =
        sealed === 0
          ? ''
          : `  ${sealed} places marked secret${classes.length === 0 ? '' : `: ${classes.join(', ')}`}`;
      const invisible = leftOut.invisible === 0 ? '' : `  ${leftOut.invisible} invisible pieces left out`;
      const missing =
        made === 'partial' ? '  a part is missing' : notices === 0 ? '' : `  ${notices} notices`;
      output.line(`  ${status}  ${path}${hidden}${invisible}${missing}`);
    }
    if (total > notes.length) output.line(`  and ${total - notes.length} others`);
  }
}

/** A refused document, or a note that was not replaced, is not a success. */
export function exitOf(uploads: readonly UploadState[]): ExitCode {
  if (uploads.some(({ state }) => state === 'refused')) return EXIT.checkFailed;
  return uploads.some(({ notes }) => notes.some(({ status }) => status === 'kept'))
    ? EXIT.partial
    : EXIT.done;
}
