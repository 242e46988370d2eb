import type { VerificationReport } from '@memora/validator';
import { renderProofPage } from '@memora/validator/html';
import type { CommandContext } from '../program/command-spec.ts';
import { writePage } from './write-page.ts';

/** Writes the page that shows each statement of an answer beside the text it cites. Secret text is not in it. */
export async function writeProof(
  path: string,
  report: VerificationReport,
  { output }: Pick<CommandContext, 'output'>,
  title?: string,
): Promise<void> {
  await writePage(path, renderProofPage(report, { title }));
  output.note(`Proof: ${path}`);
}
