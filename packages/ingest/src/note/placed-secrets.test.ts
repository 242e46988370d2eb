import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePrivacyMarkers } from '@memora/privacy';
import { openVault } from '@memora/vault';
import { expect, it } from 'vitest';
import { ingestDocument, readDocuments } from '../index.ts';
import { docx, html, pdfOf, utf8, words, zip } from '../testing-fixtures/make-attacks.ts';

const TOKEN = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`;
const PASSWORD = 'Tr0ub4dor&amp;3';
const [HEAD, TAIL] = [TOKEN.slice(0, 20), TOKEN.slice(20)];
const LINK = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink';

/** The letters and digits in the note and the result that a reader without access to secrets sees. */
async function shownOf(name: string, bytes: Uint8Array): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'memora-placed-'));
  try {
    const vault = await openVault(root);
    let shown = '';
    for await (const document of readDocuments(bytes, { name })) {
      const told = await ingestDocument(vault, document, {
        identity: `/a/${name} ${document.title}`,
        origin: name,
        original: bytes,
      });
      const note = await readFile(join(root, told.path));
      for (const { start, end, band } of parsePrivacyMarkers(note).regions)
        if (band === 'secret') note.fill(0x20, start, end);
      shown += note.toString() + JSON.stringify(told);
    }
    return shown.replace(/[^A-Za-z0-9]/g, '');
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const slide =
  '<p:sld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>Slide</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:sld>';
const drawn = `BT /F1 12 Tf 72 700 Td (${HEAD}) Tj 0 -14 Td (${TAIL}) Tj ET`;

const PLACES: readonly (readonly [place: string, name: string, bytes: Uint8Array])[] = [
  [
    'a caption of a table',
    'a.html',
    html(`<table><caption>${TOKEN}</caption><tr><td>1</td><td>2</td></tr></table>`),
  ],
  ['the text of a picture', 'a.html', html(`<p>See <img src="x.png" alt="${TOKEN}"> here.</p>`)],
  ['the title of a link', 'a.html', html(`<p><a href="https://a.example" title="${TOKEN}">K</a></p>`)],
  ['a user in an address', 'a.html', html(`<p><a href="https://ada:${PASSWORD}@a.example/">K</a></p>`)],
  ['a list of terms', 'a.html', html(`<dl><dt>Password</dt><dd>${PASSWORD}</dd></dl>`)],
  [
    'a table without a head',
    'a.html',
    html(`<table><tr><td>Password</td><td>${PASSWORD}</td></tr><tr><td>User</td><td>ada</td></tr></table>`),
  ],
  ['runs of one letter', 'a.docx', docx(words(`<w:p>${[...TOKEN].map(run).join('')}</w:p>`))],
  ['two paragraphs', 'a.docx', docx(words(`<w:p>${run(HEAD)}</w:p><w:p>${run(TAIL)}</w:p>`))],
  [
    'an address of Word',
    'a.docx',
    docx(words(`<w:p><w:hyperlink r:id="r9">${run('here')}</w:hyperlink></w:p>`), {
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="${LINK}" Target="https://a.example/?t=${TOKEN}" TargetMode="External"/></Relationships>`,
    }),
  ],
  [
    'the notes of a slide',
    'a.pptx',
    zip({
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="r1" Type="http://x/slide" Target="slides/1.xml"/></Relationships>',
      'ppt/slides/1.xml': slide,
      'ppt/slides/_rels/1.xml.rels':
        '<Relationships><Relationship Id="n" Type="http://x/notesSlide" Target="../n.xml"/></Relationships>',
      'ppt/n.xml': slide.replace('Slide', `Password: ${PASSWORD}`),
    }),
  ],
  [
    'an encoded subject',
    'a.eml',
    utf8(
      `From: a@example.com\r\nSubject: =?utf-8?B?${Buffer.from(TOKEN).toString('base64')}?=\r\n\r\nThe harbour opens.\r\n`,
    ),
  ],
  [
    'the name of a sender',
    'a.eml',
    utf8(`From: "Ada ${TOKEN}" <a@example.com>\r\nSubject: x\r\n\r\nThe harbour opens.\r\n`),
  ],
  [
    'a line of a mail that goes on',
    'a.eml',
    utf8(
      `From: a@example.com\r\nSubject: x\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nUse ${HEAD}=\r\n${TAIL} now.\r\n`,
    ),
  ],
  [
    'a quoted line of a mail',
    'a.eml',
    utf8('From: a@example.com\r\nSubject: x\r\n\r\nSee below.\r\n\r\n> Password:\r\n> Tr0ub4dor&3\r\n'),
  ],
  [
    'two cues',
    'a.vtt',
    utf8(`WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n${HEAD}\n\n00:00:03.000 --> 00:00:05.000\n${TAIL}\n`),
  ],
  ['a speaker', 'a.vtt', utf8(`WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v ${TOKEN}>The harbour opens.\n`)],
  [
    'an output of a notebook',
    'a.ipynb',
    utf8(
      JSON.stringify({
        nbformat: 4,
        cells: [
          {
            cell_type: 'code',
            metadata: {},
            source: ['print(t)'],
            outputs: [{ output_type: 'stream', name: 'stdout', text: [`${TOKEN}\n`] }],
          },
        ],
      }),
    ),
  ],
  ['a table in UTF-16', 'a.csv', Buffer.from('\ufeffuser,password\nada,Tr0ub4dor\n', 'utf16le')],
  ['two lines of a cell', 'a.csv', utf8(`a,b\n"${HEAD}\n${TAIL}",x\n`)],
  ['a footnote', 'a.md', utf8(`See[^k].\n\n[^k]: ${TOKEN}\n`)],
  ['a field of Obsidian', 'a.md', utf8('password:: Tr0ub4dor&3\n')],
  ['an underlined heading', 'a.md', utf8('Password\n========\n\nTr0ub4dor&3\n')],
  ['lines of an old Macintosh', 'a.txt', utf8(`Use\r${HEAD}\r${TAIL}\rnow.`)],
  [
    'an entry of a feed',
    'a.rss',
    utf8(
      `<rss><channel><item><title>${TOKEN}</title><author>${TOKEN}</author><link>https://a.example/?t=${TOKEN}</link><guid>${TOKEN}</guid><description>The harbour opens.</description></item></channel></rss>`,
    ),
  ],
  [
    'a note of Evernote',
    'a.enex',
    utf8(
      `<?xml version="1.0"?><en-export><note><title>${TOKEN}</title><content><![CDATA[<en-note>The harbour.</en-note>]]></content><note-attributes><author>${TOKEN}</author><source-url>https://a.example/${TOKEN}</source-url></note-attributes></note></en-export>`,
    ),
  ],
  [
    'two lines of a page',
    'a.pdf',
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ]),
  ],
];

it.each(PLACES)('a secret in %s is in no note in the clear', async (_, name, bytes) => {
  const shown = await shownOf(name, bytes);
  expect(shown.length).toBeGreaterThan(100);
  for (const part of [TAIL.slice(1, 11), 'Tr0ub4dor']) expect(shown).not.toContain(part);
});
