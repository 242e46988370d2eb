import type { LedgerDecisions } from '../../ledger/ledger-decisions.ts';
import type { Claim } from '../../model/claim.ts';
import type { ClaimFilter, ClaimReader } from '../../store/claim-store.ts';

/** The reader under test: the history of {@link writeReaderHistory} in any store. */
export interface ReaderUnderTest {
  /** With the key of the secret claims. */
  readonly reader: ClaimReader;
  /** The same memory without the key. */
  readonly keyless: ClaimReader;
  /** The decisions of the history's ledger. */
  readonly decisions: LedgerDecisions;
}

/** One requirement of a claim reader. Throws if it is not met. */
export interface ReaderPromise {
  readonly promise: string;
  readonly check: (under: ReaderUnderTest) => Promise<void>;
}

/** Creates a requirement of a reader. */
export function says(promise: string, check: ReaderPromise['check']): ReaderPromise {
  return { promise, check };
}

export async function list(reader: ClaimReader, filter: ClaimFilter = {}): Promise<readonly Claim[]> {
  return (await reader.listClaims(filter)).claims;
}

/** Returns the ids of all pages of a list. */
export async function paged(reader: ClaimReader, filter: ClaimFilter): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await reader.listClaims({ ...filter, ...(after === undefined ? {} : { after }) });
    ids.push(...page.claims.map(({ id }) => id));
    after = page.next;
  }
  return ids;
}

/** Returns the claim with these words, live or retired. */
export async function one(reader: ClaimReader, words: string): Promise<Claim> {
  const found = (await list(reader, { retired: true })).find((claim) => wordsOf(claim) === words);
  if (found === undefined) throw new Error(`no claim says ${words}`);
  return found;
}

export function has(claims: readonly Claim[], words: string): boolean {
  return claims.some((claim) => wordsOf(claim) === words);
}

export function wordsOf({ subject, predicate, object }: Claim): string {
  return `${subject} ${predicate} ${object}`;
}

export function equal(actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`expected ${b}, received ${a}`);
}
