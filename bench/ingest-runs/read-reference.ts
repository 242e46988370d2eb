import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Another program's text of a document. */
export interface ReferenceText {
  readonly by: string;
  readonly text: string;
  /** Of each page; null if the format has none. */
  readonly pages: readonly string[];
  /** Its tables, as the texts of their rows. Null if the other program does not report them. */
  readonly tables: readonly (readonly string[])[] | null;
}

const PANDOC: Readonly<Record<string, string>> = { html: 'html', docx: 'docx', odt: 'odt', epub: 'epub' };
/** The location of the text in a packed format, and how it is divided. */
const PACKED: Readonly<Record<string, { readonly files: readonly string[]; readonly text: RegExp }>> = {
  pptx: { files: ['ppt/slides/slide*.xml'], text: /<a:t(?: [^>]*)?>([^<]*)</g },
  xlsx: { files: ['xl/sharedStrings.xml', 'xl/worksheets/sheet*.xml'], text: /<t(?: [^>]*)?>([^<]*)</g },
  ods: { files: ['content.xml'], text: />([^<]+)</g },
  odp: { files: ['content.xml'], text: />([^<]+)</g },
};

/** The text of a document as another program reads it; null if that program is not installed. */
export function readReference(path: string, kind: string, timeout: number): ReferenceText | null {
  const run = (command: string, ...args: string[]): string =>
    execFileSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
      timeout,
    });
  try {
    if (kind === 'pdf') {
      const pages = run('pdftotext', '-enc', 'UTF-8', path, '-').split('\f');
      return { by: 'pdftotext', text: pages.join('\n'), pages, tables: null };
    }
    const from = PANDOC[kind];
    if (from !== undefined) {
      // Without the sandbox it would fetch the frames of a page.
      const text = run('pandoc', '--sandbox', '-f', from, '-t', 'plain', '--wrap=none', path);
      const html = run('pandoc', '--sandbox', '-f', from, '-t', 'html', '--wrap=none', path);
      return { by: 'pandoc', text, pages: [], tables: tablesOf(html) };
    }
    const packed = PACKED[kind];
    if (packed !== undefined) {
      const xml = run('unzip', '-p', path, ...packed.files);
      const text = [...xml.matchAll(packed.text)].map(([, said]) => said).join(' ');
      return { by: 'its XML', text: decode(text), pages: [], tables: null };
    }
    if (kind === 'eml' || kind === 'mbox')
      return { by: 'Python', text: run('python3', '-c', READ_MAILS, path, kind), pages: [], tables: null };
    const text = readFileSync(path, 'utf8');
    return { by: 'its lines', text: kind === 'txt' ? text : captionsOf(text), pages: [], tables: null };
  } catch {
    return null;
  }
}

/** For each innermost table, its rows with two cells or more. Tables with fewer than two such rows are page layout. */
function tablesOf(html: string): (readonly string[])[] {
  return [...html.matchAll(/<table\b(?:(?!<table\b)[\s\S])*?<\/table>/g)]
    .map(([table]) =>
      [...table.matchAll(/<tr\b[\s\S]*?<\/tr>/g)].flatMap(([row]) => {
        const cells = [...row.matchAll(/<t[dh]\b[^>]*>([\s\S]*?)<\/t[dh]>/g)]
          .map(([, cell = '']) => decode(cell.replace(/<[^>]*>/g, ' ')).trim())
          .filter((cell) => /[\p{L}\p{N}]/u.test(cell));
        return cells.length < 2 ? [] : [cells.join(' ')];
      }),
    )
    .filter((rows) => rows.length > 1);
}

/** Prints the plain text of each mail, or its HTML if there is none: no headers, no attachments, nothing twice. */
const READ_MAILS = `
import email, email.policy, mailbox, re, sys
path, kind = sys.argv[1:]
read = lambda file: email.message_from_binary_file(file, policy=email.policy.default)
for mail in mailbox.mbox(path, read) if kind == 'mbox' else [read(open(path, 'rb'))]:
    texts = [p for p in mail.walk() if p.get_content_maintype() == 'text' and not p.is_attachment()]
    plain = [p.get_content() for p in texts if p.get_content_subtype() == 'plain']
    pages = [re.sub('<[^>]*>', ' ', p.get_content()) for p in texts if p.get_content_subtype() == 'html']
    print('\\n'.join(plain or pages))
`;

/** For captions, the text below the time of each block; other files unchanged. */
function captionsOf(text: string): string {
  if (!text.includes('-->')) return text;
  const blocks = text.replaceAll('\r', '').split('\n\n');
  return blocks
    .flatMap((block) =>
      block.split('\n').slice(block.split('\n').findIndex((line) => line.includes('-->')) + 1 || 1e6),
    )
    .join('\n');
}

function decode(text: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => signs[name] ?? '');
}
