import type { CommandContext } from '../command-spec.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readText, usageError } from '../read-option.ts';
import { resolveVault } from '../resolve-vault.ts';

/** Prints the lines that index a vault every day; the person puts them where their system wants them. */
export async function printSchedule(context: CommandContext): Promise<ExitCode> {
  const { args, options, io } = context;
  const at = readText(options, 'at') ?? '03:00';
  const time = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at);
  if (time === null) throw usageError(`--at takes a time such as 03:00, not ${JSON.stringify(at)}`);
  const [, hour = '', minute = ''] = time;
  const { path } = await resolveVault(context);
  const node = process.execPath;
  const bin = process.argv[1] ?? 'memora';
  switch (args[0]) {
    case 'cron':
      io.stdout.write(
        `# crontab -e\n${Number(minute)} ${Number(hour)} * * * ${[node, bin, 'index', '--quiet', '--vault', path].map(shell).join(' ').replaceAll('%', '\\%')}\n`,
      );
      return EXIT.done;
    case 'systemd':
      io.stdout.write(
        `# ~/.config/systemd/user/memora.service\n[Service]\nType=oneshot\nExecStart=${[node, bin, 'index', '--quiet', '--vault', path].map(unit).join(' ')}\n\n` +
          `# ~/.config/systemd/user/memora.timer; then: systemctl --user enable --now memora.timer\n[Timer]\nOnCalendar=*-*-* ${hour}:${minute}:00\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n`,
      );
      return EXIT.done;
    case 'launchd': {
      const words = [node, bin, 'index', '--quiet', '--vault', path].map(
        (word) => `    <string>${xml(word)}</string>`,
      );
      io.stdout.write(
        `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ~/Library/LaunchAgents/dev.memora.index.plist -->\n<plist version="1.0"><dict>\n  <key>Label</key><string>dev.memora.index</string>\n` +
          `  <key>ProgramArguments</key><array>\n${words.join('\n')}\n  </array>\n  <key>StartCalendarInterval</key><dict><key>Hour</key><integer>${Number(hour)}</integer><key>Minute</key><integer>${Number(minute)}</integer></dict>\n</dict></plist>\n`,
      );
      return EXIT.done;
    }
    default:
      throw usageError(
        `no schedule for ${JSON.stringify(args[0] ?? '')}`,
        'There is cron, systemd and launchd.',
      );
  }
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
