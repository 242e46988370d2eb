import { type Answer, readSourceLines } from '@memora/engine';
import type { Output } from '../create-output.ts';
import { formatSource } from './format-source.ts';
import type { SourceMemory } from './print-claim-source.ts';

export type Check = Answer['report']['checks'][number];

/** The place of a citation, then its lines with the cited bytes marked; null if its text can't be read. */
export async function readCited(
  { notePath, span, sourceText }: Check,
  answer: Answer,
  memory: SourceMemory,
  output: Output,
  { reveal }: { readonly reveal?: boolean },
): Promise<readonly string[] | null> {
  if (notePath === null || span === null || sourceText === null) return null;
  const bytes = await memory.readNote(notePath, { of: answer });
  if (bytes === null) return null;
  const lines = await readSourceLines(bytes, span, {
    ...(reveal === undefined ? {} : { reveal }),
    detector: memory.settings.config.privacy.detector,
    defaultBand: memory.settings.config.privacy.defaultNotePrivacy,
  });
  return lines === null ? null : formatSource(notePath, lines, output, memory.vault);
}
