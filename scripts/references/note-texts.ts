/** The reference's text for each frontmatter key. `write-references.ts` fails on a key without a line here. */
export const KEY_TEXTS: Readonly<Record<string, { readonly text: string; readonly sample: string }>> = {
  id: {
    text: 'The identity of the note. Claim ids depend on it, so they outlive a rename. Without it, the path is the identity.',
    sample: 'pump-house',
  },
  title: { text: 'The title. Without it, the first heading, else the file name.', sample: 'The pump house' },
  type: { text: '`episodic`, `semantic` or `procedural`. Any other value is ignored.', sample: 'semantic' },
  date: { text: 'The date that the note speaks of.', sample: '2026-05-04' },
  region: { text: 'Kept for other tools. The region of a note is its folder.', sample: 'plant' },
  source: {
    text: 'How far claims of the note are trusted: `personal` most, `derived` and `agent` less, `reference`, `tool` and `external` least. `conversation` makes the note one of turns. Other text is read as `personal`.',
    sample: 'reference',
  },
  privacy: {
    text: '`public`, `private` or `secret`. Absent: the setting `privacy.default_note_privacy`. Unreadable: `secret`.',
    sample: 'public',
  },
  created: { text: 'When the note was written.', sample: '2026-05-04T08:30:00Z' },
  updated: { text: 'When the note was last changed.', sample: '2026-05-06' },
  summary: { text: 'One line about the note.', sample: 'Pumps and their pressures.' },
  tags: {
    text: 'Tags, as a list or as one text with commas or spaces. `#` may stand before each.',
    sample: '[water, "#plant"]',
  },
  tag: { text: 'Read as `tags`.', sample: 'water' },
  refs: { text: 'Notes that this note refers to, as wikilinks or names.', sample: '["[[valves]]"]' },
  status: {
    text: '`draft` halves the confidence of the claims. `archived` leaves them out of answers about now. Any other value is ignored.',
    sample: 'draft',
  },
  valid_from: { text: 'From when the claims of the note hold.', sample: '2026-05' },
  valid_until: { text: 'Until when they hold.', sample: '2027' },
  confidence: { text: 'A number from 0 to 1, or `low`, `medium`, `high`.', sample: 'high' },
  aliases: { text: 'Other names of the note, for wikilinks and questions.', sample: '[pumping station]' },
  alias: { text: 'Read as `aliases`.', sample: 'pumping station' },
};

/** The decision that each ledger verb records. */
export const VERB_TEXTS: Readonly<Record<string, string>> = {
  forget: 'The claim is retracted, also when its note is indexed again.',
  acknowledge: 'Both claims of a contradiction stand, or an item of the review was seen.',
  resolve: 'A contradiction is decided. The first claim holds.',
  revalidate: 'A stale claim still holds.',
  erase: 'The claim is erased: Memora keeps no text of it and does not extract it again.',
  restore: 'A memory that was forgotten counts again.',
  confirm: 'A memory that was held counts: a person says so.',
};

/** Ways to mark a passage, and their uses. The parser determines their bands. */
export const MARKER_SAMPLES: readonly (readonly [markdown: string, why: string])[] = [
  ['Open. <!--privacy:secret-->The code is 4711.<!--/privacy--> Open again.', 'A passage in a line.'],
  ['Open. <!--privacy:private-->For us.<!--/privacy--> Open again.', 'A weaker band.'],
  ['Open. <!--privacy:secret-->The code is 4711.', 'Not closed: secret to the end of the note.'],
  ['The code is 4711.<!--/privacy--> After.', 'Not opened: secret from the start of the note.'],
  ['Open. <!-- privcy: secret -->The code is 4711.<!--/privacy--> After.', 'Misspelt: secret.'],
  [
    'Open. <!--privacy:hush-->The code is 4711.<!--/privacy--> Open again.',
    'A level that does not exist: secret.',
  ],
];

/** Names in a vault, and whether they are notes. */
export const NAME_SAMPLES: readonly string[] = [
  'plant/pumps.md',
  'plant/pumps.markdown',
  'world_map.md',
  'plant/_atlas.md',
  'plant/_index.md',
  '_ledger.md',
  '.memora/memora.db',
  '.obsidian/workspace.md',
  'node_modules/some/README.md',
  'plant/pumps.sync-conflict-20260504-083000.md',
  'plant/pumps (conflicted copy).md',
  'plant/photo.jpg',
];
