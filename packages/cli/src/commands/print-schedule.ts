import { loadConfig } from '@memora/engine/config';
import { readFlags } from '../input/read-flags.ts';
import { readText, usageError } from '../input/read-option.ts';
import { resolveVault } from '../input/resolve-vault.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { ownCommand } from '../setup/clients/own-server-command.ts';

/** A daily task: command lines, one after the other. */
interface Job {
  readonly name: string;
  readonly hour: number;
  readonly minute: number;
  readonly commands: readonly (readonly string[])[];
}

/**
 * Prints the lines that run daily what `watch` runs on schedule: index and consolidate at one local time of
 * the config, challenge at the other. The person adds them to their system's scheduler.
 */
export async function printSchedule(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const system = args[0] ?? '';
  const format = FORMAT[system];
  if (format === undefined)
    throw usageError(`no schedule for ${JSON.stringify(system)}`, 'Choose cron, systemd or launchd.');
  const { path } = await resolveVault(context);
  const { config } = await loadConfig({ vault: path, env: io.env, flags: readFlags(options) });
  const { command: program, args: words } = ownCommand(io.env);
  const start = [program, ...words];
  const command = (name: string, ...flags: readonly string[]) => [
    ...start,
    name,
    ...flags,
    '--quiet',
    '--vault',
    path,
  ];
  const unfit = [path, ...start].find((word) => LINE_BREAK.test(word));
  if (unfit !== undefined)
    throw usageError(
      `no ${system} line can name ${JSON.stringify(unfit)}: it contains a line break or a control character`,
      'Rename the folder, or point a link without one at it.',
    );
  const at = readText(options, 'at');
  const jobs: Job[] = [
    {
      name: 'memora-index',
      ...parseTime(at ?? config.consolidation.dailyAt),
      commands: [command('index'), command('consolidate', '--yes')],
    },
    { name: 'memora-challenge', ...parseTime(config.challenger.dailyAt), commands: [command('challenge')] },
  ];
  const text = jobs.map(format).join('\n');
  output.payload({ system, text });
  if (!output.json) io.stdout.write(text);
  return EXIT.done;
}

/**
 * True for text with a line break or control character: a crontab, a unit and a property list are read line
 * by line, and quoting can't contain one.
 */
const LINE_BREAK = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/u;

function parseTime(text: string): { readonly hour: number; readonly minute: number } {
  const time = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  if (time === null) throw usageError(`--at takes a time such as 03:00, not ${JSON.stringify(text)}`);
  return { hour: Number(time[1]), minute: Number(time[2]) };
}

const FORMAT: Readonly<Record<string, (job: Job) => string>> = {
  // cron mails the output, and errors are on stderr.
  cron: ({ hour, minute, commands }) =>
    `# crontab -e\n${minute} ${hour} * * * ${inShell(commands).replaceAll('%', '\\%')} > /dev/null\n`,
  systemd: ({ name, hour, minute, commands }) => {
    const folder = '~/.config/systemd/user';
    const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
    return [
      `# ${folder}/${name}.service`,
      '[Service]',
      'Type=oneshot',
      ...commands.map((words) => `ExecStart=${words.map(unit).join(' ')}`),
      '',
      `# ${folder}/${name}.timer; then: systemctl --user enable --now ${name}.timer`,
      '[Timer]',
      `OnCalendar=*-*-* ${time}:00`,
      'Persistent=true',
      '',
      '[Install]',
      'WantedBy=timers.target',
      '',
    ].join('\n');
  },
  launchd: ({ name, hour, minute, commands }) => {
    const label = `dev.${name.replace('-', '.')}`;
    const words = ['/bin/sh', '-c', inShell(commands)].map((word) => `    <string>${xml(word)}</string>`);
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<!-- ~/Library/LaunchAgents/${label}.plist; then: launchctl load that file -->`,
      '<plist version="1.0"><dict>',
      `  <key>Label</key><string>${label}</string>`,
      `  <key>ProgramArguments</key><array>\n${words.join('\n')}\n  </array>`,
      `  <key>StartCalendarInterval</key><dict><key>Hour</key><integer>${hour}</integer><key>Minute</key><integer>${minute}</integer></dict>`,
      '</dict></plist>',
      '',
    ].join('\n');
  },
};

/** Command lines for a POSIX shell, each run only if the one before succeeded. */
export function inShell(commands: readonly (readonly string[])[]): string {
  return commands.map((words) => words.map(shell).join(' ')).join(' && ');
}

function shell(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function unit(word: string): string {
  return `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;
}

function xml(word: string): string {
  return word.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
}
