import { openTeamMemory, type TeamMemory } from '@memora/engine/team';
import { whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { alignQuote, type CitableClaim, type Policy, type verifyCitations } from '@memora/validator';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Report } from '../report.ts';
import { freshSentences, namesOf } from './fresh-sentences.ts';
import { judgePair } from './judge-pair.ts';
import { loadLabelledPairs } from './labelled-pairs.ts';
import { loadFreshTexts } from './load-fresh-texts.ts';
import { dataFolder, loadTexts } from './load-texts.ts';
import { measureDrift } from './measure-drift.ts';
import { measureFreeRiders } from './measure-free-riders.ts';
import { measureMarkers } from './measure-markers.ts';
import { measureProvenance } from './measure-provenance.ts';
import { generateProvenanceCases } from './provenance-cases.ts';
import { generateQuoteCases } from './quote-cases.ts';

type Verify = typeof verifyCitations;
/** Called for every verification of the benchmark; null calls nothing. */
const recording = vi.hoisted(() => ({ record: null as null | ((verify: Verify) => Verify) }));
vi.mock('@memora/validator', async (original) => {
  const real = await original<typeof import('@memora/validator')>();
  const verifyCitations: Verify = (answer, options) =>
    (recording.record?.(real.verifyCitations) ?? real.verifyCitations)(answer, options);
  return { ...real, verifyCitations };
});

const PUBLISH = new URL('../../packages/postgres/src/testing-fixtures/publish-claims.ts', import.meta.url)
  .href;
const SEED = 20261121;
const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';
/**
 * Only some parts of the benchmark: `MEMORA_TEST_PARTS=drift`, and a fraction of their answers:
 * `MEMORA_TEST_PIECE=3/8` is the third of eight. All pieces of every part together are the whole.
 */
const PARTS = ['provenance', 'drift', 'riders', 'markers', 'quotes'] as const;
const asked = process.env['MEMORA_TEST_PARTS']?.split(',') ?? PARTS;
const isAsked = (part: (typeof PARTS)[number]) => !isWhole || asked.includes(part);
const [piece = 1, pieces = 1] = (process.env['MEMORA_TEST_PIECE'] ?? '1/1').split('/').map(Number);
const data = dataFolder();
const reason = whyNoServer() ?? (data === null ? 'needs MEMORA_TEST_DATA' : null);
const SILENT: Report = {
  results: [],
  heading: () => undefined,
  note: () => undefined,
  table: () => undefined,
  compare: () => 0,
  budget: () => true,
};

interface Published extends AsyncDisposable {
  readonly database: Parameters<typeof openTeamMemory>[0]['database'];
  readonly workspace: string;
  readonly principal: string;
}
type Publish = (notes: ReadonlyMap<string, Uint8Array>, claims: Iterable<CitableClaim>) => Promise<Published>;

/** One answer of the benchmark, with unique ids and paths, and its expected result. */
interface Recorded {
  readonly answer: string;
  readonly allowedIds: readonly string[] | undefined;
  readonly policy: Policy | undefined;
  readonly verdict: string;
}

/** Records every verification while it is active; notes and claims are stored once. */
function createRecorder() {
  const recorded: Recorded[] = [];
  const notes = new Map<string, Uint8Array>();
  const claims = new Map<string, CitableClaim>();
  const folders = new Map<string, string>();
  const names = new Map<string, string>();
  let heard = 0;
  const once = (known: Map<string, string>, what: string, make: (number: number) => string): string => {
    const name = known.get(what) ?? make(known.size);
    known.set(what, name);
    return name;
  };
  const record =
    (verify: Verify): Verify =>
    async (answer, options) => {
      const report = await verify(answer, options);
      if (typeof answer !== 'string') return report;
      if (heard++ % pieces !== piece - 1) return report;
      const renamed = new Map<string, string>();
      for (const [id, claim] of await options.claims(idsIn(answer))) {
        const bytes = await options.sources(claim.notePath);
        const of = `${claim.notePath} ${bytes === null ? 'none' : Buffer.from(bytes).toString('base64')}`;
        const notePath = `${once(folders, of, (number) => `n${number}`)}/${claim.notePath}`;
        if (bytes !== null) notes.set(notePath, bytes);
        const own = { ...claim, id, notePath };
        const name = once(names, JSON.stringify(own), (number) => number.toString(36).padStart(16, '0'));
        claims.set(name, { ...own, id: name });
        renamed.set(id, name);
      }
      const rename = (text: string) =>
        [...renamed].reduce((done, [id, name]) => done.replace(new RegExp(id, 'gi'), name), text);
      recorded.push({
        answer: rename(answer),
        allowedIds: options.allowedIds === undefined ? undefined : [...options.allowedIds].map(rename),
        policy: options.policy,
        verdict: rename(verdictOf(report)),
      });
      return report;
    };
  return { recorded, notes, claims, record };
}

/** For each id in an answer, once. */
function idsIn(answer: string): string[] {
  const named = [...answer.matchAll(/\[claim:([^\]]*)\]/gi)].flatMap(([, list = '']) =>
    list.replace(/claim:/gi, '').split(','),
  );
  return [...new Set(named.map((id) => id.trim().toLowerCase()))];
}

function verdictOf({ verdict, cleanText, checks, statements }: Awaited<ReturnType<Verify>>): string {
  return JSON.stringify({
    verdict,
    cleanText,
    checks: checks.map(({ claimId, status, disagreements }) => ({ claimId, status, disagreements })),
    statements: statements.map(({ text, kind, wording, kept }) => ({ text, kind, wording, kept })),
  });
}

describe.skipIf(reason !== null)(
  `claims and bytes from PostgreSQL${reason === null ? '' : ` (${reason})`}`,
  () => {
    const folder = data as string;
    const { recorded, notes, claims, record } = createRecorder();
    const texts = data === null ? [] : loadTexts(data);
    const quotes =
      data === null || !isAsked('quotes') ? [] : generateQuoteCases(texts, SEED, isWhole ? 450 : 1).cases;
    const pathOfQuote = new Map<string, string>();
    let published: Published;
    let eve: TeamMemory;

    beforeAll(async () => {
      recording.record = record;
      if (isAsked('provenance'))
        await measureProvenance(SILENT, generateProvenanceCases(texts, SEED, isWhole ? 200 : 1));
      const pairs = isWhole ? [] : loadLabelledPairs(folder).filter(({ gold }) => gold.length > 0);
      for (const pair of pairs.filter((_, i) => i % 80 === 0))
        await judgePair(pair.statement, pair.gold, pair.context);
      if (isWhole) {
        const fresh = loadFreshTexts(folder);
        const sentences = freshSentences(fresh, texts, 'held-out');
        if (isAsked('drift')) await measureDrift(SILENT, sentences, namesOf(fresh), SEED);
        if (isAsked('riders')) await measureFreeRiders(SILENT, sentences, SEED);
        if (isAsked('markers')) await measureMarkers(SILENT, sentences, SEED);
      }
      recording.record = null;
      for (const { source } of quotes) {
        const path = pathOfQuote.get(source) ?? `q${pathOfQuote.size}.md`;
        pathOfQuote.set(source, path);
        notes.set(path, new TextEncoder().encode(source));
      }
      const { publishClaims } = (await import(PUBLISH)) as { publishClaims: Publish };
      published = await publishClaims(notes, claims.values());
      const { database, workspace, principal } = published;
      const env = { MEMORA_EMBED_PROVIDER: 'none' };
      eve = await (await openTeamMemory({ database, workspace, env })).as({ name: principal });
    }, 3_600_000);
    afterAll(() => published?.[Symbol.asyncDispose]());

    it('give every answer of the citation benchmark the verdict that it has in memory', async () => {
      const differing: string[] = [];
      for (const { answer, allowedIds, policy, verdict } of recorded) {
        const options = { ...(allowedIds && { allowedIds }), ...(policy && { policy }) };
        const given = verdictOf(await eve.verify(answer, options));
        if (given !== verdict) differing.push(`${answer}\n${verdict}\n${given}`);
      }
      if (isWhole) console.log(`${recorded.length} answers, ${differing.length} judged otherwise`);
      expect(differing.slice(0, 3)).toEqual([]);
      if (asked.length === PARTS.length) expect(recorded.length).toBeGreaterThan(50);
    }, 3_600_000);

    it('align every quote as in memory', async () => {
      const readBytes = new Map<string, string>();
      for (const [source, path] of pathOfQuote) {
        readBytes.set(source, new TextDecoder().decode((await eve.readNote(path)) ?? undefined));
      }
      const differing = quotes.filter(({ source, quote }) => {
        const ours = alignQuote(readBytes.get(source) ?? '', quote);
        return JSON.stringify(ours) !== JSON.stringify(alignQuote(source, quote));
      });
      if (isWhole) console.log(`${quotes.length} quotes, ${differing.length} aligned otherwise`);
      expect(differing.map(({ name, quote }) => `${name}: ${quote}`)).toEqual([]);
    }, 3_600_000);
  },
);
