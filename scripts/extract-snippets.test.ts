import { describe, expect, it } from 'vitest';
import { extractSnippets, matchesOutput } from './extract-snippets.ts';

const doc = (text: string) => extractSnippets('a.md', text.replaceAll("'''", '```'));

describe('extractSnippets', () => {
  it('takes TypeScript blocks only, at their lines', () => {
    const [snippet, ...rest] = doc("# Title\n\n'''bash\nnpm i\n'''\n\n'''ts\nconst a = 1;\n'''\n");
    expect(rest).toEqual([]);
    expect(snippet).toMatchObject({ line: 8, runs: true, prints: null, files: [] });
    expect(snippet?.code).toBe(`${'\n'.repeat(7)}const a = 1;\n`);
  });

  it('only type-checks what is marked no-run', () => {
    expect(doc("'''ts no-run\na();\n'''\n")[0]?.runs).toBe(false);
  });

  it('joins a block that continues the previous one, each at its own lines', () => {
    const [, second] = doc("'''ts\nconst a = 1;\n'''\n\n'''ts continues\nconsole.log(a);\n'''\n");
    expect(second?.code).toBe('\nconst a = 1;\n\n\n\nconsole.log(a);\n');
  });

  it('reads the printed lines in order', () => {
    expect(doc("'''ts\nf(); // prints one\n// prints two … three\n'''\n")[0]?.prints).toEqual([
      'one',
      'two … three',
    ]);
  });

  it('reads a colon after the word as part of the comment', () => {
    const text = "'''ts\nf(); // prints: one\n// prints:two\n// Prints three\n'''\n";
    expect(doc(text)[0]?.prints).toEqual(['one', 'two', 'three']);
  });

  it('gives a snippet the files shown before it and not those after', () => {
    const snippets = doc(
      "'''md file=vault/a.md\n# A\n'''\n'''ts\n'''\n'''toml file=b.toml\nx = 1\n'''\n'''ts\n'''\n",
    );
    expect(snippets.map(({ files }) => files)).toEqual([
      [{ path: 'vault/a.md', text: '# A\n' }],
      [
        { path: 'vault/a.md', text: '# A\n' },
        { path: 'b.toml', text: 'x = 1\n' },
      ],
    ]);
  });

  it('takes a fence inside a list without its indent, and a longer fence that shows a fence', () => {
    expect(doc("- x\n  '''ts\n  if (a) {\n    b();\n  }\n  '''\n")[0]?.code).toBe(
      '\n\nif (a) {\n  b();\n}\n',
    );
    expect(doc("''''md\n'''ts\na();\n'''\n''''\n")).toEqual([]);
  });
});

describe('matchesOutput', () => {
  it('requires every line, in order, and no other', () => {
    expect(matchesOutput(['a', 'b'], 'a\nb\n')).toBe(true);
    expect(matchesOutput(['a', 'b'], 'b\na\n')).toBe(false);
    expect(matchesOutput(['a'], 'a\nb\n')).toBe(false);
    expect(matchesOutput(['a', 'b'], 'a\n')).toBe(false);
  });

  it('reads … as any text within a line, and everything else literally', () => {
    expect(matchesOutput(['took … ms (a+b)'], 'took 12 ms (a+b)\n')).toBe(true);
    expect(matchesOutput(['a.c'], 'abc\n')).toBe(false);
    expect(matchesOutput(['a…c'], 'a\nc\n')).toBe(false);
  });
});
