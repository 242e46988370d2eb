import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { micromark } from 'micromark';
import { describe, expect, it } from 'vitest';
import { arbitraryAnswer } from '../testing-fixtures/arbitrary-answer.ts';
import { citeSentences, createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';
import { toFootnotes } from './to-footnotes.ts';
import { toMarkdownLinks } from './to-markdown-links.ts';

const notes = createCitedNotes({
  'plant/the pump.md': 'The pump runs at 40 bar. It was built in 2019.',
  'crane.md': 'The crane lifts 12 tons.',
  'a](b)<c>*d*.md': 'The kiln burns at 900 degrees.',
});
const BAR = notes.cite('plant/the pump.md', 'The pump runs at 40 bar.');
const BUILT = notes.cite('plant/the pump.md', 'It was built in 2019.');
const CRANE = notes.cite('crane.md', 'The crane lifts 12 tons.');
const KILN = notes.cite('a](b)<c>*d*.md', 'The kiln burns at 900 degrees.');
const verify = (answer: string) => verifyCitations(answer, notes.ports);

describe('toFootnotes', () => {
  it('writes one footnote for each source, and leaves out what did not stand', async () => {
    const report = await verify(
      `The pump runs at 40 bar ${BAR}. The crane lifts 15 tons ${CRANE}. The crane lifts 12 tons ${CRANE}. It was built in 2019 ${BUILT}.`,
    );
    expect(toFootnotes(report)).toBe(
      'The pump runs at 40 bar[^1]. The crane lifts 12 tons[^2]. It was built in 2019[^1].\n\n' +
        '[^1]: [plant/the pump.md](plant/the%20pump.md)\n[^2]: [crane.md](crane.md)\n',
    );
  });

  it('takes names and addresses from you, and numbers from nobody', async () => {
    const report = await verify(`The crane lifts 12 tons ${CRANE}. The pump runs at 40 bar ${BAR}.`);
    const taken = { ...report, cleanText: report.cleanText.replace('bar', 'bar[^1]') };
    const options = {
      label: ({ notePath, span }: { notePath: string | null; span: { start: number } | null }) =>
        `${notePath}:${span?.start}`,
      href: ({ notePath }: { notePath: string | null }) =>
        notePath === 'crane.md' ? null : `https://example.org/view?p=${notePath} (1)`,
    };
    expect(toFootnotes(taken, options)).toBe(
      'The crane lifts 12 tons[^2]. The pump runs at 40 bar[^1][^3].\n\n' +
        '[^2]: crane.md\\:0\n[^3]: [plant/the pump.md\\:0](https://example.org/view?p=plant/the%20pump.md%20%281%29)\n',
    );
  });

  it('leads to the place of the document that a note was made of, where a page may lead there', async () => {
    const report = await verify(`The crane lifts 12 tons ${CRANE}.`);
    const links = (href: string, band: 'private' | 'secret' = 'private') => {
      const anchor = { label: 'crane.pdf, page 12', href };
      return toMarkdownLinks({
        ...report,
        checks: report.checks.map((check) => ({ ...check, anchor, band })),
      });
    };
    expect(links('crane.pdf#page=12')).toBe(
      'The crane lifts 12 tons ([crane.pdf, page 12](crane.pdf#page=12)).',
    );
    expect(links('https://example.com/a#:~:text=12%20tons')).toContain(
      '(https://example.com/a#:~:text=12%20tons)',
    );
    expect(links('javascript:alert(1)')).toBe('The crane lifts 12 tons (crane.pdf, page 12).');
    expect(links('crane.pdf#page=12', 'secret')).toBe('The crane lifts 12 tons ([crane.md](crane.md)).');
  });

  it('is the text itself where nothing is cited, and nothing where nothing stands', async () => {
    expect(toFootnotes(await verifyCitations('Only a sentence.', { ...notes.ports, uncited: 'keep' }))).toBe(
      'Only a sentence.',
    );
    expect(toFootnotes(await verify(`The crane lifts 15 tons ${CRANE}.`))).toBe('');
  });
});

describe('toMarkdownLinks', () => {
  it('writes the sources of a statement behind it, each once', async () => {
    const report = await verify(
      `The pump runs at 40 bar ${BAR}${BAR}.\n\n- The crane lifts 12 tons ${CRANE}\n- The kiln burns at 900 degrees ${KILN}\n`,
    );
    expect(toMarkdownLinks(report)).toBe(
      'The pump runs at 40 bar ([plant/the pump.md](plant/the%20pump.md)).\n\n' +
        '- The crane lifts 12 tons ([crane.md](crane.md))\n' +
        '- The kiln burns at 900 degrees ([a\\]\\(b\\)\\<c\\>\\*d\\*.md](a%5D%28b%29%3Cc%3E*d*.md))\n',
    );
  });

  it('makes of any path one link that goes nowhere but to the note, and runs nothing', async () => {
    const report = await verify(`The crane lifts 12 tons ${CRANE}.`);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom('javascript:alert(1)', '//x.org', '<img src=x>', '](x)'),
        ),
        (notePath) => {
          const checks = report.checks.map((check) => ({ ...check, notePath }));
          const html = micromark(toMarkdownLinks({ ...report, checks }));
          expect(html).not.toMatch(/<(?!\/?(?:p|a)[ >])|href="[^"]*:/);
          expect(html.match(/<a /g) ?? []).toHaveLength(1);
        },
      ),
      { numRuns: sampleOf(300) },
    );
  });
});

it('writes an answer whose quote stands further out than the dropped item above it', async () => {
  const cited = citeSentences();
  const answer =
    '  - (so they say)[claim:nope][claim:0000000000000000] the limit is 10 [claim:q5r9kke3k5qw9exk] [claim:]\n> … .[claim:q5r9kke3k5qw9exk]\n> Tea is hot [claim:abc! [claim:l70v0ohs5iehrpd1]\n';
  expect(toFootnotes(await verifyCitations(answer, cited.notes.ports))).not.toContain('[claim:');
});

it('no marker is left in the text of any answer', async () => {
  const cited = citeSentences();
  await fc.assert(
    fc.asyncProperty(arbitraryAnswer(cited.markers), async (answer) => {
      const report = await verifyCitations(answer, cited.notes.ports);
      for (const text of [toFootnotes(report), toMarkdownLinks(report)])
        expect(text).not.toContain('[claim:');
    }),
    { numRuns: sampleOf(200) },
  );
});
