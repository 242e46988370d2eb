import { Command, Option } from 'commander';
import type { CommandOptions, CommandSpec } from './command-spec.ts';
import { COMMANDS } from './command-table.ts';
import { HELP_GROUPS } from './help/help-groups.ts';

/** The options of every command. */
export const GLOBAL_OPTIONS: readonly (readonly [string, string])[] = [
  [
    '--vault <folder>',
    'the vault, by its folder or its name (else MEMORA_VAULT, else the nearest folder upward with .memora)',
  ],
  ['--json', 'the result as JSON on stdout'],
  ['--quiet', 'print only the result'],
];

/** The topics of the command groups. */
export const GROUP_SUMMARY: Readonly<Record<string, string>> = {
  claims: 'inspect the stored claims',
  notes: 'edit notes, and only when you ask for it',
  team: 'share one memory in PostgreSQL, each person with their own scope',
  receipt: 'proofs of answers that others gave you',
  privacy: 'secrets, the log of what was sent, and erasing',
  model: 'choose the model that writes answers, and test it',
  conversations: 'import chats as notes, and list them',
  key: 'replace the key that protects secret text',
};

/** Called with the chosen command after commander has read its options. */
type OnChosen = (spec: CommandSpec, args: readonly string[], options: CommandOptions) => Promise<void>;

/**
 * Builds commander's program from the command table. No command is loaded. If `first`, the first word of the command line, names a command or a group, the
 * others are left out, because help and suggestions do not mention them.
 */
export function buildProgram(
  write: { out: (text: string) => void; err: (text: string) => void },
  onChosen: OnChosen,
  first?: string,
): Command {
  const program = new Command('memora')
    .description('A memory whose citations are re-read and re-hashed before you see them.')
    .exitOverride()
    // A command may have subcommands (`stale revalidate`): options belong to the command before them.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: write.out,
      writeErr: write.err,
      outputError: (text, print) => print(text.replace(/^error: /, 'memora: ')),
    })
    .showSuggestionAfterError()
    .showHelpAfterError(helpAfterError(first))
    .helpCommand('help [command]', 'help for a command')
    .addHelpText(
      'after',
      '\nExamples:\n  memora demo\n  memora "How often do the buoys report?" --vault ~/brain',
    );
  const groups = new Map<string, Command>();
  const rank = ({ name }: CommandSpec) => HELP_GROUPS.findIndex((title) => title === groupOf(name));
  const named = COMMANDS.filter(({ name }) => wordOf(name) === first);
  for (const spec of named.length > 0 ? named : COMMANDS.toSorted((a, b) => rank(a) - rank(b))) {
    const [name = '', second] = spec.name.split(' ');
    const parent = second === undefined ? program : parentOf(program, groups, name);
    const command = addCommand(parent, spec, second ?? name, onChosen);
    if (parent === program) command.helpGroup(`${groupOf(name)}:`);
    if (second === undefined) groups.set(name, command);
  }
  return program;
}

/** What to do after a command line that names no command. */
function helpAfterError(first = ''): string {
  const help = 'See all commands with --help.';
  if (first.startsWith('-')) return `  Put options after their command: memora index --vault notes. ${help}`;
  // The name of a command contains no blank, so a single word is taken for a command and not for a question.
  if (first === '' || beginsCommand(first)) return `  ${help}`;
  return `  To ask one word: memora query ${first}. ${help}`;
}

/** The heading for each command in the help, by its first word. The first row with that word decides. */
const GROUPS = new Map(COMMANDS.toReversed().map(({ name, group = '' }) => [wordOf(name), group]));

/** True for a word that a command begins with. */
export function beginsCommand(word: string): boolean {
  return GROUPS.has(word);
}

function groupOf(name: string): string {
  return GROUPS.get(wordOf(name)) ?? '';
}

function wordOf(name: string): string {
  return name.split(' ')[0] ?? '';
}

function parentOf(program: Command, groups: Map<string, Command>, name: string): Command {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const example = COMMANDS.find((spec) => spec.name.startsWith(`${name} `))?.example ?? '';
  const group = program
    .command(name)
    .description(GROUP_SUMMARY[name] ?? name)
    .helpGroup(`${groupOf(name)}:`)
    .addHelpText('after', `\nExample:\n  ${example}`);
  groups.set(name, group);
  return group;
}

function addCommand(parent: Command, spec: CommandSpec, name: string, onChosen: OnChosen): Command {
  const command = parent
    .command(name)
    .description(spec.summary)
    .showHelpAfterError(`  For example: ${spec.example}\n  See all commands with --help.`)
    .addHelpText('after', `\nExample:\n  ${spec.example}`);
  if (spec.alias !== undefined) command.alias(spec.alias);
  if (spec.args !== undefined) command.arguments(spec.args);
  for (const { flags, description, choices } of spec.options ?? []) {
    const option = new Option(flags, description);
    command.addOption(choices === undefined ? option : option.choices(choices));
  }
  for (const [flags, description] of GLOBAL_OPTIONS) command.option(flags, description);
  command.addOption(
    new Option(
      '--set <key=value>',
      'set a config key for this run, e.g. retrieval.top_k=8; repeatable',
    ).argParser((pair: string, before: string[] | undefined) => [...(before ?? []), pair]),
  );
  command.action(async (...received: unknown[]) => {
    const args = received
      .slice(0, -2)
      .flat()
      .filter((each): each is string => typeof each === 'string');
    await onChosen(spec, args, command.opts());
  });
  return command;
}
