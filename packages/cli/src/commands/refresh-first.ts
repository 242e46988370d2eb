import type { Memory } from '@memora/engine';
import { createIndexProgress, openProgress } from '../output/open-progress.ts';
import type { CommandContext } from '../program/command-spec.ts';

/** The notes are asked as they are now; a vault that was never indexed is indexed here, and says how far it is. */
export async function refreshFirst(memory: Memory, { io, output }: CommandContext): Promise<void> {
  const asked = { first: true, signal: io.signal };
  if ((await memory.revision()) !== null) {
    await memory.refresh(asked);
    return;
  }
  // A program reads the error from there, if one comes of it.
  if (!output.json)
    output.note(output.styleError('dim', 'Nothing is indexed yet: the notes are indexed first.'));
  using progress = await openProgress(io, { quiet: output.quiet });
  await memory.refresh({ ...asked, onProgress: createIndexProgress(progress, memory.nameNotes) });
  progress.stop();
}
