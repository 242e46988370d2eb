import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from './verify-citations.ts';

/*
 * The promise of the validator, tested with an independent splitter: prose without its own verified marker
 * asserts nothing. Whether a statement follows from another cited sentence is not a question of form; that
 * needs a judge.
 */

/**
 * One language per answer, because a statement in another language than its evidence is checked only by
 * numbers and names.
 */
const LANGUAGES = [
  { truths: ['Tea is hot', 'The parcel weighs 3.5 kg'], rider: 'Everybody was delighted' },
  { truths: ['Der Tee ist heiß', 'Das Paket wiegt 3,5 kg'], rider: 'Alle waren begeistert' },
  { truths: ['Le thé est chaud', 'Le colis pèse 3,5 kg'], rider: 'Tout le monde a dansé' },
  { truths: ['El té está caliente', 'La oficina está en Berlín'], rider: 'Todos bailaron' },
  { truths: ['Чай горячий', 'Офис находится в Берлине'], rider: 'Все были в восторге' },
  { truths: ['茶は熱いです', '事務所は東京にあります'], rider: '全員が大喜びしました' },
  { truths: ['茶是热的', '办公室在北京'], rider: '大家都很高兴' },
  { truths: ['الشاي ساخن', 'المكتب في برلين'], rider: 'كان الجميع سعداء' },
  { truths: ['चाय गरम है', 'दफ़्तर बर्लिन में है'], rider: 'सब लोग खुश थे' },
  { truths: ['차는 뜨겁다', '사무실은 서울에 있다'], rider: '모두가 기뻐했다' },
];
type Language = (typeof LANGUAGES)[number];
const TRUTHS = LANGUAGES.flatMap(({ truths }) => truths);
/** They introduce the following text and assert nothing. */
const LABELS = ['Summary', 'Notes', 'Overview'];
const MARKS = ['.', '!', '?', '…', '。', '！', '؟', '۔', '।'];

function setup() {
  const notes = createCitedNotes(Object.fromEntries(TRUTHS.map((words, i) => [`${i}.md`, `${words}.`])));
  const markers = TRUTHS.map((words, i) => notes.cite(`${i}.md`, `${words}.`));
  const truthByMarker = new Map(markers.map((marker, i) => [marker, TRUTHS[i] as string]));
  return { notes, markers, truthByMarker };
}

/**
 * One sentence: true or unsupported, cited correctly, wrongly or not at all, with the marker before or after
 * its mark.
 */
function arbitrarySentence({ truths, rider }: Language, own: readonly string[]): fc.Arbitrary<string> {
  const cited = fc.nat({ max: truths.length - 1 }).map((i) => [truths[i] as string, own[i] as string]);
  const any = fc.tuple(
    fc.constantFrom(...truths, rider),
    fc.constantFrom('', '', '[claim:nope]', '[claim:0000000000000000]'),
  );
  return fc
    .tuple(
      fc.oneof({ weight: 2, arbitrary: cited }, any),
      fc.constantFrom(...MARKS),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([[words = '', marker = ''], mark, isBehind, isApart]) => {
      const space = isApart && marker !== '' ? ' ' : '';
      return isBehind ? `${words}${mark}${space}${marker}` : `${words}${space}${marker}${mark}`;
    });
}

/** Blocks of these sentences in the style of models, in one language. */
function arbitraryAnswer(markers: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...LANGUAGES).chain((language) =>
    arbitraryBlocks(
      language,
      language.truths.map((truth) => markers[TRUTHS.indexOf(truth)] as string),
    ),
  );
}

function arbitraryBlocks(language: Language, own: readonly string[]): fc.Arbitrary<string> {
  const { rider } = language;
  const sentence = arbitrarySentence(language, own);
  const run = fc
    .array(sentence, { minLength: 1, maxLength: 4 })
    .chain((sentences) =>
      fc
        .array(fc.constantFrom(' ', ' ', '\n'), { minLength: sentences.length, maxLength: sentences.length })
        .map((gaps) =>
          sentences.map((text, i) => text + (gaps[i + 1] === undefined ? '' : gaps[i])).join(''),
        ),
    );
  /** The same on one line. */
  const heading = run.map((text) => text.replaceAll('\n', ' '));
  const lead = fc.constantFrom('', '', '- ', '  - ', '1. ', '> ', '> - ', '- [x] ', '**Notes:** ');
  const block = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(lead, run).map(([mark, text]) => mark + text) },
    fc.tuple(fc.constantFrom('# ', '## ', '> # ', '- # '), heading).map(([mark, text]) => mark + text),
    fc.tuple(heading, fc.constantFrom('===', '---')).map(([text, line]) => `${text}\n${line}`),
    fc.tuple(fc.constantFrom('**', '*', '***'), heading).map(([mark, text]) => mark + text + mark),
    heading.map((text) => `[^1]: ${text}`),
    fc.tuple(fc.constantFrom('', '!'), sentence).map(([bang, text]) => `${bang}[${text}](a.md "${rider}.").`),
    fc
      .tuple(fc.constantFrom('', '!'), fc.nat({ max: language.truths.length - 1 }))
      .map(([bang, i]) => `${bang}[${language.truths[i]}](a.md "${rider}.") ${own[i]}.`),
    fc.tuple(heading, fc.constantFrom(...LABELS)).map(([text, label]) => `${text} ${label}:`),
    fc.constantFrom(...LABELS.map((label) => `## ${label}`), `## ${rider}`),
    fc.constantFrom(...LABELS.map((label) => `${label}:`), `${rider}:`),
    sentence.map((text) => `\`\`\`\n${text}\n\`\`\`\n`),
    // A line right after a row is a row too, and a marker in a row covers the whole of it.
    fc
      .tuple(heading, heading)
      .map(([b, c]) => `| ${LABELS[1]} | ${LABELS[0]} |\n| --- | --- |\n| ${b} | ${c} |\n`),
  );
  return fc
    .array(fc.tuple(block, fc.constantFrom('\n', '\n\n', '\n\n')), { minLength: 1, maxLength: 5 })
    .map((blocks) => blocks.map(([text, end]) => text + end).join(''));
}

const MARKER = /\[claim:[0-9a-z]{1,16}\]/gu;
/** A block of code with its markers, and those right after it. */
const FENCE = /```\n([\s\S]*?)\n```\n*((?:\[claim:[^\]]*\])*)/gu;
/** A run with its marks and the markers right after it. A stop between two digits ends nothing. */
const RUN =
  /(?:\[claim:[^\]]*\]|\.(?=\d)|[^.!?…。！？؟۔।])*(?:(?!\.\d)[.!?…。！？؟۔।]+(?:[ \t]*\[claim:[^\]]*\])*|$)/gu;

/** Markup that contains letters or digits of its own. */
const LEAD = /^(?:<\w+>)?[\s>]*(?:(?:[-*]|\d+\.) )?(?:\[x\] )?(?:\\?\[\^1\]: )?/u;
const LABEL = /\*\*Notes:\*\*/gu;

/** Each run of prose between two terminal marks, line by line. */
function runsOf(markdown: string): string[] {
  const runs: string[] = [];
  const prose = markdown.replace(
    FENCE,
    (_, code: string, behind: string) => `${code.replace(/[.!?…。！？؟۔।]+(?=\s*$)/u, '')}${behind}\n`,
  );
  for (const line of prose.split('\n')) {
    const isRow = line.startsWith('|');
    // No statement ends inside emphasis. Text in it without a marker is covered by the other citations in it,
    // or all of it is removed.
    const shares = isRow || line.includes('*');
    for (const cell of isRow ? line.split('|') : [line])
      for (const [run] of cell.replace(LEAD, '').replace(LABEL, '').matchAll(RUN))
        if (/[\p{L}\p{N}]/u.test(run.replace(MARKER, '')))
          runs.push(shares ? run + (line.match(MARKER) ?? []).join('') : run);
  }
  return runs;
}

function lettersOf(text: string): string {
  return text.replace(MARKER, '').replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

function introduces(run: string, markdown: string): boolean {
  return markdown
    .split('\n')
    .some(
      (line, i, lines) =>
        line.includes(run) &&
        (/^[\s>-]*#|:\s*$|^[\s>]*\*\*.*\*\*$/u.test(line) ||
          /^(?:\| --- \| --- \||===|---)$/u.test(lines[i + 1] ?? '')),
    );
}

it('gives each run of prose between terminal marks its own verified marker, or it asserts nothing', async () => {
  const { notes, markers, truthByMarker } = setup();
  await fc.assert(
    fc.asyncProperty(arbitraryAnswer(markers), async (answer) => {
      const { cleanText } = await verifyCitations(answer, notes.ports);
      const cited = new Set(
        (cleanText.match(MARKER) ?? []).map((marker) => lettersOf(truthByMarker.get(marker) ?? '')),
      );
      for (const run of runsOf(cleanText)) {
        const words = lettersOf(run);
        if (words === '' || LABELS.includes(words)) continue;
        // A heading, lead-in or table head may repeat a statement below it, because it shares that
        // statement's evidence. As a question it asserts nothing.
        if (introduces(run, cleanText) && (cited.has(words) || /[?؟]/u.test(run))) continue;
        const held = (run.match(MARKER) ?? []).some(
          (marker) => lettersOf(truthByMarker.get(marker) ?? '') === words,
        );
        expect(
          held,
          `${JSON.stringify(run)} in ${JSON.stringify(cleanText)} of ${JSON.stringify(answer)}`,
        ).toBe(true);
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? sampleOf(300)) },
  );
});

it('keeps each statement as it stands in the answer, byte for byte and in order', async () => {
  const { notes, markers } = setup();
  await fc.assert(
    fc.asyncProperty(arbitraryAnswer(markers), async (answer) => {
      // If markup was cut out of a statement, it is not contiguous in the answer.
      fc.pre(!/<\w|\]\(/u.test(answer));
      const { cleanText, statements } = await verifyCitations(answer, notes.ports);
      const context = JSON.stringify({ answer, cleanText });
      let [inAnswer, inClean] = [0, 0];
      for (const { text, kept, offset } of statements) {
        if (!kept) continue;
        // An invalid marker is removed from a statement that stays.
        const pieces = text.split(/\s*\[claim:[0-9a-z]+\]/u);
        expect(answer.startsWith(pieces[0] as string, offset.utf16), context).toBe(true);
        for (const piece of pieces) {
          const [a, b] = [answer.indexOf(piece, inAnswer), cleanText.indexOf(piece, inClean)];
          expect([piece, a >= 0, b >= 0], context).toEqual([piece, true, true]);
          [inAnswer, inClean] = [a + piece.length, b + piece.length];
        }
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? sampleOf(300)) },
  );
});

it('lets no heading stand on a citation that went from the statement under it', async () => {
  const { notes, markers, truthByMarker } = setup();
  const [tea, office] = ['El té está caliente', 'La oficina está en Berlín'].map(
    (said) => markers.find((marker) => lettersOf(truthByMarker.get(marker) ?? '') === lettersOf(said)) ?? '',
  );
  const answer = `# El té está caliente.\n[La oficina está en Berlín${office}.](a.md "Todos bailaron.") ${tea}.\n`;
  const { cleanText } = await verifyCitations(answer, notes.ports);
  // The link is removed, and both citations stay with its words, as does the text that they support.
  expect(cleanText).toBe(`# El té está caliente.\nLa oficina está en Berlín${office}. ${tea}.\n`);
});
