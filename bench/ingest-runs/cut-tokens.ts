/** An invented token with the form of a known service, and three parts of it. */
const TOKEN = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`;
const [a, b, c] = [TOKEN.slice(0, 14), TOKEN.slice(14, 27), TOKEN.slice(27)];

/** A document in which a token is split in one way. */
interface CutToken {
  readonly cut: string;
  /** The name of the file. */
  readonly name: string;
  readonly text: string;
  /** Text that no reader of the sealed note may see, unless it is in {@link CUT_PARTS}. */
  readonly parts?: readonly string[];
}

/** Parts of the token that no reader of a sealed note may see. */
export const CUT_PARTS: readonly string[] = [b.slice(2, 12), c.slice(1, 11)];

/** Documents with a token, split by what HTML, Markdown and plain text may put between two characters. */
export function cutTokens(): readonly CutToken[] {
  const all: CutToken[] = [];
  const html = (cut: string, body: string) =>
    all.push({
      cut: `HTML, ${cut}`,
      name: 'a.html',
      text: `<!doctype html><html><body><article><h1>Access</h1><p>How the till is reached from the harbour, by Ada.</p>${body}<p>That is all there is.</p></article></body></html>`,
    });
  const md = (cut: string, body: string) =>
    all.push({
      cut: `Markdown, ${cut}`,
      name: 'a.md',
      text: `# Access\n\nHow the till is reached.\n\n${body}\n\nThat is all.\n`,
    });
  const txt = (cut: string, body: string) =>
    all.push({ cut: `text, ${cut}`, name: 'a.txt', text: `Access\n\n${body}\n\nThat is all.\n` });
  for (const tag of [
    'b',
    'i',
    'em',
    'strong',
    'span',
    'code',
    'del',
    's',
    'u',
    'mark',
    'sub',
    'sup',
    'kbd',
    'small',
    'font',
    'a href="#x"',
    'a href="https://x.example/"',
    'q',
    'abbr',
    'ins',
    'samp',
    'tt',
    'bdi',
  ])
    html(`<${tag}>`, `<p>Use ${a}<${tag}>${b}</${tag.split(' ')[0]}>${c} now.</p>`);
  html('<wbr>', `<p>Use ${a}<wbr>${b}<wbr>${c} now.</p>`);
  html('<br>', `<p>Use ${a}<br>${b}${c} now.</p>`);
  html('<br> three lines', `<p>Use ${a}<br>${b}<br>${c} now.</p>`);
  html('comment', `<p>Use ${a}<!-- x -->${b}${c} now.</p>`);
  html('&shy;', `<p>Use ${a}&shy;${b}&shy;${c} now.</p>`);
  html('&zwnj;', `<p>Use ${a}&zwnj;${b}&zwj;${c} now.</p>`);
  html('&#8203;', `<p>Use ${a}&#8203;${b}&#xfeff;${c} now.</p>`);
  html('variation selector', `<p>Use ${a}\ufe0f${b}\u034f${c} now.</p>`);
  html('mongolian/hangul filler', `<p>Use ${a}\u180e${b}\u3164${c} now.</p>`);
  html('img between', `<p>Use ${a}<img src="x.png">${b}${c} now.</p>`);
  html('img alt between', `<p>Use ${a}<img src="x.png" alt="key">${b}${c} now.</p>`);
  html('two cells', `<table><tr><th>k</th><th>v</th></tr><tr><td>${a}</td><td>${b}${c}</td></tr></table>`);
  html(
    'three cells',
    `<table><tr><th>k</th><th>v</th><th>w</th></tr><tr><td>${a}</td><td>${b}</td><td>${c}</td></tr></table>`,
  );
  html(
    'two rows',
    `<table><tr><th>k</th><th>v</th></tr><tr><td>x</td><td>${a}</td></tr><tr><td>${b}${c}</td><td>y</td></tr></table>`,
  );
  html(
    'one column two rows',
    `<table><tr><th>k</th></tr><tr><td>${a}</td></tr><tr><td>${b}${c}</td></tr></table>`,
  );
  html('list items', `<ul><li>${a}</li><li>${b}${c}</li></ul>`);
  html('ordered list', `<ol><li>${a}</li><li>${b}${c}</li></ol>`);
  html('nested list', `<ul><li>${a}<ul><li>${b}${c}</li></ul></li></ul>`);
  html('two paragraphs', `<p>${a}</p><p>${b}${c}</p>`);
  html('two divs', `<div>${a}</div><div>${b}${c}</div>`);
  html('dt dd', `<dl><dt>${a}</dt><dd>${b}${c}</dd></dl>`);
  html('pre lines', `<pre>${a}\n${b}${c}</pre>`);
  html('heading and p', `<h2>${a}</h2><p>${b}${c}</p>`);
  html('blockquote two p', `<blockquote><p>${a}</p><p>${b}${c}</p></blockquote>`);
  html('footnote sup link', `<p>Use ${a}<sup><a href="#fn1">1</a></sup>${b}${c}</p>`);
  html('ruby', `<p>Use <ruby>${a}<rt>x</rt></ruby>${b}${c}</p>`);
  html('hr', `<p>${a}</p><hr><p>${b}${c}</p>`);
  html('space', `<p>Use ${a} ${b}${c} now.</p>`);
  html('nbsp', `<p>Use ${a}&nbsp;${b}${c} now.</p>`);
  html('backslash line', `<p>Use ${a}\\<br>${b}${c} now.</p>`);
  html('entity', `<p>Use ghp&#95;${TOKEN.slice(4)} now.</p>`);
  html('hyphen at line end', `<p>Use ${a}-<br>${b}${c} now.</p>`);
  html('full width', `<p>Use ｇｈｐ＿${TOKEN.slice(4)} now.</p>`);
  md('emphasis', `Use ${a}**${b}**${c} now.`);
  md('emphasis one star', `Use ${a}*${b}*${c} now.`);
  md('code', `Use ${a}\`${b}\`${c} now.`);
  md('double code', `Use ${a}\`\`${b}\`\`${c} now.`);
  md('link text', `Use [${a}](https://x.example/)${b}${c} now.`);
  md('link in middle', `Use ${a}[${b}](https://x.example/ "t")${c} now.`);
  md('reference link', `Use ${a}[${b}][r]${c} now.\n\n[r]: https://x.example/`);
  md('wikilink', `Use ${a}[[${b}]]${c} now.`);
  md('wikilink alias', `Use ${a}[[note|${b}]]${c} now.`);
  md('image', `Use ${a}![](x.png)${b}${c} now.`);
  md('footnote', `Use ${a}[^1]${b}${c} now.\n\n[^1]: A note.`);
  md('comment obsidian', `Use ${a}%%x%%${b}${c} now.`);
  md('comment html', `Use ${a}<!-- x -->${b}${c} now.`);
  md('highlight', `Use ${a}==${b}==${c} now.`);
  md('strike one', `Use ${a}~${b}~${c} now.`);
  md('math', `Use ${a}$${b}$${c} now.`);
  md('soft break', `Use ${a}\n${b}${c} now.`);
  md('two spaces break', `Use ${a}  \n${b}${c} now.`);
  md('callout', `> [!note]\n> Use ${a}\n> ${b}${c} now.`);
  md('task', `- [ ] ${a}\n- [ ] ${b}${c}`);
  md('items', `- ${a}\n- ${b}${c}`);
  md('numbered', `1. ${a}\n2. ${b}${c}`);
  md('numbered behind a hundred', `100. ${a}\n101. ${b}${c}`);
  md('table cells', `| k | v |\n|---|---|\n| ${a} | ${b}${c} |`);
  md('fence lines', `\`\`\`\n${a}\n${b}${c}\n\`\`\``);
  md('nbsp entity', `Use ${a}&nbsp;${b}${c} now.`);
  md('zwsp entity', `Use ${a}&#8203;${b}${c} now.`);
  md('shy entity', `Use ${a}&shy;${b}${c} now.`);
  md('entity in hex', `Use ghp&#x5f;${TOKEN.slice(4)} now.`);
  md('html tag multi attr', `Use ${a}<span style="a:b;${'x'.repeat(300)}">${b}</span>${c} now.`);
  md('escaped punctuation', `Use ghp\\_${TOKEN.slice(4)} now.`);
  md('block id', `Use ${a} ^id1\n${b}${c} now.`);
  md('heading', `## ${a}\n\n${b}${c}`);
  txt('hard wrap', `Use ${a}\n${b}${c} now.`);
  txt('three wraps', `Use\n${a}\n${b}\n${c}\nnow.`);
  txt('indented wraps', `    key = ${a}\n          ${b}${c}`);
  txt('python concat', `key = "${a}" + "${b}${c}"`);
  txt('python concat lines', `key = "${a}" \\\n  "${b}${c}"`);
  txt('shell continuation', `KEY=${a}\\\n${b}${c}`);
  txt('quoted mail', `> ${a}\n> ${b}${c}`);
  txt('quoted mail twice', `> > ${a}\n> > ${b}${c}`);
  txt('form feed', `${a}\f${b}${c}`);
  txt('tab', `${a}\t${b}${c}`);
  txt('joiners', `${a}\u200d${b}\u200c${c}`);
  txt('ltr marks', `${a}\u200e${b}\u200f${c}`);
  txt('line separator', `${a}\u2028${b}${c}`);
  txt('bidi', `${a}\u202d${b}\u202c${c}`);
  for (const [what, before, after] of [
    ['letters below', 'AKIAIOSFOD', 'NN7EXAMPLQ'],
    ['letters on both lines', `glpat-${'abcdefghi'}`, 'jklmnopqrst'],
    ['digits below', `ghp_${'abcdefghijklmnopqrstuvwxyz'}`, '1234567890'],
    ['two signs below', TOKEN.slice(0, -2), TOKEN.slice(-2)],
    ['three digits below letters', `glpat-${'abcdefghijklmnopq'}`, '123'],
    ['three digits below', TOKEN.slice(0, -3), '742'],
    ['one digit below', TOKEN.slice(0, -1), '7'],
    ['letters and digits on two lines below', `glpat-${'abcdefghi'}`, 'jklmnop\n12345'],
    ['digits on two lines below', `ghp_${'abcdefghijklmnopqrstuvwxyz'}`, '12345\n67890'],
  ] as const)
    all.push({
      cut: `text, ${what}`,
      name: 'a.txt',
      text: `Access\n\nUse\n${before}\n${after}\nnow.\n\nThat is all.\n`,
      parts: [before.slice(6), ...after.split('\n')],
    });
  return all;
}
