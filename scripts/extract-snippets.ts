/** A TypeScript block of a Markdown document, ready to be written to a separate file. */
export interface Snippet {
  /** The document, relative to the repository. */
  readonly document: string;
  /** The 1-based line of the document on which the code starts. */
  readonly line: number;
  /** The code, padded with blank lines so that its line numbers match those of the document. */
  readonly code: string;
  /** False for `ts no-run`, which is only type-checked. */
  readonly runs: boolean;
  /** The lines that it prints, in order. `…` matches any text. `null` if the snippet names none. */
  readonly prints: readonly string[] | null;
  /** Files that the document shows before the block and that exist in its working folder. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

interface Block {
  readonly info: readonly string[];
  readonly line: number;
  readonly lines: readonly string[];
}

/**
 * The TypeScript snippets of a Markdown document.
 *
 * - ` ```ts ` is type-checked and run; ` ```ts no-run ` is type-checked only; ` ```ts continues ` continues the code of the
 *   TypeScript block before it (as one module, so its variables are there).
 * - ` ```ts shape ` is a generated type, for readers only. It is not a program.
 * - `// prints TEXT` or `// prints: TEXT`, after a statement or on a line of its own, is a line of standard output. A snippet with one such comment
 *   prints exactly those lines. `…` in TEXT stands for any text within the line.
 * - ` ```md file=vault/garden.md ` (any language) is a file that exists for every later snippet of the document.
 */
export function extractSnippets(document: string, markdown: string): Snippet[] {
  const files: { path: string; text: string }[] = [];
  const snippets: Snippet[] = [];
  let previous: string[] = [];
  for (const block of blocksOf(markdown)) {
    const file = block.info.find((word) => word.startsWith('file='))?.slice('file='.length);
    if (file !== undefined) files.push({ path: file, text: `${block.lines.join('\n')}\n` });
    if (block.info[0] !== 'ts' && block.info[0] !== 'typescript') continue;
    if (block.info.includes('shape')) continue;
    const code = block.info.includes('continues') ? previous : [];
    const padded = [...code, ...Array<string>(block.line - 1 - code.length).fill(''), ...block.lines];
    previous = padded;
    snippets.push({
      document,
      line: block.line,
      code: `${padded.join('\n')}\n`,
      runs: !block.info.includes('no-run'),
      prints: printsOf(padded),
      files: [...files],
    });
  }
  return snippets;
}

/** True if the output matches the snippet. A trailing empty line does not count. */
export function matchesOutput(prints: readonly string[], output: string): boolean {
  const lines = output.replace(/\n+$/, '').split('\n');
  return (
    lines.length === prints.length && prints.every((expected, i) => patternOf(expected).test(lines[i] ?? ''))
  );
}

function patternOf(expected: string): RegExp {
  const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`^${expected.split('…').map(literal).join('.*')}$`, 'u');
}

function printsOf(lines: readonly string[]): string[] | null {
  const printed = lines.flatMap((line) => {
    const match = /\/\/ prints?\b:?\s*(.*)$/i.exec(line);
    return match === null ? [] : [match[1] as string];
  });
  return printed.length === 0 ? null : printed;
}

/** Fenced code blocks at the left margin or indented in a list, in document order. */
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; indent: number; info: string[]; line: number; lines: string[] } | null = null;
  for (const [i, line] of markdown.split(/\r?\n/).entries()) {
    if (open === null) {
      const match = /^( *)(`{3,}|~{3,})\s*([^`]*)$/.exec(line);
      if (match === null) continue;
      const [, indent = '', fence = '', info = ''] = match;
      open = { fence, indent: indent.length, info: info.trim().split(/\s+/), line: i + 2, lines: [] };
    } else if (
      line.trim().startsWith(open.fence) &&
      line.trim().replaceAll(open.fence[0] as string, '') === ''
    ) {
      blocks.push(open);
      open = null;
    } else open.lines.push(line.slice(Math.min(open.indent, line.length - line.trimStart().length)));
  }
  return blocks;
}
