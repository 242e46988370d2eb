import { describe, expect, it } from 'vitest';
import { parseNote } from '../parse-note.ts';

const parse = (text: string) => parseNote(new TextEncoder().encode(text), { path: 'semantic/ida.md' });
const secret = (text: string) => `<!--privacy:secret-->${text}<!--/privacy-->`;

it('keeps marked frontmatter out of what is known as widely as the note', () => {
  const note = parse(
    `---\ntitle: ${secret('Codename')}\naliases: [${secret('Falcon')}, Ida]\ntags: [people]\nsummary: ${secret('owes money')}\nnickname: ${secret('Bird')}\n---\nIda sails.\n`,
  );
  const known = { ...note, segments: [] };
  expect(JSON.stringify(known)).not.toMatch(/Codename|Falcon|owes money|Bird/);
  expect(note.tags).toEqual(['people']);
  expect(note.title).toBe('ida');
  const property = note.segments.find((segment) => segment.field?.key === 'nickname');
  expect(property).toMatchObject({ band: 'secret', field: { value: expect.stringContaining('Bird') } });
});

it('keeps everything of a note that is secret as a whole, under its band', () => {
  const note = parse('---\nprivacy: secret\naliases: [Falcon]\n---\nIda sails.\n');
  expect(note.band).toBe('secret');
  expect(note.frontmatter.aliases).toEqual(['Falcon']);
});

describe('frontmatter that was meant to hide a note', () => {
  const bandOf = (text: string) => {
    const { band, diagnostics } = parseNote(Buffer.from(text), { path: 'a.md' });
    return { band, told: diagnostics.length };
  };

  it.each([
    ['a misspelt key', '---\nprivcy: secret\n---\nIda.\n'],
    ['a key with a soft hyphen in it', '---\npriv\u00adacy: secret\n---\nIda.\n'],
    ['blank lines before it', '\n\n---\nprivacy: secret\n---\nIda.\n'],
    ['blank lines and CRLF', '\r\n---\r\nprivacy: secret\r\n---\r\nIda.\r\n'],
    ['the fences of TOML', '+++\nprivacy = "secret"\n+++\nIda.\n'],
    ['a BOM, a blank and a band that is none', '\ufeff \n---\n"Privacy": hidden\n---\nIda.\n'],
  ])('hides it in spite of %s, and says so', (_, text) => {
    expect(bandOf(text)).toEqual({ band: 'secret', told: 1 });
  });

  it.each([
    ['a key that only looks like it', '---\nprimacy: high\npiracy: none\nprivate: yes\n---\nIda.\n'],
    ['a misspelt key that would loosen', '---\nprivcy: public\n---\nIda.\n'],
    ['a line between two rules', '\n---\nOur privacy policy is long.\n---\nIda.\n'],
    ['a rule that nothing follows', '\n---\nprivacy: secret is what a note says\n'],
  ])('reads %s as it stands', (_, text) => {
    expect(bandOf(text).band).toBe('private');
  });
});
