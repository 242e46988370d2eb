import { LEDGER_FILE, readLedger } from '@memora/claims/internal';
import { type DoctorCheck, fault, list, warning } from './doctor-check.ts';

/** Lines of the ledger that look like decisions but cannot be parsed; empty if all can. */
export async function checkLedger(root: string): Promise<DoctorCheck[]> {
  const told = await describeLedger(root);
  if (told === null) return [];
  const { detail, remedy, isReadable } = told;
  return [isReadable ? warning('ledger', detail, remedy) : fault('ledger', detail, remedy)];
}

/** The same as sentences, for an indexing run: a decision that cannot be parsed has no effect. */
export async function describeLedger(
  root: string,
): Promise<{ readonly detail: string; readonly remedy: string; readonly isReadable: boolean } | null> {
  try {
    const { problems } = await readLedger(root);
    if (problems.length === 0) return null;
    return {
      isReadable: true,
      detail: `${LEDGER_FILE} has lines that are not decisions and are skipped: ${list(problems.map(({ line, message }) => `line ${line} (${message})`))}`,
      remedy: 'Fix or remove these lines; an earlier copy of the vault may have them undamaged.',
    };
  } catch (error) {
    const { message } = error as Error;
    return { isReadable: false, detail: message, remedy: 'Give yourself permission to read the file.' };
  }
}
