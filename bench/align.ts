import { alignQuote, prepareSource } from '@memora/validator';
import { alignWithLangExtract } from './citations/align-with-langextract.ts';
import { dataFolder, loadTexts } from './citations/load-texts.ts';
import type { Suite } from './report.ts';

const SIZE = 1024 * 1024;

/** `alignQuote` on a source of 1 MiB, compared with one NFC pass over it and with `langextract`. */
export const suite: Suite = {
  name: 'align',
  async run(report) {
    report.note(
      'processor time of this process, the least of interleaved rounds: wall time on a busy machine measures the neighbours',
    );
    const data = dataFolder();
    if (data === null) {
      report.note('skipped: MEMORA_TEST_DATA names no folder of test data');
      return;
    }
    const texts = loadTexts(data);
    const of = (test: (language: string) => boolean) => {
      const chosen = texts
        .filter(({ language }) => test(language))
        .map(({ text }) => text)
        .join('\n\n');
      return chosen.repeat(Math.ceil(SIZE / chosen.length)).slice(0, SIZE);
    };
    const english = of((language) => language === 'en');
    for (const [name, source] of [
      ['ASCII', english.replace(/[^\x00-\x7f]/g, '?')],
      ['English', english],
      ['Japanese and Chinese', of((language) => language === 'ja' || language === 'zh')],
    ] as const) {
      await measure(name, flatten(source));
    }

    async function measure(name: string, source: string): Promise<void> {
      report.heading(`${name}: ${source.length.toLocaleString('en')} units`);
      const quotes = quotesOf(source, name !== 'Japanese and Chinese');
      const [exact] = quotes as [string];
      const wrapped = `${exact.slice(0, 20)}\u00ad${exact.slice(20)}`;
      const edited = quotes.map(edit);
      const prepared = prepareSource(source);
      const statuses = [exact, wrapped, edited[0] as string].map(
        (quote) => alignQuote(prepared, quote).status,
      );
      report.note(
        `quote of ${exact.length} units near the end; as it stands, normalised, edited: ${statuses.join(', ')}`,
      );
      const times = cpuTimes(
        {
          nfc: () => source.normalize('NFC'),
          identical: () => alignQuote(source, exact),
          bytes: () => alignQuote(source, exact).spans[0]?.utf8,
          cold: () => alignQuote(source, wrapped),
          warm: () => alignQuote(prepared, wrapped),
          editedCold: () => alignQuote(source, edited[0] as string),
          theirs: () => alignWithLangExtract(source, edited[0] as string),
          edited20: () => {
            const ready = prepareSource(source);
            for (const quote of edited) alignQuote(ready, quote);
          },
        },
        10,
      );
      const theirs20 = cpuTimes({ all: () => edited.map((quote) => alignWithLangExtract(source, quote)) }, 1);
      const nfc = { name: 'NFC pass', value: times.nfc };
      const against = (label: string, ratio: number, max: number) =>
        report.budget(`${name}: ${label}`, ratio, { max, unit: '×' });
      against('identical quote', report.compare('identical quote', times.identical, nfc), 1.5);
      report.compare('identical quote, byte offsets read', times.bytes, nfc);
      against('normalised quote, cold', report.compare('normalised quote, cold', times.cold, nfc), 25);
      against(
        'normalised quote, prepared',
        report.compare('normalised quote, prepared source', times.warm, nfc),
        1.5,
      );
      const one = report.compare('edited quote, cold', times.editedCold, {
        name: 'langextract',
        value: times.theirs,
      });
      report.budget(`${name}: edited quote, cold`, 1 / one, { min: 25, unit: '× faster' });
      const twenty = report.compare('20 edited quotes of a prepared source', times.edited20, {
        name: 'langextract',
        value: theirs20.all,
      });
      report.budget(`${name}: 20 edited quotes, prepared`, 1 / twenty, { min: 50, unit: '× faster' });
    }
  },
};

/** Milliseconds of processor time (all threads, garbage collection included) of the best round of each contender, run in turn. */
function cpuTimes<Name extends string>(
  contenders: Readonly<Record<Name, () => unknown>>,
  rounds: number,
): Record<Name, number> {
  const names = Object.keys(contenders) as Name[];
  const best = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<
    Name,
    number
  >;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const started = process.cpuUsage();
      contenders[name]();
      const { user, system } = process.cpuUsage(started);
      best[name] = Math.min(best[name], (user + system) / 1000);
    }
  }
  return best;
}

/** One flat string instead of a rope of slices, so that both contenders get the same. */
function flatten(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** Twenty sentences from the last tenth of the source, each of which occurs once. */
function quotesOf(source: string, spaced: boolean): string[] {
  const found: string[] = [];
  const pattern = spaced ? /(?<=[.] )\p{Lu}[^.\n]{90,220}\./gu : /(?<=\n\n)[^\n]{25,80}(?=\n\n)/gu;
  for (const [sentence] of source.slice(Math.floor(SIZE * 0.9)).matchAll(pattern)) {
    if (source.indexOf(sentence) === source.lastIndexOf(sentence) && found.length < 20) found.push(sentence);
  }
  for (const [sentence] of source.slice(Math.floor(SIZE * 0.9)).matchAll(pattern)) {
    if (found.length < 20) found.push(sentence);
  }
  return found;
}

/** Two words changed, one dropped: similar enough to be found, never verbatim. */
function edit(quote: string): string {
  const words = quote.split(' ');
  if (words.length < 6) return `${quote.slice(0, 8)}甲乙${quote.slice(10)}`;
  return words
    .map((word, i) => (i === 3 ? 'surely' : i === words.length - 2 ? 'twelve' : word))
    .filter((_, i) => i !== 6)
    .join(' ');
}
