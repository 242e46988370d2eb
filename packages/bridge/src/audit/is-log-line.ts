/* Common formats of program output. A person's sentence with a path, a time or a level does not match: each pattern covers the whole line. */
const LOG_LINE: readonly RegExp[] = [
  // A time, then a level, as most loggers write; the level may be in brackets.
  /^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?\]?[\s|-]+[[(]?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|FATAL|CRITICAL)\b/u,
  // A level, then a time.
  /^[[(]?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)[\])]?[\s:|-]+\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d/u,
  // A system journal, and a request log.
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d \S+ [^\s:[]+(?:\[\d+\])?: /u,
  /^\S+ \S+ \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] "/u,
  /^HTTP\/\d(?:\.\d)? [1-5]\d\d(?: |$)/u,
  // An object of a structured log.
  /^\{(?=.*"(?:level|severity|lvl)"\s*:)(?=.*"(?:msg|message|event|time|timestamp|ts)"\s*:).*\}$/u,
  // A job that reports how it ended.
  /^\[[\w.-]+\] .*\b(?:exit(?:ed)?(?: with)?(?: status| code)?|status|code) -?\d+\b/u,
  // Package managers and compilers.
  /^(?:npm|pnpm|yarn) (?:warn|error|err!|notice|info|verb|http)\b/iu,
  /^[\w./\\-]+\.\p{L}{1,5}:\d+(?::\d+)?: (?:fatal )?(?:error|warning|note)\b/iu,
  // A frame of a stack: JavaScript, Java, Python, Go.
  /^at (?:(?:async |new )?[\w$.<>[\] ]+ )?\(?(?:\S+:\d+(?::\d+)?|native|<anonymous>)\)?$/u,
  /^at [\w$.<>/]+\([\w$]+\.(?:java|kt|scala):\d+\)$/u,
  /^File "[^"]+", line \d+(?:, in \S+)?/u,
  /^Traceback \(most recent call last\):?/u,
  // A printed exception. In a sentence about an error, no colon follows its name.
  /^(?:Uncaught |Unhandled )?(?:[A-Z]\w*(?:Error|Exception)|Error): (?:E[A-Z]{3,}\b|[A-Za-z'"`])/u,
  /^(?:fatal|panic|error\[\w+\]): /u,
  // Git, servers, image builds, progress bars.
  /^(?:Already up to date|Already on '|Switched to (?:a new )?branch '|[Nn]othing to commit|Your branch is (?:ahead|behind|up to date)|HEAD is now at |Fast-forward$|Cloning into '|Everything up-to-date)/u,
  /^(?:[\w ]{0,24}\b)?(?:[Ll]istening|[Rr]unning|[Rr]eady|[Ss]erving|[Ll]ocal|[Aa]vailable):? (?:on|at|in)?:? ?(?:https?:\/\/\S+|port \d+|\d+ ?ms)[.!]?$/u,
  /^\[?[Ss]tep \d+\/\d+\]?/u,
  /^[Pp]rogress:? \d+ ?%/u,
  /^[Ff]iles? written: \S+$/u,
  /^goroutine \d+ \[[^\]]+\]:/u,
];

/** True for a line that a program printed while it ran. It describes only that moment. */
export function isLogLine(text: string): boolean {
  const line = text.trim();
  return LOG_LINE.some((form) => form.test(line));
}
