import { expect, it } from 'vitest';
import { holdsSame } from './holds-same.ts';

it.each([
  ['folder', 'Only the notes in the Books directory are exported.'],
  ['delete', 'It is removed from the list.'],
  ['ordner', 'Das Verzeichnis wird angelegt.'],
  ['stop', 'It can be turned off.'],
  ['skip', 'To remove the frontmatter, use `never`.'],
])('%s is said in %j', (word, text) => expect(holdsSame(word, text)).toBe(true));

it.each([
  ['folder', 'The director folded it.'],
  ['pump', 'The pump runs.'],
  ['delete', ''],
  ['remove', 'Drafts are skipped.'],
])('%s is not in %j', (word, text) => expect(holdsSame(word, text)).toBe(false));
