import type { LedgerEntry } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import type { LedgerPorts } from '../review/ledger-ports.ts';
import { type Finding, idOfFinding, markOfFinding } from './finding.ts';

/** Records which items a person has seen. */
export interface SeenPorts extends LedgerPorts {
  readonly entries: readonly LedgerEntry[];
}

const TAG = /\[review (?<id>[0-9a-f]{16})\](?: \[as (?<mark>[0-9a-f]{32})\])?/gu;

/** The name of an item in the reason of a ledger entry: `[review 0123456789abcdef] [as …] …`. */
export function reviewTag(finding: Finding, mark: string | null): string {
  return `[review ${idOfFinding(finding)}]${mark === null ? '' : ` [as ${mark}]`}`;
}

/** The mark of an item, for the ledger; null if there is no key, or if the item has no claim. */
export async function markItem(finding: Finding, { markClaims }: LedgerPorts): Promise<string | null> {
  const names = await nameClaims([finding], markClaims);
  return markOfFinding(finding, (id) => names.get(id));
}

/**
 * Returns the items that a person has seen according to the ledger, and that have not changed since. An entry with our mark means the item that has the mark
 * and one of the claims that the entry names now. Any other entry means the item with its id.
 */
export async function readSeen(
  findings: readonly Finding[],
  { entries, resolveLedger, markClaims }: SeenPorts,
): Promise<(finding: Finding) => boolean> {
  const tagged = entries.filter(({ verb, reason }) => verb === 'acknowledge' && reason.match(TAG) !== null);
  const isMarked = tagged.some(({ reason }) => tagsOf(reason).some(({ mark }) => mark !== undefined));
  const names = isMarked ? await nameClaims(findings, markClaims) : new Map<ClaimId, string>();
  const keyId = keyIdOf([...names.values()][0]);
  const isOurs = ({ marks }: LedgerEntry) =>
    keyId !== undefined && keyIdOf(marks?.[0]?.fingerprint ?? undefined) === keyId;

  const ids = new Set<string>();
  for (const entry of tagged) {
    for (const { id, mark } of tagsOf(entry.reason)) if (mark === undefined || !isOurs(entry)) ids.add(id);
  }
  const claimsByMark = new Map<string, Set<ClaimId>>();
  for (const { reason, claimIds } of await resolveLedger(isMarked ? tagged.filter(isOurs) : [])) {
    for (const { mark } of tagsOf(reason)) {
      if (mark === undefined) continue;
      const known = claimsByMark.get(mark) ?? new Set();
      claimsByMark.set(mark, known);
      for (const id of claimIds) known.add(id);
    }
  }
  return (finding) => {
    if (ids.has(idOfFinding(finding))) return true;
    const meant = claimsByMark.get(markOfFinding(finding, (id) => names.get(id)) ?? '');
    return meant !== undefined && finding.claims.some(({ id }) => meant.has(id));
  };
}

function tagsOf(reason: string): { readonly id: string; readonly mark: string | undefined }[] {
  return [...reason.matchAll(TAG)].map(({ groups }) => ({
    id: groups?.['id'] ?? '',
    mark: groups?.['mark'],
  }));
}

/** The id of the key that a mark contains. */
function keyIdOf(mark: string | undefined): string | undefined {
  return mark?.slice(0, mark.indexOf('.'));
}

/** The marks of all claims that the items are about. */
async function nameClaims(
  findings: readonly Finding[],
  markClaims: LedgerPorts['markClaims'],
): Promise<Map<ClaimId, string>> {
  const ids = [
    ...new Set(findings.flatMap(({ claims, ties = [] }) => [...claims.map(({ id }) => id), ...ties.flat()])),
  ];
  const marks = await markClaims('acknowledge', ids);
  return new Map(
    ids.flatMap((id, i) => {
      const mark = marks[i]?.fingerprint;
      return mark === null || mark === undefined ? [] : [[id, mark] as const];
    }),
  );
}
