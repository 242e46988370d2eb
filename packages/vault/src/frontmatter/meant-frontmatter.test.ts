import { parsePrivacyMarkers } from '@memora/privacy';
import { expect, it } from 'vitest';
import { parseNote } from '../parse-note.ts';

const BODY = '\nThe code is quux.\n';
const MEANT = [
  '---\ntitle: x\n\nprivacy: secret\n',
  '---yaml\nprivacy: secret\n---',
  '--- yaml\nprivacy: secret\n---',
  '<!-- a comment -->\n---\nprivacy: secret\n---',
  '%% a comment %%\n---\nprivacy: secret\n---',
  '# A title\n\n---\nprivacy: secret\n---',
  '\n\n---\nprivacy: secret\n---',
  '+++\nprivacy = "secret"\n+++',
  '{\n  "privacy": "secret"\n}\n',
  '```yaml\nprivacy: secret\n```',
  'privacy: secret\n',
  '---\nmemora:\n  privacy: secret\n---',
  '---\nmemora: { privacy: secret }\n---',
  '---\nplugins:\n  - name: a\n    privacy: secret\n---',
  '---\nbase: &b\n  privacy: secret\n<<: *b\n---',
  '---\nprivcy: sekret\n---',
  '---\nprivcy: secret\n---',
  '---\nprivacy:: secret\n---',
  '---\nprivacy: sekret\n---',
  '---\nprivacy: [secret]\n---',
  '---\r\nmemora:\r\n  privacy: secret\r\n---\r',
  '---\nsalary: &s <!--privacy:secret-->120k<!--/privacy-->\nsame: *s\n---',
];

it.each(MEANT)('reads a note as secret whose head was meant to say so: %j', (head) => {
  const bytes = new TextEncoder().encode(`${head}\n${BODY}`);
  expect(parseNote(bytes, { path: 'a.md', defaultBand: 'private' }).band).toBe('secret');
});

it.each([
  '---\ntitle: Privacy\n---',
  '---\ntopics: [privacy, law]\n---',
  '# Privacy\n\nprivacy: what is it?\n',
  '---\npriority: private matters\n---',
  '---\nbase: &b x\nsame: *b\n---',
])('leaves a note open whose head only speaks of it: %j', (head) => {
  const bytes = new TextEncoder().encode(`${head}\n${BODY}`);
  expect(parseNote(bytes, { path: 'a.md', defaultBand: 'private' }).band).toBe('private');
});

it('reads UTF-16 as secret', () => {
  const text = Buffer.from(`\ufeffThe code is <!--privacy:secret-->quux<!--/privacy-->.`, 'utf16le');
  expect(parsePrivacyMarkers(text).regions).toMatchObject([{ start: 0, end: text.length, band: 'secret' }]);
});
