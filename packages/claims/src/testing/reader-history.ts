import { fingerprint, toByteOffset } from '@memora/core';
import { parseNote } from '@memora/vault';
import { extractOffline } from '../extract/offline/offline-extractor.ts';
import { toLedgerDecisions } from '../ledger/ledger-decisions.ts';
import { parseLedger } from '../ledger/parse-ledger.ts';
import type { Extraction } from '../model/extractor.ts';
import type { ClaimStore } from '../store/claim-store.ts';
import type { FailedNote } from '../store/index-run.ts';
import type { NoteWork } from '../store/note-work.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);

/** Returns noon of a day of the history, ISO 8601; day 0 is 2026-01-01. */
export function noonOf(day: number): string {
  return new Date(START + day * DAY + DAY / 2).toISOString();
}

interface HistoryDay {
  readonly day: number;
  readonly notes?: Readonly<Record<string, string>>;
  readonly removed?: readonly string[];
  readonly failures?: readonly FailedNote[];
  /** The ledger's decisions from that day; `<words>` is replaced by the id of the claim with these words. */
  readonly ledger?: readonly string[];
  /** Derived claims, by their words. */
  readonly derive?: readonly (readonly [string, readonly string[]])[];
}

const dated = (date: string, text: string): string => `---\ndate: ${date}\n---\n${text}\n`;

/** Ten weeks of a vault: every state that a claim can have, and how it is reached. */
const HISTORY: readonly HistoryDay[] = [
  {
    day: 0,
    notes: {
      'pump.md': dated('2026-01-01', '# Pump\n\nThe capacity of Pump Nine is 30 litres.'),
      'hall.md': '---\naliases: [Big hall]\n---\n# Hall\n\nHall has 3 doors.\n',
      'twin.md': 'Hall has 3 doors.\n',
      'archive/old.md': '---\nstatus: archived\n---\nHarbor costs 49 EUR.\n',
      'gate/a.md': dated('2026-02-01', 'The weight of Gate Four is 12 tons.'),
      'range.md': 'The bridge was closed from March 2025 until June 2025.\n',
      'plan.md': 'We decided to use JSON.\n\nDrift uses JSON.\n',
      'gone.md': 'The mill has 4 wheels.\n',
      'pub.md': '---\nprivacy: public\n---\nOrla leads the library.\n',
      'base.md': 'The boiler runs at 70 degrees.\n\nThe valve costs 12 EUR.\n',
      'sum.md': 'The boiler is safe.\n\nThe plant is ready.\n',
      'odd.md': 'Zed moved to Ulm.\n',
    },
  },
  {
    day: 1,
    failures: [{ path: 'bad.md', code: 'NOTE_ENCODING', reason: 'is no UTF-8' }],
    derive: [
      ['The boiler is safe', ['The boiler runs at 70 degrees']],
      ['The plant is ready', ['The boiler is safe']],
    ],
  },
  {
    day: 2,
    notes: {
      'pump-new.md': dated('2026-03-01', 'The capacity of Pump Nine is 60 litres.'),
      'gate/deep/b.md': dated('2026-02-01', 'The weight of Gate Four is 15 tons.'),
    },
  },
  { day: 4, notes: { 'plan.md': 'We decided to use JSON.\n\nDrift uses YAML.\n' }, removed: ['gone.md'] },
  { day: 6, notes: { 'base.md': 'The valve costs 12 EUR.\n' } },
  { day: 8, notes: { 'gone.md': 'The mill has 4 wheels.\n' } },
  { day: 10, ledger: ['forget claim:<Zed moved to Ulm> : wrong'] },
  { day: 14, notes: { 'vault.md': '---\nprivacy: secret\n---\nThe safe of Otto holds 7 bars.\n' } },
  // The day on which the successor begins to hold.
  { day: 70, notes: { 'late.md': 'Ida plays chess.\n' } },
];

/** Returns the ledger text of {@link writeReaderHistory}, with the ids of the claims in a store. */
export async function readerLedger(store: Pick<ClaimStore, 'listClaims'>, day = 10): Promise<string> {
  const ids = await idsByWords(store);
  return HISTORY.filter((each) => each.day <= day)
    .flatMap(({ ledger = [] }) => ledger)
    .map(
      (line) =>
        `- 2026-01-11T00:00:00Z ${line.replace(/<([^>]+)>/g, (_, words: string) => idOf(ids, words))}`,
    )
    .join('\n');
}

/** Writes the history to an empty store, like indexing runs do. */
export async function writeReaderHistory(store: ClaimStore): Promise<void> {
  for (const { day, notes = {}, removed = [], failures = [], derive = [] } of HISTORY) {
    const ledger = await readerLedger(store, day);
    const run = await store.beginRun({
      now: START + day * DAY,
      decisions: toLedgerDecisions(parseLedger(ledger).entries),
    });
    const works = Object.entries(notes).map(([path, text]) => toWork(path, text));
    await run.commit({ works, touched: [], failures, removed });
    await run.finish(true);
    if (day === 14) await writePage(store);
    const ids = await idsByWords(store);
    for (const [derived, sources] of derive)
      await store.derive(
        idOf(ids, derived),
        sources.map((words) => idOf(ids, words)),
        new Date(START + day * DAY),
      );
  }
}

async function writePage(store: ClaimStore): Promise<void> {
  const ids = await idsByWords(store);
  const text = '# Pump\n\nPump Nine holds 60 litres. It held 30.\n';
  await store.writePage(
    {
      path: 'pages/pump.md',
      title: 'Pump',
      region: 'pages',
      bytes: Buffer.from(text),
      mtimeMs: START,
      statements: [
        {
          span: { start: toByteOffset(8), end: toByteOffset(35) },
          sources: [idOf(ids, 'The capacity of Pump Nine is 60 litres')],
          isHistory: false,
        },
        {
          span: { start: toByteOffset(36), end: toByteOffset(47) },
          sources: [idOf(ids, 'The capacity of Pump Nine is 30 litres')],
          isHistory: false,
        },
      ],
    },
    new Date(START + 14 * DAY),
  );
}

/** Returns the ids of all claims, live and retired, by their words. */
async function idsByWords(store: Pick<ClaimStore, 'listClaims'>): Promise<Map<string, string>> {
  const { claims } = await store.listClaims({ retired: true });
  return new Map(
    claims.map(({ id, subject, predicate, object }) => [`${subject} ${predicate} ${object}`, id]),
  );
}

function idOf(ids: ReadonlyMap<string, string>, words: string): never {
  const id = ids.get(words);
  if (id === undefined) throw new Error(`no claim says ${words}`);
  return id as never;
}

/** Names the parts of the history's sentences, like a model does. */
function withParts(extraction: Extraction, bytes: Uint8Array): Extraction {
  const claims = extraction.claims.map((claim) => {
    const text = Buffer.from(bytes.subarray(claim.span.start, claim.span.end)).toString();
    const [, subject, predicate, object] = (claim.object === null && SENTENCE.exec(text)) || [];
    if (subject === undefined || predicate === undefined || object === undefined) return claim;
    return { ...claim, subject, predicate, object, inherited: false, confidence: 0.9 };
  });
  return { ...extraction, claims };
}

const SENTENCE =
  /^(.+?) (is|has|costs|was closed|uses|runs at|leads|moved to|holds|plays|decided to use) (.+?)\.$/;

export function toWork(path: string, text: string): NoteWork {
  const bytes = Buffer.from(text);
  const note = parseNote(bytes, { path });
  return {
    note,
    bytes,
    size: bytes.length,
    mtimeMs: START,
    hash: Buffer.from(fingerprint(bytes), 'hex'),
    extraction: withParts(extractOffline(note, bytes), bytes),
    asked: [...note.segments.keys()],
    label: 'offline@1',
    incremental: false,
    movedFrom: null,
  };
}
