/**
 * Internal jargon that no text for users may contain: READMEs, documents, references (which are generated
 * from the tables of commands, settings and tools), help, errors and hints. Its worst words may not appear in
 * source comments either. `docs/dictionary.md` lists each old word with its replacement. Decisions keep the
 * words of their day.
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

/** Breaches of a page, as `place message`. Text in backticks is a name. */
export function checkPageWords(page: string, text: string): string[] {
  let fenced = false;
  return text.split('\n').flatMap((line, i) => {
    if (/^\s*(?:```|~~~)/u.test(line)) fenced = !fenced;
    const prose = fenced ? line.replace(/^[^#]*/u, '') : line.replace(/`[^`]*`|\]\([^)]*\)/gu, '');
    return refuse(`${page}:${i + 1}`, prose);
  });
}

/** Words that comments in source may not contain, in addition to those for texts for users. */
const RETIRED_IN_COMMENTS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bunless told\b/iu, '"by default"'],
  [/\bso many\b/iu, '"this many" for a limit'],
  [/\btold apart\b/iu, 'distinguished'],
  ...RETIRED.filter(([pattern]) =>
    [
      'doors?',
      'seats?',
      'twins?',
      'fallout',
      'mend',
      'wants?',
      'throwaway',
      'on a yes',
      'give way',
      'holds no more',
    ].some((word) => pattern.source.includes(word)),
  ),
];

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|[\s;,{}()])\/\/[^\n]*/gu;

/** A string of a source, and its place. */
interface PlacedText {
  readonly place: string;
  readonly text: string;
}

/** Breaches of the comments of a source. Text in backticks is a name. */
export function checkCommentWords(path: string, source: string): string[] {
  if (!isPublished(path)) return [];
  return commentsOf(path, source).flatMap(({ place, text }) =>
    refuse(place, text.replace(/`[^`]*`/gu, ''), RETIRED_IN_COMMENTS),
  );
}

export function commentsOf(path: string, source: string): PlacedText[] {
  let [line, from] = [1, 0];
  return [...source.matchAll(COMMENT)].map(({ 0: text, index }) => {
    for (; from < index; from++) if (source[from] === '\n') line++;
    return { place: `${path}:${line}`, text };
  });
}

export function isPublished(path: string): boolean {
  return /^packages\/[^/]+\/src\//u.test(path) && !/\.test(?:-d)?\.ts$|\/testing(?:-fixtures)?\//u.test(path);
}

/** Lines of source that show a text to people who run a command or catch an error. */
const SHOWN =
  /\b(?:hint|summary|description|title|intro|detail|remedy):|new MemoraError\(|\b\w+Error\(|\boutput\.(?:line|note)\(/u;
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gu;

/** Breaches of the texts that a source shows. */
export function checkShownWords(path: string, source: string): string[] {
  if (!isPublished(path)) return [];
  return shownTextsOf(path, source).flatMap(({ place, text }) => refuse(place, text));
}

/** The texts that a source shows, as written there. Interpolated values are left out. */
export function shownTextsOf(path: string, source: string): PlacedText[] {
  let inError = '';
  return source.split('\n').flatMap((line, i, lines) => {
    // The members of an error are on separate lines, up to the closing bracket.
    const indent = /^\s*/u.exec(line)?.[0] ?? '';
    const isOfError = inError !== '' && indent.length >= inError.length;
    if (/new \w*Error\($|new \w*Error\(\{$/u.test(line)) inError = `${indent} `;
    else if (!isOfError) inError = '';
    if (!isOfError && !SHOWN.test(line) && !SHOWN.test(lines[i - 1] ?? '')) return [];
    const texts = (line.match(TEXT) ?? []).map((text) => text.replace(/\$\{[^}]*\}/gu, ''));
    return texts
      .map((text) => text.slice(1, -1))
      .filter((text) => /\p{L}+\s+\p{L}+/u.test(text))
      .map((text) => ({ place: `${path}:${i + 1}`, text }));
  });
}

function refuse(place: string, text: string, retired = RETIRED): string[] {
  return retired
    .filter(([pattern]) => pattern.test(text))
    .map(([pattern, instead]) => `${place}  "${pattern.exec(text)?.[0]}" is retired: ${instead}`);
}
