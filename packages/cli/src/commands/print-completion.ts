import type { CommandContext } from '../command-spec.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageError } from '../read-option.ts';

const GLOBAL = ['--vault', '--json', '--quiet', '--set', '--help'];

/** Prints a completion script for a shell, made of the command table. */
export async function printCompletion({ args, io }: CommandContext): Promise<ExitCode> {
  const script = SCRIPT[args[0] ?? ''];
  if (script === undefined)
    throw usageError(`no completion for ${JSON.stringify(args[0] ?? '')}`, 'There is bash, zsh and fish.');
  io.stdout.write(script());
  return EXIT.done;
}

const SCRIPT: Readonly<Record<string, () => string>> = {
  bash: () => `# memora completion bash >> ~/.bashrc
_memora() {
  local line="\${COMP_WORDS[*]:1:COMP_CWORD-1}" cur="\${COMP_WORDS[COMP_CWORD]}" words
  case "$line " in
${[...optionsByCommand()].map(([name, options]) => `    "${name} "*) words="${[...wordsAfter(name), ...options].join(' ')}" ;;`).join('\n')}
    *) words="${wordsAfter('').join(' ')}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$cur"))
}
complete -F _memora memora
`,
  zsh: () => `#compdef memora
# memora completion zsh > ~/.zfunc/_memora
autoload -U +X bashcompinit && bashcompinit
${SCRIPT['bash']?.() ?? ''}`,
  fish: () => {
    const lines = [
      '# memora completion fish > ~/.config/fish/completions/memora.fish',
      'complete -c memora -f',
    ];
    for (const { name, summary, options } of COMMANDS) {
      const [first = '', second] = name.split(' ');
      const when = second === undefined ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${first}`;
      lines.push(`complete -c memora -n '${when}' -a '${second ?? first}' -d ${quote(summary)}`);
      for (const { flags, description } of options ?? []) {
        const long = longOf(flags).replace(/^--/, '');
        lines.push(
          `complete -c memora -n '__fish_seen_subcommand_from ${second ?? first}' -l ${long} -d ${quote(description)}`,
        );
      }
    }
    return `${lines.join('\n')}\n`;
  },
};

/** Longer names first, so that `claims list` is not taken for `claims`. */
function optionsByCommand(): Map<string, string[]> {
  const rows = COMMANDS.map(({ name, options }): [string, string[]] => [
    name,
    [...(options ?? []).map(({ flags }) => longOf(flags)), ...GLOBAL],
  ]);
  const groups = new Set(
    COMMANDS.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : [])),
  );
  for (const group of groups) if (!rows.some(([name]) => name === group)) rows.push([group, GLOBAL]);
  return new Map(rows.sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1)));
}

function wordsAfter(prefix: string): string[] {
  const depth = prefix === '' ? 0 : prefix.split(' ').length;
  const names = COMMANDS.filter(({ name }) => prefix === '' || name.startsWith(`${prefix} `));
  return [...new Set(names.flatMap(({ name }) => name.split(' ')[depth] ?? []))];
}

function longOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
