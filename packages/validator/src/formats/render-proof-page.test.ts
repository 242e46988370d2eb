import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';
import { renderProofPage } from './render-proof-page.ts';

const TAGS =
  /^(?:!doctype html|\/?(?:html|head|title|style|body|header|main|table|thead|tbody|tr|th|td|h1|p|strong|span|bdi|code|div|blockquote|mark|ul|li|i)(?: (?:lang|class|scope)="[^"<>]*")*|meta [^<>]*)$/u;

function tagsOf(page: string): string[] {
  return [...page.replace(/<style>[^<]*<\/style>/u, '').matchAll(/<([^>]*)>/gu)].map(
    (match) => match[1] as string,
  );
}

describe('renderProofPage', () => {
  it('shows each statement beside the text it cites, and what became of it', async () => {
    const notes = createCitedNotes({ 'a.md': 'Tea is hot. Ice is cold.' });
    const tea = notes.cite('a.md', 'Tea is hot.');
    const page = renderProofPage(await verifyCitations(`Tea is hot ${tea}. It rains.`, notes.ports));
    expect(page).toContain('partial');
    expect(page).toContain('<blockquote><bdi>Tea is hot.</bdi></blockquote>');
    expect(page).toContain('a.md [0, 11)');
    expect(page).toContain('verified: the cited words and figures are in the files');
    expect(page).toContain('uncited');
  });

  it('marks the words on which statement and source disagree, on both sides, and no others', async () => {
    const notes = createCitedNotes({ 'a.md': 'The <b>rent</b> is 900 EUR & rises in May.' });
    const rent = notes.cite('a.md', 'The <b>rent</b> is 900 EUR & rises in May.');
    const page = renderProofPage(
      await verifyCitations(`The <b>rent</b> is 950 EUR & rises in May ${rent}.`, notes.ports),
    );
    expect(page).toContain('is <mark>950 EUR</mark> &#38; rises in May');
    expect(page).toContain('is <mark>900 EUR</mark> &#38; rises in May');
    expect(page.match(/<mark>/gu)).toHaveLength(2);
    const pump = createCitedNotes({ 'a.md': 'The pump runs at night. Some valves may fail in frost.' });
    const may = pump.cite('a.md', 'Some valves may fail in frost.');
    const lie = renderProofPage(await verifyCitations(`All valves may fail in frost ${may}.`, pump.ports));
    expect(lie).toContain('here “All”, in the note “Some”');
    const good = renderProofPage(await verifyCitations(`Some valves may fail in frost ${may}.`, pump.ports));
    expect(good).toContain('✓ quoted');
    expect(good).not.toContain('<mark>');
  });

  it('marks nothing of a secret', async () => {
    const notes = createCitedNotes({ 'a.md': 'Ann earns 5000 EUR.' });
    const secret = notes.cite('a.md', 'Ann earns 5000 EUR.', { band: 'secret' });
    const page = renderProofPage(await verifyCitations(`Ann earns 6000 EUR ${secret}.`, notes.ports));
    expect(page).not.toMatch(/<mark>|[56]000/u);
  });

  it('allows its own style by its hash, and nothing else', async () => {
    const page = renderProofPage(await verifyCitations('It rains.', createCitedNotes({}).ports));
    const [, style = ''] = /<style>([^<]*)<\/style>/u.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
  });

  it('lets nothing from notes, answers or titles become markup', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom(
            '<script>',
            '</bdi>',
            '"',
            "'",
            '`',
            '&lt;',
            '<img onerror=x>',
            '\u202e',
            '\0',
            'x',
            '<!--',
            ']]>',
          ),
          {
            minLength: 1,
          },
        ),
        async (pieces) => {
          const text = `Tea ${pieces.join('')} is hot.`;
          const notes = createCitedNotes({ 'a<b>.md': text });
          const marker = notes.cite('a<b>.md', text);
          const report = await verifyCitations(`${text} ${marker} [claim:<script>]`, notes.ports);
          const page = renderProofPage(report, { title: text, language: text });
          for (const tag of tagsOf(page)) expect(tag).toMatch(TAGS);
          expect(page).not.toContain('\u202e');
        },
      ),
    );
  });

  it('writes no text of a secret span, nor of the statement it carries', async () => {
    const notes = createCitedNotes({ 'a.md': 'Ann earns 5000 EUR.' });
    const marker = notes.cite('a.md', 'Ann earns 5000 EUR.', { band: 'secret' });
    const page = renderProofPage(
      await verifyCitations(`Ann earns 5000 EUR ${marker}. Ann earns 6000 EUR ${marker}.`, notes.ports),
    );
    expect(page).toContain('[redacted]');
    for (const word of ['Ann', '5000', '6000', 'a.md']) expect(page).not.toContain(word);
  });
});
