import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayTail, displayText } from './display-text.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 400 });

describe('displayText', () => {
  it('spells out controls that reorder or hide text', () => {
    expect(displayText('pay \u202e001 olleh\u2066', 99)).toBe('pay ⟨U+202E⟩001 olleh⟨U+2066⟩');
    expect(displayText('a\u0000b\u{e0041}c\ufeff', 99)).toBe('a⟨U+0000⟩b⟨U+E0041⟩c⟨U+FEFF⟩');
  });

  it('keeps what belongs to a script: joiners, combining marks, right-to-left letters', () => {
    for (const text of ['👩‍🔧', 'नमस्ते', 'العربية', 'e\u0301']) expect(displayText(text, 99)).toBe(text);
  });

  it('cuts a megabyte to what is shown, and never inside a character', () => {
    expect(displayText('x'.repeat(1_000_000), 10)).toBe('xxxxxxxxx…');
    expect(displayText('🦊'.repeat(20), 5)).toBe('🦊🦊🦊🦊…');
    expect(displayTail('🦊'.repeat(20), 5)).toBe('…🦊🦊🦊🦊');
  });

  it('gives one well-formed line of at most so many characters, whatever the text', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 50 }), (text, most) => {
        for (const shown of [displayText(text, most), displayTail(text, most)]) {
          expect(shown.isWellFormed()).toBe(true);
          expect([...shown].length).toBeLessThanOrEqual(most + 1);
          expect(shown).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069\0]/u);
        }
      }),
    );
  });
});
