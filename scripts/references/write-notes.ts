import { formatLedgerEntry } from '../../packages/claims/src/ledger/format-ledger-entry.ts';
import { LEDGER_VERBS, parseLedger } from '../../packages/claims/src/ledger/parse-ledger.ts';
import { isClaimId } from '../../packages/core/src/index.ts';
import { createNoteFilter, type SkipReason } from '../../packages/vault/src/files/note-filter.ts';
import { AUTOFILL_KEYS } from '../../packages/vault/src/frontmatter/complete-frontmatter.ts';
import { NOTE_KEYS } from '../../packages/vault/src/frontmatter/note-keys.ts';
import { parseNote } from '../../packages/vault/src/parse-note.ts';
import { MEMORY_LINES } from './memory-lines.ts';
import { KEY_TEXTS, MARKER_SAMPLES, NAME_SAMPLES, VERB_TEXTS } from './note-texts.ts';
import { table } from './table.ts';

/** `docs/reference/notes.md`: frontmatter, privacy markers, names in a vault, the ledger. The parser itself reads the examples. */
export function writeNotesReference(): string {
  return [
    '# Notes and vaults',
    '',
    'A vault is a folder of Markdown notes. Memora reads the notes; they stay the only truth.',
    '',
    '## Frontmatter',
    '',
    'A block of YAML between two lines `---` at the top of the note. Other keys are yours: each becomes a claim about the note, and its bytes stay.',
    '',
    ...keyRows(),
    '',
    'Dates are a year, a month, a day, or a time (`2026`, `2026-05`, `2026-05-04`, `2026-05-04T08:30:00Z`). A time without a zone is UTC.',
    'A key that stands twice has its last value; of two `privacy` keys the stricter one counts.',
    'Where the block cannot be read and speaks of privacy, the note is secret.',
    '',
    `With \`frontmatter.mode = "autofill"\`, and with \`memora notes autofill\`, these keys are added where they are missing: ${AUTOFILL_KEYS.map(code).join(', ')}.`,
    'A key that is there is never changed.',
    '',
    '## Privacy of a passage',
    '',
    'A passage stands between two comments. A marker can only make its passage stricter than the note.',
    '',
    ...table(
      ['in a note', 'what is read', ''],
      MARKER_SAMPLES.map(([markdown, why]) => [code(markdown), bandsOf(markdown), why]),
    ),
    '',
    '## Citations',
    '',
    'An answer cites a claim with `[claim:<id>]`; an id has sixteen of the characters `0-9a-z`. Several may stand in one bracket: `[claim:<id>, claim:<id>]`.',
    'A statement is the smallest unit that asserts, not a sentence: a stop ends one whatever case follows, and so do a list item and a table row.',
    'A marker covers the clause it stands in or directly follows, before or after the full stop; of several markers each covers its own clause.',
    'What asserts needs support: a clause behind the marker, brackets, headings, lead-ins, table heads, captions, alt text, links and footnotes. Without it they are left out, or the statement falls.',
    'The rules in full: [How an answer is read](packages/validator.md).',
    '',
    '## Files of a vault',
    '',
    ...table(['path', 'is'], NAME_SAMPLES.map(nameRow)),
    '',
    'Symbolic links that lead out of the vault are not followed. What you excluded in Obsidian (Settings, Files and links, Excluded files) is left out too: folders and beginnings of paths. A pattern between slashes is not read, and `memora doctor` says so. `indexing.exclude` leaves out more.',
    'The region of a note is its folder, without a leading `semantic/`, `episodic/` or `procedural/`. At the root it is `default`.',
    '',
    '## The ledger',
    '',
    '`_ledger.md` at the root holds decisions about claims, one list item each. You may edit and commit it. Everything else in it is your own text.',
    '',
    '```markdown',
    sampleEntry().trimEnd(),
    '```',
    '',
    'The words after the claim let Memora find it again when its id has changed: `fp:` a keyed fingerprint, `in:` the note, `not:` other notes that say the same.',
    '',
    ...table(
      ['verb', 'decides'],
      LEDGER_VERBS.map((verb) => [code(verb), textOf(VERB_TEXTS, verb)]),
    ),
    '',
    ...MEMORY_LINES,
  ].join('\n');
}

function keyRows(): string[] {
  for (const key of Object.keys(KEY_TEXTS))
    if (!NOTE_KEYS.includes(key)) throw new Error(`note-texts.ts describes ${key}, which is no key`);
  return table(
    ['key', 'example', 'is read as', 'what it says'],
    NOTE_KEYS.map((key) => {
      const { text, sample } = textOf(KEY_TEXTS, key);
      return [code(key), code(`${key}: ${sample}`), code(readAs(key, sample)), text];
    }),
  );
}

const PROPERTY_BY_KEY: Readonly<Record<string, string>> = {
  valid_from: 'validFrom',
  valid_until: 'validUntil',
  tag: 'tags',
  alias: 'aliases',
};

function readAs(key: string, sample: string): string {
  const note = parse(`---\n${key}: ${sample}\n---\n`);
  const value = (note.frontmatter as unknown as Record<string, unknown>)[PROPERTY_BY_KEY[key] ?? key];
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0))
    throw new Error(`the sample of ${key} in note-texts.ts is not read`);
  return JSON.stringify(value);
}

function bandsOf(markdown: string): string {
  const bytes = new TextEncoder().encode(markdown);
  const { segments } = parseNote(bytes, { path: 'note.md', defaultBand: 'public' });
  return segments
    .map(
      ({ span, band }) => `${band}: ${code(new TextDecoder().decode(bytes.subarray(span.start, span.end)))}`,
    )
    .join('<br>');
}

const parse = (text: string) => parseNote(new TextEncoder().encode(text), { path: 'note.md' });

const WHY: Readonly<Record<SkipReason, string>> = {
  generated: 'written by Memora, no note',
  hidden: 'hidden, no note',
  'sync-debris': 'left by a sync service or an editor, no note',
  'not-markdown': 'not Markdown, no note',
  excluded: 'excluded',
  symlink: 'a link',
  'special-file': 'no file',
};

function nameRow(path: string): string[] {
  const filter = createNoteFilter();
  const folders = path.split('/').slice(0, -1);
  const reason =
    folders
      .map((_, i) => filter.skipsFolder(folders.slice(0, i + 1).join('/')))
      .find((each) => each !== null) ?? filter.skipsFile(path);
  return [code(path), reason === null ? 'a note' : WHY[reason]];
}

function sampleEntry(): string {
  const id = 'u4j4f3a7od39dcqn';
  if (!isClaimId(id)) throw new Error(`${id} is no claim id`);
  const line = formatLedgerEntry({
    time: '2026-05-04T08:30:00Z',
    verb: 'forget',
    claimIds: [id],
    marks: [{ fingerprint: 'k3v9…', note: 'plant/pumps.md', elsewhere: [] }],
    reason: 'a typing mistake',
  });
  if (parseLedger(line).entries.length !== 1) throw new Error('the sample of the ledger is not read');
  return line;
}

function textOf<Text>(texts: Readonly<Record<string, Text>>, name: string): Text {
  const text = texts[name];
  if (text === undefined) throw new Error(`note-texts.ts has no line for ${name}`);
  return text;
}

/** Code in a table cell. */
function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
