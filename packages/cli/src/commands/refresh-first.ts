import type { Memory } from '@memora/engine';
import { refuseEmptyFolder } from '../input/refuse-empty-folder.ts';
import type { Output } from '../output/create-output.ts';
import { createIndexProgress, openProgress } from '../output/open-progress.ts';
import type { CommandContext } from '../program/command-spec.ts';

/**
 * Refreshes the index, because answers use the current notes. A vault that was never indexed is indexed here,
 * with its progress shown.
 */
export async function refreshFirst(memory: Memory, { io, output }: CommandContext): Promise<void> {
  const asked = { first: true, signal: io.signal };
  if ((await memory.revision()) !== null) {
    await memory.refresh(asked);
    return;
  }
  await refuseEmptyFolder(memory);
  // If there is an error, a program reads it from this output.
  if (!output.json)
    output.note(output.styleError('dim', 'Nothing is indexed yet. Indexing the notes first.'));
  using progress = await openProgress(io, { quiet: output.quiet });
  await memory.refresh({ ...asked, onProgress: createIndexProgress(progress, memory.nameNotes) });
  progress.stop();
  sayNoModel(memory, output);
}

/** Explains once, after the first index of a vault, what answers without a model are and how to set one. */
export function sayNoModel({ settings }: Memory, output: Output): void {
  if (output.json || settings.config.llm.provider !== 'none') return;
  output.note(
    output.styleError(
      'dim',
      'No model is set, so answers are lines of your notes. For sentences: memora model list, then memora model use NAME.',
    ),
  );
}
