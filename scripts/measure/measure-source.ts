import { parseSync } from 'oxc-parser';

/** The size of one source file. */
export interface SourceFigures {
  /** Syntax tokens: a literal, a name, a keyword or a punctuation mark counts as one, whatever its length. Comments do not count. */
  readonly tokens: number;
  /** All lines, including blank lines and comments. */
  readonly lines: number;
  /** Regular-expression literals, and calls of `RegExp`. */
  readonly expressions: number;
  /** Calls that prepare an SQL statement from its text. */
  readonly statements: number;
  /** Calls that run such a statement without preparing it. */
  readonly executed: number;
  /** Templates that contain SQL. */
  readonly templates: number;
  /** Strings that begin like an SQL statement on rows, however they are run. */
  readonly texts: number;
  /** Names after `export`, not counting re-exports. */
  readonly exported: number;
  /** True if a literal contains words of a natural language: letters outside ASCII, or a regular expression that lists words. */
  readonly holdsWords: boolean;
}

/** Measures a TypeScript source. Throws `SyntaxError` if it does not parse. */
export function measureSource(fileName: string, text: string): SourceFigures {
  const { program, comments, errors } = parseSync(fileName, text);
  if (errors.length > 0) throw new SyntaxError(`${fileName} does not parse: ${errors[0]?.message}`);
  const atoms: Range[] = [];
  let expressions = 0;
  let statements = 0;
  let executed = 0;
  let templates = 0;
  let texts = 0;
  let exported = 0;
  let holdsWords = false;
  walk(program as unknown as Node, (node) => {
    if (node.type === 'ExportNamedDeclaration' && node['source'] === null) exported += countNames(node);
    if (isCallOfRegExp(node)) expressions += 1;
    if (preparesText(node)) statements += 1;
    if (runsText(node)) executed += 1;
    if (isTemplateOfSql(node)) templates += 1;
    if (isTextOfSql(node)) texts += 1;
    if (!ATOMS.has(node.type)) return;
    const written = text.slice(node.start, node.end);
    const isExpression = node['regex'] !== undefined;
    if (isExpression) expressions += 1;
    if (node.type !== 'JSXText')
      holdsWords ||= isExpression ? listsWords(written) : hasForeignLetters(written);
    atoms.push(node);
  });
  return {
    tokens: countTokens(text, atoms, comments),
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    expressions,
    statements,
    executed,
    templates,
    texts,
    exported,
    holdsWords,
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Node extends Range {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Nodes that count as one token each, whatever they contain. */
const ATOMS = new Set(['Literal', 'TemplateElement', 'JSXText']);

const MARKS =
  /[\p{L}_$#][\p{L}\p{N}_$]*|\d[\w.]*|\.{3}|=>|\?\?=?|\?\.|[&|*]{2}=?|>{2,3}=?|<<=?|[=!]==?|[-+]{2}|[-+*/%&|^<>]=|\S/gu;

function countTokens(text: string, atoms: readonly Range[], comments: readonly Range[]): number {
  const ranges = [...atoms, ...comments].sort((a, b) => a.start - b.start);
  let [rest, end] = ['', 0];
  for (const range of ranges) {
    if (range.start < end) continue;
    rest += `${text.slice(end, range.start)} `;
    end = range.end;
  }
  rest += text.slice(end);
  return atoms.length + [...rest.matchAll(MARKS)].length;
}

function countNames(node: Node): number {
  const declaration = node['declaration'] as Node | null;
  if (declaration === null) return (node['specifiers'] as unknown[]).length;
  return declaration.type === 'VariableDeclaration' ? (declaration['declarations'] as unknown[]).length : 1;
}

function isCallOfRegExp(node: Node): boolean {
  const callee = node['callee'] as Node | undefined;
  return /^(?:New|Call)Expression$/.test(node.type) && callee?.['name'] === 'RegExp';
}

/** `db.prepare(…)` with one argument, and `prepareOnce(db, …)`. */
function preparesText(node: Node): boolean {
  const { name, args } = callOf(node);
  return name === 'prepareOnce' || (name === '.prepare' && args.length === 1);
}

/** `db.exec('DELETE …')`. */
function runsText(node: Node): boolean {
  const { name, args } = callOf(node);
  const [first] = args;
  return name === '.exec' && first !== undefined && OF_ROWS.test(startOf(first));
}

/** The called name, with a leading dot for a method, and the arguments. */
function callOf(node: Node): { readonly name: string; readonly args: readonly Node[] } {
  const callee = node['callee'] as Node | undefined;
  if (node.type !== 'CallExpression' || callee === undefined) return { name: '', args: [] };
  const property = callee['property'] as Node | undefined;
  const name = property === undefined ? callee['name'] : `.${property['name']}`;
  return { name: String(name), args: node['arguments'] as readonly Node[] };
}

const OF_ROWS = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

/** The start of a literal or template. */
function startOf(node: Node): string {
  const [quasi] = (node['quasis'] ?? []) as readonly { readonly value: { readonly raw: string } }[];
  return quasi?.value.raw ?? String(node['value'] ?? '');
}

function isTemplateOfSql(node: Node): boolean {
  return node.type === 'TaggedTemplateExpression' && (node['tag'] as Node)['name'] === 'sql';
}

const IN_CAPITALS = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|MERGE|VALUES|COPY)\b/;

/** A literal or template that begins like a statement. */
function isTextOfSql(node: Node): boolean {
  return (node.type === 'Literal' || node.type === 'TemplateLiteral') && IN_CAPITALS.test(startOf(node));
}

/** Two letters outside ASCII in a row, or one in a word. Single signs such as `µ` or `×` are not words. */
function hasForeignLetters(written: string): boolean {
  return /[^\P{L}\p{ASCII}]\p{L}|\p{L}[^\P{L}\p{ASCII}]/u.test(written);
}

/** Four or more plain lower-case words as alternatives. */
function listsWords(written: string): boolean {
  return hasForeignLetters(written) || /(?:(?<![\w\\])[a-z]{2,}\|){3,}[a-z]{2,}(?!\w)/.test(written);
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
