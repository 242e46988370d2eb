import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findHeadLookalikes, findLookalikes } from './find-lookalikes.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const linesOf = (text: string) => findLookalikes(bytesOf(text)).map(({ line }) => line);

/**
 * Text that looks like a marker of a secret and marks nothing, which an audit reports.
 * `meant-markers.test.ts` has those that are treated as markers.
 */
const NAMED = [
  '!--privacy:secret--',
  '<!--privacysecret-->',
  '<!--secretprivacy-->',
  '《!--privacy:secret--》',
  '‹!--privacy:secret--›',
  '〈!--privacy:secret--〉',
  '⟨!--privacy:secret--⟩',
  '<¡--privacy:secret-->',
  '<ǃ--privacy:secret-->',
  '%3C!--privacy:secret--%3E',
  '\\u003c!--privacy:secret--\\u003e',
  '\\x3c!--privacy:secret-->',
  '<&excl;--privacy:secret-->',
  '<&#33;--privacy:secret-->',
  '<!--privacy\u3164secret-->',
  '<!--priv:secret-->',
  '<!--privateness:secret-->',
  '<!--p r i v a c y : s e c r e t-->',
  '<!--priva cy:secret-->',
  '<!--priv\nacy:secret-->',
  '% %privacy:secret% %',
  '％％privacy:secret％％',
  '[privacy:secret]',
  '[[privacy:secret]]',
  '[comment]: # (privacy:secret)',
  '[comment]: <> (privacy:secret)',
  '[//]: <> (privacy:secret)',
  '[privacy]: # (secret)',
  '(privacy:secret)',
  '<privacy>',
  '<secret>',
  '<span privacy="secret">',
  '<div class="privacy-secret">',
  '<div data-privacy="secret">',
  '/*privacy:secret*/',
  '#privacy/secret',
  '#privacy-secret',
  '#secret',
  '::privacy:secret::',
  ':::privacy secret',
  ':::secret',
  '> [!secret] Ida',
  '> [!SECRET]- Ida',
  '> [!privacy] secret',
  '> [!privacy|secret]',
  '> > [!private]+ Ida',
  '==privacy:secret==',
  '||privacy:secret||',
  '```privacy:secret',
  '```secret',
  'privacy:: secret',
  '(privacy:: secret)',
  '[privacy:: secret]',
];

it.each(NAMED)('names %j, which marks nothing', (mark) => {
  expect(linesOf(`# Ida\n\n${mark}\nThe code is quux.\n`)).toEqual([3]);
});

it.each([
  'The privacy of Ida is no secret.',
  'Privacy. Secret ballots, too.',
  'Law, privacy, secret ballots and taxes.',
  'A private secret of Ida.',
  'Ida keeps secrets (privacy matters).',
  '<!--privacy:secret-->#secret [!secret] privacy:: secret<!--/privacy-->',
  '[Privacy](https://example.org/privacy) and [[Secrets]]',
  '#secretary #privacy-policy',
  'secret_key = 1; SECRET=2',
])('says nothing of %j', (text) => {
  expect(linesOf(`# Ida\n\n${text}\n`)).toEqual([]);
});

it.each(['<secret>', 'privacy:: secret'])('names %j right behind what is marked', (mark) => {
  expect(linesOf(`<!--privacy:secret-->x<!--/privacy-->${mark} Ida\n`)).toEqual([1]);
});

it('leaves out what stands before the place that it is told, and counts lines of any end', () => {
  const head = '---\nprivacy: secret\n---\n';
  expect(findLookalikes(bytesOf(`${head}text\r\n\r#secret`), head.length)).toEqual([{ line: 6 }]);
});

it('never throws on any text, and names existing lines in order', () => {
  const part = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom(...NAMED, '\n', '\r\n'));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const lines = linesOf(text);
      expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
      const count = Buffer.from(bytesOf(text))
        .toString()
        .split(/\r\n|[\n\r]/u).length;
      for (const line of lines) expect(line >= 1 && line <= count).toBe(true);
    }),
  );
});

it.each([
  'tags: [secret]',
  'classification: Secret',
  'private: true',
  '# privacy: secret',
  'privacyLevel: "secret"',
])('names the line of frontmatter %j, and none behind its end', (line) => {
  const bytes = new TextEncoder().encode(`---\r\ntitle: x\r\n${line}\r\n---\r\n${line}\r\n`);
  const until = bytes.length - line.length - 2;
  expect(findHeadLookalikes(bytes, until)).toEqual([{ line: 3 }]);
});

it.each([
  'title: The secret garden',
  'tags: [secretary, law]',
  'private: false',
  'summary: what is secret and what is not',
  'aliases: [Secret Santa]',
  'publish: true',
])('says nothing of the line of frontmatter %j', (line) => {
  const bytes = new TextEncoder().encode(`---\n${line}\n---\n`);
  expect(findHeadLookalikes(bytes, bytes.length)).toEqual([]);
});
