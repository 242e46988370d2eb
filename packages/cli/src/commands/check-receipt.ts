import { realpathSync } from 'node:fs';
import { MemoraError } from '@memora/core';
import { loadConfig } from '@memora/engine/config';
import { placeIn, readPlainFile } from '@memora/privacy/files';
import { type ReceiptProblem, verifyReceipt } from '@memora/validator';
import { readFlags } from '../input/read-flags.ts';
import { readText, usageError } from '../input/read-option.ts';
import { resolveVault } from '../input/resolve-vault.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { readAnswer } from './verify-answer.ts';

/**
 * Checks a receipt with the notes of a folder, or without notes. Returns 0 if it is valid, and 1 if a part is
 * invalid or could not be checked. Needs no index.
 */
export async function checkReceipt(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const vault = await vaultOf(context);
  await loadConfig({ vault: vault ?? undefined, env: io.env, flags: readFlags(options) });
  const root = readText(options, 'root');
  const receipt = await readAnswer(args[0], io, 'Name the file that `memora verify --receipt` wrote.');
  const report = await verifyReceipt(receipt, {
    ...(root === undefined ? {} : { root }),
    ...(vault === null ? {} : { sources: async (path: string) => readNote(vault, path) }),
  });
  output.payload({ ...report, vault });
  for (const problem of report.problems) output.line(`${output.style('red', '✗')} ${say(problem)}`);
  const against =
    vault === null
      ? 'checked without the notes; name them with --vault'
      : `checked with the notes in ${vault}`;
  if (report.ok) output.line(`${output.style('green', '✓')} the receipt holds, ${against}`);
  else if (report.unchecked > 0)
    output.line(`${report.unchecked} of its cited places could not be checked, ${against}`);
  return report.ok ? EXIT.done : EXIT.checkFailed;
}

/**
 * The real folder of the notes; null if none is named: a receipt that contains the texts is then checked
 * without notes.
 */
async function vaultOf(context: CommandContext): Promise<string | null> {
  const chosen = await resolveVault(context).catch((error: unknown) => {
    if (readText(context.options, 'vault') !== undefined) throw error;
    return null;
  });
  if (chosen === null) return null;
  try {
    return realpathSync.native(chosen.path);
  } catch {
    throw usageError(`there is no folder at ${chosen.path}`, 'Name the folder of the notes with --vault.');
  }
}

/**
 * A receipt comes from another person. A path in it that leads out of the folder, or to a link, names no
 * note.
 */
function readNote(vault: string, path: string): Uint8Array | null {
  try {
    return readPlainFile(placeIn(vault, path));
  } catch (error) {
    if (MemoraError.isInstance(error) && error.code === 'FILE_REFUSED') return null;
    throw error;
  }
}

const SAID: Readonly<Record<ReceiptProblem['code'], string>> = {
  not_a_receipt: 'this is not a receipt',
  digest_mismatch: 'the receipt was altered',
  answer_mismatch: 'the answer was altered',
  statement_mismatch: 'a statement was altered',
  statement_uncited: 'a statement names no citation',
  span_mismatch: 'the cited place does not have the cited words',
  path_mismatch: 'a hash leads to another root',
  root_mismatch: 'the root differs from the one you trust',
  note_missing: 'the note is missing',
  note_mismatch: 'the note was changed',
  original_missing: 'the original is missing',
  original_mismatch: 'the original was changed',
};

function say({ code, at }: ReceiptProblem): string {
  if (at === null) return SAID[code];
  const where =
    typeof at === 'string' ? at : `${code.startsWith('statement') ? 'statement' : 'citation'} ${at + 1}`;
  return `${where}: ${SAID[code]}`;
}
