/**
 * Words of the private dialect that text for users has no more: READMEs, documents, references (which are written from the tables of commands,
 * settings and tools), help, errors and hints. `docs/dictionary.md` has the old word beside the new one, decisions speak as they did on their day.
 */

const RETIRED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bdoors?\b/iu, 'egress'],
  [/\bseats?\b/iu, 'subscriber'],
  [/\btwins?\b/iu, 'duplicate'],
  [/\b(?:un)?told\b/iu, 'shown, described or named; "by default" for "unless told"'],
  [/\bsayings?\b/iu, 'statement'],
  [/\bfallout\b/iu, 'dependents'],
  [/\blapsed?\b/iu, 'gap'],
  [/\bmend(?:s|ed|ing)?\b/iu, 'repair or fix'],
  [/\bwants? a look\b/iu, 'needs attention'],
  [/\bholds no more\b/iu, 'no longer holds'],
  [/\bso many\b/iu, 'a maximum'],
  [/\bthrowaway\b/iu, 'temporary'],
  [/\bon a yes\b/iu, 'after confirmation'],
  [/\bgive way\b/iu, 'yield'],
];

/** Breaches of a page, as `place  message`. What stands in backticks is a name. */
export function checkPageWords(page: string, text: string): string[] {
  let fenced = false;
  return text.split('\n').flatMap((line, i) => {
    if (/^\s*(?:```|~~~)/u.test(line)) fenced = !fenced;
    const prose = fenced ? line.replace(/^[^#]*/u, '') : line.replace(/`[^`]*`|\]\([^)]*\)/gu, '');
    return refuse(`${page}:${i + 1}`, prose);
  });
}

/** Lines of source that show a text to whoever runs a command or catches an error. */
const SHOWN =
  /\b(?:hint|summary|description|title|intro|detail|remedy):|new MemoraError\(|\b\w+Error\(|\boutput\.(?:line|note)\(/u;
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gu;

/** Breaches of the texts that a source shows. */
export function checkShownWords(path: string, source: string): string[] {
  if (!/^packages\/[^/]+\/src\//u.test(path) || /\.test(?:-d)?\.ts$|\/testing(?:-fixtures)?\//u.test(path))
    return [];
  return source.split('\n').flatMap((line, i, lines) => {
    if (!SHOWN.test(line) && !SHOWN.test(lines[i - 1] ?? '')) return [];
    const texts = (line.match(TEXT) ?? []).map((text) => text.replace(/\$\{[^}]*\}/gu, ''));
    return refuse(`${path}:${i + 1}`, texts.join('\n'));
  });
}

function refuse(place: string, text: string): string[] {
  return RETIRED.filter(([pattern]) => pattern.test(text)).map(
    ([pattern, instead]) => `${place}  "${pattern.exec(text)?.[0]}" is retired: ${instead}`,
  );
}
