import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, escapeJson, html } from './escape-html.ts';

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('</script>', '<!--', ']]>', '"onload="x', "'", '`', '&lt;', '\u2028', '<ScRiPt>'),
);

describe('html', () => {
  it('escapes every text, in elements, attributes and lists', () => {
    expect(html`<a title="${'"><b>'}">${['<i>', html`<u>${'&'}</u>`]}</a>${null}${0}`.html).toBe(
      '<a title="&#34;&#62;&#60;b&#62;">&#60;i&#62;<u>&#38;</u></a>0',
    );
  });

  it('lets no text open a tag, close an attribute or start an entity', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(escapeHtml(text).replace(/&#\d+;/gu, '')).not.toMatch(/[&<>"'`]/u);
      }),
    );
  });
});

describe('escapeJson', () => {
  it('is the same value, and cannot end the script element that holds it', () => {
    fc.assert(
      fc.property(fc.array(nasty), (value) => {
        const json = escapeJson(value);
        expect(JSON.parse(json)).toEqual(value);
        expect(json).not.toMatch(/[<>&\u2028\u2029]/u);
      }),
    );
  });
});
