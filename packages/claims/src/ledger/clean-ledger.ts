import type { ClaimId } from '@memora/core';
import { placeIn, readPlainText, writeWholeFile } from '@memora/privacy/files';
import { formatLedgerEntry } from './format-ledger-entry.ts';
import { LEDGER_FILE } from './open-ledger.ts';
import { type LedgerEntry, parseLedger } from './parse-ledger.ts';
import { type ResolveTarget, resolveLedger } from './resolve-ledger.ts';

/** Options of {@link cleanLedger}. */
interface CleanLedgerOptions {
  readonly dryRun?: boolean;
  readonly resolve?: ResolveTarget;
  /** Ids of erased memories: the paths of their notes are removed too. */
  readonly memories?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Removes the reasons and paths from every entry that means one of the claims: a reason may quote an erased claim, and a file may be named after it. All other
 * bytes stay the same. Returns the number of changed entries, or with `dryRun` the number that would change. `resolve` returns the claims that a marked claim
 * of an entry means; without it each claim means its id.
 */
export async function cleanLedger(
  vaultRoot: string,
  erased: ReadonlySet<ClaimId>,
  { dryRun = false, resolve = ({ id }) => [id], memories = NONE }: CleanLedgerOptions = {},
): Promise<number> {
  const place = placeIn(vaultRoot, LEDGER_FILE);
  const text = readPlainText(place) ?? '';
  const means = (entry: LedgerEntry): boolean =>
    entry.memories?.some(({ id }) => memories.has(id)) === true ||
    [entry, ...resolveLedger([entry], resolve)].some(({ claimIds }) => claimIds.some((id) => erased.has(id)));
  const entries = parseLedger(text).entries.filter((entry) => hasWords(entry) && means(entry));
  if (entries.length === 0 || dryRun) return entries.length;
  const lines = text.split(/(?<=\r\n|\r|\n)/u);
  for (const entry of entries) lines[entry.line - 1] = formatLedgerEntry(withoutWords(entry, memories));
  let isChanged = false;
  await writeWholeFile(place, lines.join(''), {
    confirm: () => {
      isChanged = readPlainText(place) !== text;
      if (isChanged) throw new Error('somebody else wrote a decision');
    },
  }).catch((error: unknown) => {
    if (!isChanged) throw error;
  });
  return isChanged ? cleanLedger(vaultRoot, erased, { resolve, memories }) : entries.length;
}

function hasWords({ verb, reason, marks = [], memories = [] }: LedgerEntry): boolean {
  if (reason !== '' || memories.some(({ path }) => path !== null)) return true;
  return (
    verb !== 'erase' && marks.some((mark) => mark !== null && (mark.note ?? mark.elsewhere[0]) !== undefined)
  );
}

/** An `erase` entry contains no words of its claims. */
function withoutWords({ marks, memories, ...entry }: LedgerEntry, erased: ReadonlySet<string>): LedgerEntry {
  const named = memories?.map(({ id, path }) => ({ id, path: erased.has(id) ? null : path }));
  const bare = { ...entry, reason: '', ...(named !== undefined && { memories: named }) };
  return entry.verb === 'erase' && marks !== undefined ? { ...bare, marks } : bare;
}
