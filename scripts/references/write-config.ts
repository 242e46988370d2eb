import { type FromVault, toVariableName } from '../../packages/engine/src/config/setting.ts';
import { table } from './table.ts';
import { VARIABLE_TEXTS } from './variable-texts.ts';
import { variablesOfSource } from './variables-of-source.ts';
import { BRIDGE_ROWS, EMBEDDER_ROWS, SECTIONS, type SettingRow } from './write-settings.ts';

/** `docs/reference/config.md`: every setting with what it takes, and every environment variable. */
export function writeConfigReference(): string {
  const described = new Set(VARIABLE_TEXTS.flatMap(([names]) => names.split(', ')));
  for (const name of variablesOfSource())
    if (!described.has(name)) throw new Error(`variable-texts.ts has no line for ${name}`);
  return [
    '# Settings',
    '',
    'Memora reads settings from these places. A later one wins:',
    '',
    '1. the defaults below;',
    '2. `config.toml` in your own configuration folder;',
    '3. `.memora/config.toml` in the vault;',
    '4. environment variables, for example `MEMORA_RETRIEVAL_TOP_K=8`;',
    '5. `--set section.key=value` on the command line.',
    '',
    'An unknown key or a bad value is an error that names the key, the value and the choices.',
    '',
    'Somebody else may have written the config of a vault. The column *from a vault* says what it may do:',
    '',
    '- *counts*: it is used.',
    '- *asks*: it is used after you accept it with `memora trust`. Values in brackets need no consent.',
    '- *tightens*: it is used where it is at least as strict as your own settings. The loosest value stands first.',
    '',
    ...SECTIONS.flatMap(([section, settings]) => [
      `## \`[${section}]\``,
      '',
      ...table(
        ['key', 'takes', 'default', 'from a vault', 'what it does'],
        settings.map((setting) => [
          `\`${setting.key.slice(section.length + 1)}\``,
          takesOf(setting),
          code(setting.fallback),
          fromVault(setting.fromVault),
          setting.description,
        ]),
      ),
      '',
    ]),
    '## `[bridge.<name>]`',
    '',
    'A memory of another system that an agent uses together with its own. It has no default and no variable. Give one of `command` and `url`. A bridge from a vault asks.',
    '',
    ...keyTable(BRIDGE_ROWS),
    '',
    '## `[embedder.<name>]`',
    '',
    'An embedder that the administrators of a workspace may choose with `memora team embedder use <name>`. It has no default and no variable. It is read from your own `config.toml` alone; in a vault it is an error. `default`, `local` and `none` exist already.',
    '',
    ...keyTable(EMBEDDER_ROWS),
    '',
    '## Environment',
    '',
    `Each setting has a variable: \`llm.provider\` is \`${toVariableName('llm.provider')}\`. Besides these, Memora reads:`,
    '',
    ...table(
      ['variable', 'what it does'],
      VARIABLE_TEXTS.map(([name, text]) => [
        name
          .split(', ')
          .map((each) => `\`${each}\``)
          .join(', '),
        text,
      ]),
    ),
    '',
  ].join('\n');
}

const keyTable = (rows: readonly SettingRow[]): readonly string[] =>
  table(
    ['key', 'takes', 'default', 'what it does'],
    rows.map((setting) => [
      `\`${setting.key}\``,
      takesOf(setting),
      code(setting.fallback),
      setting.description,
    ]),
  );

const code = (value: unknown): string => (value === null ? '–' : `\`${JSON.stringify(value)}\``);

function takesOf({ schema, takes }: SettingRow): string {
  return schema.enum === undefined ? takes : schema.enum.map(code).join(', ');
}

function fromVault(rule: FromVault | undefined): string {
  if (rule === undefined) return 'counts';
  if (rule.rule === 'tightens') return `tightens: ${rule.order.map(code).join(' < ')}`;
  const harmless = rule.harmless.map(code).join(', ');
  return harmless === '' ? 'asks' : `asks (${harmless})`;
}
