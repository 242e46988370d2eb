/** Creates about `bytes` bytes of one hostile shape. Deterministic, so that a failure can be repeated. */
export type Shape = (bytes: number) => string;

/**
 * Notes that nobody writes and anybody can send: each made, or could make, one stage disproportionately slow
 * for its size. `prose` is the reference for the others.
 */
export const shapes: Readonly<Record<string, Shape>> = {
  'the same sentence': repeat('Ida likes tea. '),
  'the same sentence on lines': repeat('Ida likes tea.\n\n'),
  'the same list item': repeat('- Ida likes tea.\n'),
  'two sentences in turn': repeat('Ida likes tea. Ida hates tea. '),
  'contradictions on one subject': each((i) => `Drift costs ${i} EUR. `),
  'statements and their opposites': each((i) => {
    const ida = `Ida${Math.floor(i / 400)}`;
    return `${ida} likes tea. ${ida} does not like tea. `;
  }),
  'one word': (bytes) => 'x'.repeat(bytes),
  'one line of words': repeat('word '),
  'one sentence of clauses': repeat('and Ida likes tea, '),
  'one sentence of verbs': repeat('is '),
  'nested lists': nest((depth) => `${'  '.repeat(depth)}- Ida likes tea\n`, 200),
  'nested quotes': nest((depth) => `${'> '.repeat(depth + 1)}Ida likes tea\n\n`, 200),
  'one deep quote': (bytes) => `${'>'.repeat(bytes - 4)} tea`,
  'one deep list': (bytes) => `${'- '.repeat(bytes / 2 - 2)}tea`,
  'open emphasis': repeat('*a **b '),
  'stars and underscores': repeat('*_'),
  'open links': repeat('[a]('),
  'open brackets': (bytes) => '['.repeat(bytes),
  'closing brackets': (bytes) => ']'.repeat(bytes),
  'brackets in pairs': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'open images': repeat('![a'),
  'link definitions': each((i) => `[label ${i}]: https://example.org/${i}\n`),
  'references without definitions': each((i) => `[label ${i}][none ${i}] `),
  'table of many rows': (bytes) => `| a | b |\n|---|---|\n${repeat('| Ida | tea |\n')(bytes)}`,
  'one huge table row': (bytes) => {
    const columns = Math.floor(bytes / 12);
    return `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|tea 1'.repeat(columns)}|\n`;
  },
  footnotes: each((i) => `Tea${i}[^${i}] is hot.\n\n[^${i}]: Ida says so.\n\n`),
  'open html': repeat('<div>\n'),
  'html on one line': repeat('<a b="c">tea</a> '),
  'open angle brackets': (bytes) => '<'.repeat(bytes),
  'open comments': repeat('<!-- a '),
  'code fences': repeat('```js\nlet a = 1;\n```\n\n'),
  'one open fence': (bytes) => `\`\`\`\n${repeat('let a = 1;\n')(bytes)}`,
  'backticks of growing length': (bytes) => {
    let text = '';
    for (let i = 1; text.length < bytes; i++) text += `${'`'.repeat(i)} `;
    return text;
  },
  'frontmatter of many keys': (bytes) =>
    `---\n${each((i) => `key${i}: value ${i}\n`)(bytes)}---\n\nTea is hot.\n`,
  'frontmatter of one list': (bytes) => `---\ntags: [${repeat('tea, ')(bytes)}hot]\n---\n\nTea is hot.\n`,
  'frontmatter of brackets': (bytes) =>
    `---\na: ${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}\n---\nTea is hot.\n`,
  'frontmatter of aliases': (bytes) =>
    `---\na0: &a0 [x,x,x,x,x,x,x,x,x]\n${each((i) => `a${i + 1}: &a${i + 1} [*a${i},*a${i},*a${i},*a${i},*a${i}]\n`)(bytes)}---\n\nTea is hot.\n`,
  'frontmatter never closed': (bytes) => `---\n${repeat('a: b\n')(bytes)}`,
  wikilinks: each((i) => `[[Note ${i}|the note]] `),
  'open wikilinks': repeat('[[Note '),
  embeds: repeat('![[Note#^block]] '),
  tags: each((i) => `#tag${i}/sub `),
  dates: repeat('2024-01-02 '),
  'dates in words': repeat('on 2 January 2024 '),
  'a sentence with many dates': each(
    (i) => `Ida met Ben on 2024-01-${String((i % 28) + 1).padStart(2, '0')}, `,
  ),
  names: each((i) => `Anna${i % 997} Berg${i % 991} `),
  numbers: each((i) => `${i}.${i % 10} `),
  digits: (bytes) => '7'.repeat(bytes),
  'CJK without stops': (bytes) => '猫は魚が好き'.repeat(bytes / 18),
  'CJK sentences': (bytes) => '猫は魚が好きだ。'.repeat(bytes / 24),
  'combining marks': (bytes) => `e${'\u0301'.repeat(bytes / 2)} is hot.`,
  'zero width': (bytes) => `Tea${'\u200b'.repeat(bytes / 3)} is hot.`,
  'emoji joined': (bytes) => '👨‍👩‍👧'.repeat(bytes / 18),
  'right to left': (bytes) => 'התה חם. '.repeat(bytes / 13),
  'bidi controls': (bytes) => '\u202etea\u202c '.repeat(bytes / 10),
  'full stops': (bytes) => '.'.repeat(bytes),
  'question marks': repeat('? '),
  quotes: repeat('"a '),
  'quotes in pairs': repeat('"tea" '),
  'fields with two colons': each((i) => `key${i}:: value ${i}\n`),
  'one field key': repeat('key:: value\n'),
  'inline fields': repeat('[key:: value] '),
  'open inline fields': repeat('[key:: '),
  tasks: each((i) => `- [ ] Task ${i} 📅 2024-01-02\n`),
  'claim markers': repeat('Tea is hot [claim:h9bd0391n78bnlwd]. '),
  'open claim markers': repeat('[claim:'),
  'privacy markers': repeat('<!--privacy:secret-->tea<!--/privacy--> '),
  'open privacy markers': repeat('<!--privacy:secret-->tea '),
  'broken privacy markers': repeat('<!--privacy:'),
  base64: (bytes) => 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0'.repeat(bytes / 36),
  'base64 on lines': repeat('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0QUJDREVGR0hJSktMTU5PUFFSU1RV\n'),
  'inline math': repeat('$a_1$ '),
  'open math': repeat('$$a '),
  headings: repeat('# a\n'),
  'headings of their own': each((i) => `# Heading ${i}\n`),
  'headings that deepen': each((i) => `${'#'.repeat((i % 6) + 1)} Heading ${i}\n\nTea${i} is hot.\n\n`),
  'setext headings': repeat('a\n=\n'),
  'blank lines': (bytes) => '\n'.repeat(bytes),
  spaces: (bytes) => `a${' '.repeat(bytes)}b`,
  tabs: (bytes) => '\t'.repeat(bytes),
  'carriage returns': (bytes) => '\r'.repeat(bytes),
  'null bytes': (bytes) => '\u0000'.repeat(bytes),
  escapes: (bytes) => '\\'.repeat(bytes),
  entities: repeat('&amp;'),
  urls: each((i) => `https://example.org/${i} `),
  emails: repeat('a@b.co '),
  'at signs': (bytes) => 'a@'.repeat(bytes / 2),
  dashes: (bytes) => '-'.repeat(bytes),
  'rules of dashes': repeat('---\n'),
  pipes: (bytes) => '|'.repeat(bytes),
  tildes: (bytes) => '~'.repeat(bytes),
  percents: repeat('%%'),
  equals: repeat('==a'),
  block_ids: each((i) => `Tea${i} is hot. ^b${i}\n\n`),
  callouts: repeat('> [!note] Tea\n> Tea is hot.\n\n'),
  'org sections': repeat('* DONE Tea\n:PROPERTIES:\n'),
  abbreviations: repeat('Dr. '),
  initials: repeat('A. B. '),
  negations: repeat('not '),
  hedges: repeat('maybe perhaps '),
};

/** About `bytes` bytes of plain English prose with headings, like an ordinary long note. */
export const prose: Shape = (bytes) => {
  const subjects = [
    'Drift',
    'The pump',
    'Ida',
    'The harbour',
    'Ben',
    'The archive',
    'Our landlord',
    'The museum',
  ];
  const verbs = [
    'opened',
    'moved to',
    'costs less than',
    'depends on',
    'replaced',
    'belongs to',
    'visited',
    'stores',
  ];
  const objects = [
    'the old mill',
    'a red door',
    'Lyon',
    'the second floor',
    'three boxes',
    'the new plan',
    'a boat',
  ];
  let seed = 7;
  const pick = (words: readonly string[]): string => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return words[seed % words.length] as string;
  };
  let text = '# A year\n\n';
  for (let i = 0; text.length < bytes; i++) {
    text += `${pick(subjects)} ${pick(verbs)} ${pick(objects)} number ${i} in spring, and nobody minded. `;
    if (i % 5 === 4) text += '\n\n';
    if (i % 60 === 59) text += `## Part ${i}\n\n`;
  }
  return text;
};

function repeat(part: string): Shape {
  return (bytes) => part.repeat(Math.ceil(bytes / Buffer.byteLength(part)));
}

function each(make: (index: number) => string): Shape {
  return (bytes) => {
    const parts: string[] = [];
    for (let i = 0, size = 0; size < bytes; i++) {
      const part = make(i);
      parts.push(part);
      size += part.length;
    }
    return parts.join('');
  };
}

/** Nests up to `most` levels, repeatedly. */
function nest(make: (depth: number) => string, most: number): Shape {
  return each((i) => make(i % most));
}
