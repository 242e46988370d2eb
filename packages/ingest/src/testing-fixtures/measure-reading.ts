import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from '@memora/core';
import { openVault } from '@memora/vault';
import { openIngester } from '../again/open-ingester.ts';
import { timeLabel } from '../anchors/anchor-label.ts';
import { readDocument } from '../read-document.ts';
import { SENTENCES } from './corpus-sentences.ts';
import { makePdf } from './make-pdf.ts';
import type { Figure } from './measure-corpus.ts';

const ROUNDS = 5;
const SAID = SENTENCES['en'] ?? [];
const sentence = (number: number) => `${SAID[number % SAID.length]} (${number})`;

/** CPU time of reading documents as a multiple of their libraries' time alone, measured alternately in one process: the medians of five rounds. */
export async function measureReading(): Promise<readonly Figure[]> {
  const most = (name: string, value: number, max: number) => ({ name, value, budget: { max, unit: '×' } });
  return [
    most('a PDF of 500 pages, of the text extraction of pdf.js', await measurePdf(), 1.3),
    most('1,000 web pages, of defuddle with linkedom', await measurePages(), 1.5),
    most('captions of 3 hours, of reading and splitting their lines', await measureCaptions(), 3),
    most('1,000 unchanged files again, of hashing them', await measureAgain(), 2),
  ];
}

async function measurePdf(): Promise<number> {
  const { getDocumentProxy } = await import('unpdf');
  const pages = Array.from({ length: 500 }, (_, page) => [
    { x: 60, y: 805, text: 'The Harbour Review', size: 8 },
    ...Array.from({ length: 45 }, (_, line) => ({
      ...{ x: 60, y: 770 - line * 15 },
      text: sentence(page * 45 + line).slice(0, 92),
    })),
  ]);
  const bytes = makePdf(pages);
  return ratioOf(
    () => readDocument(bytes),
    async () => {
      const pdf = await getDocumentProxy(new Uint8Array(bytes), {
        disableFontFace: true,
        useSystemFonts: false,
        verbosity: 0,
      });
      for (let number = 1; number <= pdf.numPages; number++) {
        const page = await pdf.getPage(number);
        await page.getTextContent();
        page.cleanup();
      }
      await pdf.loadingTask.destroy();
    },
  );
}

async function measurePages(): Promise<number> {
  const [{ parseHTML }, { default: exported }] = await Promise.all([import('linkedom'), import('defuddle')]);
  const Defuddle = exported as unknown as new (
    page: unknown,
    options: object,
  ) => { parse: () => { content: string } };
  const pages = Array.from({ length: 1_000 }, (_, page) => {
    const text = Array.from({ length: 12 }, (_, i) => `<p>${sentence(page * 12 + i)}</p>`).join('');
    return `<!doctype html><html lang="en"><head><title>Page ${page}</title></head><body><nav><a href="/">Home</a></nav><main><article><h1>Page ${page}</h1>${text}</article></main><footer>Foot</footer></body></html>`;
  });
  return ratioOf(
    async () => {
      for (const page of pages) await readDocument(Buffer.from(page), { name: 'page.html' });
    },
    async () => {
      for (const page of pages)
        new Defuddle(parseHTML(page).document, { url: 'about:blank', useAsync: false }).parse();
    },
  );
}

async function measureCaptions(): Promise<number> {
  const cues = Array.from({ length: (3 * 3_600) / 3 }, (_, i) => {
    const [from, to] = [i * 3, i * 3 + 3].map((second) => `${timeLabel(second)}.000`);
    return `${from} --> ${to}\n<v ${i % 40 < 20 ? 'Ada' : 'Bob'}>${sentence(i)}`;
  });
  const folder = await mkdtemp(join(tmpdir(), 'memora-captions-'));
  try {
    const file = join(folder, 'talk.vtt');
    await writeFile(file, `WEBVTT\n\n${cues.join('\n\n')}\n`);
    const many = async (act: () => unknown) => {
      for (let i = 0; i < 20; i++) await act();
    };
    return await ratioOf(
      () => many(() => readDocument(readFileSync(file), { name: 'talk.vtt' })),
      () => many(() => readFileSync(file, 'utf8').split('\n').length),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureAgain(): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), 'memora-again-'));
  try {
    const files = Array.from({ length: 1_000 }, (_, i) => join(home, 'desk', `${i}.txt`));
    await mkdir(join(home, 'desk'));
    await mkdir(join(home, 'vault'));
    for (const [i, file] of files.entries())
      await writeFile(file, Array.from({ length: 40 }, (_, j) => sentence(i * 40 + j)).join('\n\n'));
    const vault = await openVault(join(home, 'vault'));
    const send = () => Promise.reject(new Error('nothing is fetched here'));
    const ingestAll = async (): Promise<void> => {
      await using ingester = await openIngester(vault, { send, configDir: join(home, 'config') });
      for (const path of files) for await (const _ of ingester.ingest({ kind: 'file', path }));
    };
    await ingestAll();
    return await ratioOf(ingestAll, async () => {
      for (const path of files) fingerprint(readFileSync(path));
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function ratioOf(act: () => Promise<unknown>, against: () => Promise<unknown>): Promise<number> {
  const costs: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, each] of [act, against].entries()) {
      const begun = process.cpuUsage();
      await each();
      const { user, system } = process.cpuUsage(begun);
      // The first round loads libraries and warms both up.
      if (round > 0) costs[i]?.push(user + system);
    }
  }
  const [own = 0, bare = 1] = costs.map((each) => each.sort((a, b) => a - b)[Math.floor(each.length / 2)]);
  return own / bare;
}
