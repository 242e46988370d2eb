/**
 * The cost of verification above its minimum: reading the same notes and hashing the same spans with the same
 * hash. Notes are real files. Statements restate part of their span, so that the guard has work to do. Then a
 * stream of a million citations, and the size of the main entry.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createClaimId, fingerprint } from '@memora/core';
import {
  type CitableClaim,
  createReceipt,
  verifyCitations,
  verifyReceipt,
  verifySpans,
  verifyStream,
} from '@memora/validator';
import { interleave, type Report, type Suite } from './report.ts';

export const suite: Suite = { name: 'verify', run };

async function run(report: Report): Promise<void> {
  report.note('processor time of this process, medians of interleaved rounds');
  const folder = await mkdtemp(join(tmpdir(), 'memora-bench-verify-'));
  try {
    for (const spans of [10, 100]) await benchVerification(report, folder, spans);
    await benchStream(report);
    await benchSize(report, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const SUBJECTS = [
  'The export job',
  'The billing service',
  'Our staging cluster',
  'The nightly backup',
  'The search index',
];
const VERBS = ['writes', 'keeps', 'reads', 'handles', 'needs'];
const OBJECTS = [
  'rows of the ledger',
  'requests a minute',
  'megabytes of memory',
  'files in the archive',
  'open connections',
];

function sentence(i: number): string {
  const [subject, verb, object] = [SUBJECTS[i % 5], VERBS[(i >> 1) % 5], OBJECTS[(i >> 2) % 5]];
  return `${subject} ${verb} ${100 + ((i * 37) % 9_000)} ${object} before the team in Lisbon looks at batch ${i}.`;
}

/** The answer's version of the sentence: the same facts in other words, or the sentence itself. */
function restated(i: number): string {
  if (i % 2 === 0) return sentence(i).slice(0, -1);
  const [subject, verb, object] = [SUBJECTS[i % 5], VERBS[(i >> 1) % 5], OBJECTS[(i >> 2) % 5]];
  return `In batch ${i}, ${subject?.toLowerCase()} ${verb} ${100 + ((i * 37) % 9_000)} ${object}`;
}

interface Corpus {
  readonly claims: Map<string, CitableClaim>;
  readonly answer: string;
  readonly paths: readonly string[];
}

async function writeCorpus(folder: string, notes: number, spans: number): Promise<Corpus> {
  const claims = new Map<string, CitableClaim>();
  const paths: string[] = [];
  const lines: string[] = [];
  for (let n = 0; n < notes; n++) {
    const path = join(folder, `${spans}-${n}.md`);
    let text = `# Note ${n}\n\n`;
    for (let s = 0; s < spans; s++) {
      const i = n * spans + s;
      const words = sentence(i);
      const bytes = new TextEncoder().encode(words);
      const start = text.length;
      const id = createClaimId({
        noteId: path,
        subject: '',
        predicate: '',
        object: null,
        spanBytes: bytes,
        occurrence: s,
      });
      claims.set(id, {
        id,
        notePath: path,
        span: { start, end: start + bytes.length },
        fingerprint: fingerprint(bytes),
      });
      lines.push(`${restated(i)} [claim:${id}].`);
      text += `${words}\n\n`;
    }
    await writeFile(path, text);
    paths.push(path);
  }
  return { claims, paths, answer: lines.join('\n\n') };
}

async function benchVerification(report: Report, folder: string, spans: number): Promise<void> {
  const notes = 1_000 / spans;
  const { claims, answer, paths } = await writeCorpus(folder, notes, spans);
  const claimsByPath = Map.groupBy(claims.values(), ({ notePath }) => notePath);
  const ports = { claims: async () => claims, sources: (path: string) => readFile(path) };
  const bare = async () => {
    for (const path of paths) {
      const bytes = await readFile(path);
      for (const { span, fingerprint: expected } of claimsByPath.get(path) ?? []) {
        if (fingerprint(bytes.subarray(span.start, span.end)) !== expected)
          throw new Error('a span has changed');
      }
    }
  };
  const first = await verifyCitations(answer, ports);
  if (first.verdict !== 'verified') throw new Error(`the bench's own answer is ${first.verdict}`);
  const receipt = await createReceipt(first, ports);
  await verifyReceipt(receipt);
  const times = await interleave(
    {
      bare,
      spans: () => verifySpans(claims.values(), { sources: ports.sources }),
      receipt: () => verifyReceipt(receipt, { sources: ports.sources }),
      strict: () => verifyCitations(answer, ports),
      unguarded: () => verifyCitations(answer, { ...ports, guard: 'off' }),
    },
    { rounds: 21, warmup: 6, processorTime: true },
  );
  report.heading(`${spans} spans a note, ${notes} notes, 1,000 citations`);
  const against = (name: string, ours: typeof times.bare, max: number) => {
    const ratio = report.compare(name, ours, { name: 'bare loop', value: times.bare });
    report.budget(`${name}, ${spans} spans a note`, ratio, { max, unit: '×', baseline: 'a bare loop' });
  };
  against('spans verified again', times.spans, 1.3);
  against('receipt verified again', times.receipt, 1.3);
  let unseen = receipt;
  const once = await interleave(
    { bare, unseen: () => verifyReceipt(unseen, { sources: ports.sources }) },
    {
      rounds: 5,
      warmup: 2,
      processorTime: true,
      before: () => {
        unseen = structuredClone(receipt);
      },
    },
  );
  report.compare('receipt seen for the first time', once.unseen, { name: 'bare loop', value: once.bare });
  report.compare('verifyCitations, guard off', times.unguarded, { name: 'bare loop', value: times.bare });
  against('verifyCitations, strict guard', times.strict, 2.5);
}

/** A million citations over 10,000 notes that are generated on read, so that only the stream uses memory. */
async function benchStream(report: Report): Promise<void> {
  const notes = 10_000;
  const each = 100;
  const encoder = new TextEncoder();
  const noteOf = (n: number) => {
    let text = '';
    const spans: { start: number; end: number }[] = [];
    for (let s = 0; s < each; s++) {
      const start = text.length;
      text += sentence(n * each + s);
      spans.push({ start, end: text.length });
      text += '\n';
    }
    return { bytes: encoder.encode(text), spans };
  };
  const idOf = (n: number, s: number) =>
    `${n.toString(36).padStart(8, '0')}${s.toString(36).padStart(8, '0')}`;
  let last = { n: -1, note: noteOf(0) };
  const cached = (n: number) => {
    if (last.n !== n) last = { n, note: noteOf(n) };
    return last.note;
  };
  const claims = async (ids: string[]) =>
    new Map(
      ids.map((id) => {
        const n = Number.parseInt(id.slice(0, 8), 36);
        const span = cached(n).spans[Number.parseInt(id.slice(8), 36)] as { start: number; end: number };
        const print = fingerprint(cached(n).bytes.subarray(span.start, span.end));
        return [id, { id, notePath: String(n), span, fingerprint: print }];
      }),
    );
  let made = 0;
  const answer = new ReadableStream<string>({
    pull(controller) {
      if (made === notes) return controller.close();
      let text = '';
      for (let s = 0; s < each; s++)
        text += `${sentence(made * each + s).slice(0, -1)} [claim:${idOf(made, s)}].\n\n`;
      made++;
      controller.enqueue(text);
    },
  });
  const started = performance.now();
  let highest = 0;
  let parts = 0;
  let verified = 0;
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const stream = answer.pipeThrough(
    verifyStream({ claims, sources: async (path) => cached(Number(path)).bytes, collect: false }),
  );
  for await (const part of stream) {
    if (++parts % 20_000 === 0) highest = Math.max(highest, process.memoryUsage().rss);
    if (part.type === 'report') verified = part.report.verifiedCount;
  }
  const seconds = (performance.now() - started) / 1000;
  report.heading('1,000,000 citations over 10,000 notes, one stream');
  report.note(
    `${seconds.toFixed(1)} s, ${Math.round(verified / seconds).toLocaleString('en')} citations a second; heap before ${Math.round(before / 2 ** 20)} MiB`,
  );
  report.budget('citations verified', verified, { min: notes * each, max: notes * each });
  report.budget('memory of the process at its highest', highest / 2 ** 20, { max: 512, unit: ' MiB' });
}

/**
 * The main entry as a bundler for browsers sees it. Code that is reachable without `import()` is downloaded
 * before anything can be called; the rest when a statement, an answer or a receipt first needs it.
 */
async function benchSize(report: Report, folder: string): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { build } = await import('esbuild');
  const bundle = (entry: string, splitting: boolean, minifyWhitespace = true) =>
    build({
      entryPoints: [join(root, 'packages/validator/src', entry)],
      bundle: true,
      splitting,
      metafile: true,
      minifyIdentifiers: true,
      minifySyntax: true,
      minifyWhitespace,
      write: false,
      format: 'esm',
      platform: 'browser',
      charset: 'utf8',
      conditions: ['memora-source'],
      outdir: folder,
    });
  const gzipped = (content: Uint8Array | string) => gzipSync(content, { level: 9 }).length / 1024;
  const { outputFiles, metafile } = await bundle('web.ts', true);
  const sizeByFile = new Map(
    outputFiles.map(({ path, contents }) => [relative(process.cwd(), path), gzipped(contents)]),
  );
  const sum = (files: Iterable<string>) =>
    [...files].reduce((total, file) => total + (sizeByFile.get(file) ?? 0), 0);
  const reach = (file: string, found = new Set<string>()) => {
    if (found.has(file)) return found;
    found.add(file);
    for (const { path, kind } of metafile.outputs[file]?.imports ?? [])
      if (kind !== 'dynamic-import') reach(path, found);
    return found;
  };
  const entries = Object.entries(metafile.outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint === undefined ? [] : [{ file, name: basename(entryPoint, '.ts') }],
  );
  const first = reach(entries.find(({ name }) => name === 'web')?.file as string);
  report.heading('size, minified and gzipped, with core and @noble/hashes');
  report.note('what is loaded behind the main entry, each as if it came first:');
  report.table(
    entries
      .filter(({ name }) => name !== 'web')
      .map(({ file, name }) => ({
        part: name,
        KB: sum([...reach(file)].filter((each) => !first.has(each))).toFixed(1),
      })),
  );
  const whole = new TextDecoder().decode(
    ((await bundle('index.ts', false, false)).outputFiles[0] as { contents: Uint8Array }).contents,
  );
  report.note('what each part adds to everything in one file:');
  report.table(partsOf(whole, gzipped));
  const single = (await bundle('web.ts', false)).outputFiles[0] as { contents: Uint8Array };
  report.note(
    `everything loaded: ${sum(sizeByFile.keys()).toFixed(1)} KB; everything in one file, without splitting: ${gzipped(single.contents).toFixed(1)} KB`,
  );
  report.budget('main entry, minified and gzipped', sum(first), { max: 20, unit: ' KB' });
}

/** How much smaller a bundle with module names in comments becomes without the modules of each part. */
function partsOf(bundle: string, gzipped: (text: string) => number): { part: string; KB: string }[] {
  const [, ...modules] = bundle.split(/^\/\/ (?=.*\.(?:ts|js)$)/mu);
  const partOf = (module: string) => {
    const [path = ''] = module.split('\n', 1);
    if (path.includes('@noble')) return '@noble/hashes';
    if (path.includes('core/src')) return '@memora/core';
    return /validator\/src\/(\w+)\//u.exec(path)?.[1] ?? 'statements, checks, clean text';
  };
  const whole = gzipped(modules.join('\n'));
  return [...new Set(modules.map(partOf))].map((part) => {
    const without = gzipped(modules.filter((module) => partOf(module) !== part).join('\n'));
    return { part, KB: (whole - without).toFixed(1) };
  });
}
