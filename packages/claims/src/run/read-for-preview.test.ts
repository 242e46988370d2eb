import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { extractOffline } from '../extract/offline/offline-extractor.ts';
import { readForPreview, takePreviewed } from './read-for-preview.ts';

const PATH = 'semantic/memory/fact/relay-0123456789ab.md';
const bytesOf = (text: string, privacy = 'private') =>
  new TextEncoder().encode(`---\nid: mem_0123456789ab\nprivacy: ${privacy}\n---\n\n${text}\n`);
const RELAY = bytesOf('The relay of Harbor runs in Lisbon.');

it('hands on what a preview read, once, and it is what reading the note gives', () => {
  const { note, extraction } = readForPreview(PATH, RELAY, 'private');
  const taken = takePreviewed(PATH, RELAY.slice(), 'private');
  expect(taken?.note).toBe(note);
  expect(taken?.extraction).toBe(extraction);
  const parsed = parseNote(RELAY, { path: PATH, defaultBand: 'private' });
  expect(taken?.note.segments).toEqual(parsed.segments);
  expect(taken?.extraction).toEqual(extractOffline(parsed, RELAY));
  expect(extraction.claims).toHaveLength(1);
  expect(takePreviewed(PATH, RELAY, 'private')).toBeNull();
});

it.each([
  ['other bytes', PATH, bytesOf('The relay of Harbor runs in London.'), 'private'],
  ['another path', 'semantic/memory/fact/relay-0123456789ac.md', RELAY, 'private'],
  ['another band of notes that name none', PATH, RELAY, 'public'],
] as const)('hands nothing on for %s', (_, path, bytes, band) => {
  readForPreview(PATH, RELAY, 'private');
  expect(takePreviewed(path, bytes, band)).toBeNull();
});

it('takes no part in what becomes of the bytes that were previewed', () => {
  const bytes = RELAY.slice();
  readForPreview(PATH, bytes, 'private');
  bytes.set(new TextEncoder().encode('London'), bytes.length - 8);
  expect(takePreviewed(PATH, bytes, 'private')).toBeNull();
});

it.each([
  ['a secret note', bytesOf('The relay of Harbor runs in Lisbon.', 'secret')],
  [
    'a note with a secret in it',
    bytesOf('The relay runs.\n\n<!-- privacy: secret -->\nIt is Lisbon.\n<!-- /privacy -->'),
  ],
])('keeps nothing of %s', (_, bytes) => {
  const { note } = readForPreview(PATH, bytes, 'private');
  expect(note.segments.some(({ band }) => band === 'secret')).toBe(true);
  expect(takePreviewed(PATH, bytes, 'private')).toBeNull();
});
