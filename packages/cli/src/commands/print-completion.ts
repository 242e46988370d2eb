import { usageError } from '../input/read-option.ts';
import type { CommandContext, OptionSpec } from '../program/command-spec.ts';
import { COMMANDS } from '../program/command-table.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

const GLOBAL: readonly OptionSpec[] = [
  { flags: '--vault <folder>', description: 'the vault' },
  { flags: '--json', description: 'the result as JSON on stdout' },
  { flags: '--quiet', description: 'print only the result' },
  { flags: '--set <key=value>', description: 'set a config key for this run' },
  { flags: '--help', description: 'help for a command' },
];

/** Prints a completion script for a shell, generated from the command table. */
export async function printCompletion({ args, io, output }: CommandContext): Promise<ExitCode> {
  const script = SCRIPT[args[0] ?? ''];
  if (script === undefined)
    throw usageError(`no completion for ${JSON.stringify(args[0] ?? '')}`, 'Choose bash, zsh or fish.');
  output.payload({ shell: args[0], script: script() });
  if (!output.json) io.stdout.write(script());
  return EXIT.done;
}

const SCRIPT: Readonly<Record<string, () => string>> = {
  bash: () => `# memora completion bash >> ~/.bashrc
_memora() {
  local IFS=$' \\t\\n' line cur="\${COMP_WORDS[COMP_CWORD]}" words=""
  line="\${COMP_WORDS[*]:1:COMP_CWORD-1} "
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${valueCases((values) => `words="${values}"`, ':')}
    *) case "$line" in
${lineCases((words) => `words="${words}"`)}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
# If no word matches, the shell completes file names itself, and quotes them.
complete -o default -F _memora memora
`,
  zsh: () => `#compdef memora
# memora completion zsh > ~/.zfunc/_memora, where ~/.zfunc is in fpath; or source it behind compinit
_memora() {
  local line="\${(j: :)words[2,CURRENT-1]} "
  case "$words[CURRENT-1]" in
${valueCases((values) => `compadd -- ${values}`, '_files')}
    *) case "$line" in
${lineCases((words) => `compadd -- ${words}`)}
    esac
    [[ $PREFIX == -* ]] || _files ;;
  esac
}
if [[ $funcstack[1] == _memora ]]; then _memora "$@"; else compdef _memora memora; fi
`,
  fish: () => {
    const lines = [
      '# memora completion fish > ~/.config/fish/completions/memora.fish',
      'function __memora_at',
      '  set -l words (commandline -opc)',
      '  set -e words[1]',
      '  string match -q -- "$argv *" "$words "',
      'end',
      'function __memora_words; test (count (commandline -opc)) -eq $argv[1]; end',
      ...GLOBAL.map((option) => fishOption('not __memora_words 1', option)),
    ];
    for (const group of GROUPS) lines.push(fishWord('__memora_words 1', group, `memora ${group} …`));
    for (const { name, summary, options, argChoices } of COMMANDS) {
      const [first = '', second] = name.split(' ');
      lines.push(
        second === undefined
          ? fishWord('__memora_words 1', first, summary)
          : fishWord(`__memora_at ${first}; and __memora_words 2`, second, summary),
      );
      const depth = second === undefined ? 2 : 3;
      if (argChoices !== undefined)
        lines.push(fishWord(`__memora_at ${name}; and __memora_words ${depth}`, argChoices.join(' '), ''));
      for (const option of options ?? []) lines.push(fishOption(`__memora_at ${name}`, option));
    }
    return `${lines.join('\n')}\n`;
  },
};

function fishWord(when: string, words: string, about: string): string {
  return `complete -c memora -f -n '${when}' -a '${words}'${about === '' ? '' : ` -d ${quote(about)}`}`;
}

function fishOption(when: string, option: OptionSpec): string {
  const values =
    option.choices !== undefined ? ` -x -a '${option.choices.join(' ')}'` : isPath(option) ? ' -r -F' : ' -x';
  return `complete -c memora -n '${when}' -l ${longOf(option).slice(2)}${takesValue(option) ? values : ''} -d ${quote(option.description)}`;
}

/** The first words of command groups, which are not commands themselves. */
const GROUPS = [...new Set(COMMANDS.flatMap(({ name }) => name.split(' ').slice(0, -1)))].filter(
  (group) => !COMMANDS.some(({ name }) => name === group),
);

/** Branches on the previous word, for the values of an option. */
function valueCases(choose: (values: string) => string, files: string): string {
  const options = new Map(
    [...GLOBAL, ...COMMANDS.flatMap((spec) => spec.options ?? [])].map((option) => [longOf(option), option]),
  );
  const rows = [...options].flatMap(([long, option]) =>
    option.choices === undefined ? [] : [`    ${long}) ${choose(option.choices.join(' '))} ;;`],
  );
  const paths = [...options].flatMap(([long, option]) => (isPath(option) ? [long] : []));
  return [...rows, `    ${paths.join('|')}) ${files} ;;`].join('\n');
}

/**
 * Branches on the preceding words, for the words after a command. Longer names come first, because `claims
 * list` is not `claims`.
 */
function lineCases(choose: (words: string) => string): string {
  const rows = COMMANDS.map(({ name, options = [], argChoices = [] }): [string, string[]] => [
    name,
    [...wordsAfter(name), ...argChoices, ...[...options, ...GLOBAL].map(longOf)],
  ]);
  for (const group of GROUPS) rows.push([group, [...wordsAfter(group), ...GLOBAL.map(longOf)]]);
  rows.sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1));
  return [
    ...rows.map(([name, words]) => `    "${name} "*) ${choose(words.join(' '))} ;;`),
    `    " "|"") ${choose([...wordsAfter(''), 'help', '--help', '--version'].join(' '))} ;;`,
  ].join('\n');
}

function wordsAfter(prefix: string): string[] {
  const depth = prefix === '' ? 0 : prefix.split(' ').length;
  const names = COMMANDS.filter(({ name }) => prefix === '' || name.startsWith(`${prefix} `));
  return [...new Set(names.flatMap(({ name }) => name.split(' ')[depth] ?? []))];
}

function takesValue({ flags }: OptionSpec): boolean {
  return flags.includes('<');
}

/** True if the value is a path in the file system; notes are named from the root of the vault. */
function isPath({ flags }: OptionSpec): boolean {
  return /<(?:file|folder)>/.test(flags) && !flags.startsWith('--region');
}

function longOf({ flags }: OptionSpec): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
