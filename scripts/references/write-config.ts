import { BRIDGE_SETTINGS } from '../../packages/engine/src/config/bridge-settings.ts';
import { SETTINGS, type Setting, toVariableName } from '../../packages/engine/src/config/settings.ts';
import { SETTING_TEXTS, VARIABLE_TEXTS } from './setting-texts.ts';
import { table } from './table.ts';
import { variablesOfSource } from './variables-of-source.ts';

/** `docs/reference/config.md`: every setting with what it takes, and every environment variable. */
export function writeConfigReference(): string {
  const known = new Set(
    [...SETTINGS, ...BRIDGE_SETTINGS.map(({ key }) => ({ key: `bridge.${key}` }))].map(({ key }) => key),
  );
  for (const key of Object.keys(SETTING_TEXTS))
    if (!known.has(key)) throw new Error(`setting-texts.ts describes ${key}, which is no setting`);
  const described = new Set(VARIABLE_TEXTS.flatMap(([names]) => names.split(', ')));
  for (const name of variablesOfSource())
    if (!described.has(name)) throw new Error(`setting-texts.ts has no line for the variable ${name}`);
  const sections = Map.groupBy(SETTINGS, ({ key }) => key.split('.')[0] ?? '');
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
    ...[...sections].flatMap(([section, settings]) => [
      `## \`[${section}]\``,
      '',
      ...table(
        ['key', 'takes', 'default', 'from a vault', 'what it does'],
        settings.map((setting) => [
          `\`${setting.key.slice(section.length + 1)}\``,
          kindOf(setting),
          setting.fallback === null ? '–' : `\`${JSON.stringify(setting.fallback)}\``,
          fromVault(setting),
          textOf(setting),
        ]),
      ),
      '',
    ]),
    '## `[bridge.<name>]`',
    '',
    'A memory of another system that an agent’s memory works beside. It has no default and no variable. Give one of `command` and `url`. A bridge from a vault asks.',
    '',
    ...table(
      ['key', 'takes', 'default', 'what it does'],
      BRIDGE_SETTINGS.map((setting) => [
        `\`${setting.key}\``,
        kindOf(setting),
        setting.fallback === null ? '–' : `\`${JSON.stringify(setting.fallback)}\``,
        textOf({ ...setting, key: `bridge.${setting.key}` }),
      ]),
    ),
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

function textOf({ key }: Setting): string {
  const text = SETTING_TEXTS[key];
  if (text === undefined) throw new Error(`setting-texts.ts has no line for ${key}`);
  return text;
}

function kindOf({ kind }: Setting): string {
  switch (kind.type) {
    case 'choice':
      return kind.choices.map((choice) => `\`${JSON.stringify(choice)}\``).join(', ');
    case 'integer':
      return `a whole number from ${kind.min} to ${kind.max}`;
    case 'text':
      return 'text';
    case 'amount':
      return 'a number';
    case 'list':
      return 'a list of texts';
    case 'time':
      return 'a time, `"HH:MM"`';
    case 'zone':
      return 'a time zone, `"Europe/Lisbon"`';
  }
}

function fromVault({ fromVault: rule }: Setting): string {
  if (rule === undefined) return 'counts';
  if (rule.rule === 'tightens')
    return `tightens: ${rule.order.map((value) => `\`${JSON.stringify(value)}\``).join(' < ')}`;
  const harmless = (rule.harmless ?? []).map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  return harmless === '' ? 'asks' : `asks (${harmless})`;
}
