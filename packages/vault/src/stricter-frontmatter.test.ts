import { expect, it } from 'vitest';
import { parseNote } from './parse-note.ts';

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
