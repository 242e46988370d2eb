import type { VerificationReport } from '@memora/validator';
import { renderProofPage } from '@memora/validator/html';
import type { CommandContext } from '../program/command-spec.ts';
import { writePage } from './write-page.ts';

/** Writes the page that shows each statement of an answer next to the text it cites, without secret text. */
export async function writeProof(
  path: string,
  report: VerificationReport,
  { output }: Pick<CommandContext, 'output'>,
  title?: string,
): Promise<void> {
  await writePage(path, renderProofPage(report, { title }));
  output.note(`Proof: ${path}`);
}
