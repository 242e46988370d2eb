import type { IgnoredSetting, LoadedConfig } from './load-config.ts';
import { RETIRED_SETTINGS } from './retired-settings.ts';
import type { SettingValue } from './setting.ts';

/** Returns sentences about the ignored settings, each with its remedy; empty if nothing is ignored. */
export function describeIgnored(
  { ignored, wanted }: Pick<LoadedConfig, 'ignored' | 'wanted'>,
  vaultRoot: string,
): { readonly detail: string; readonly remedy: string }[] {
  const waiting = ignored.filter(({ reason }) => reason === 'not-accepted');
  const looser = ignored.filter(({ reason }) => reason === 'looser');
  const said = wanted?.trust === 'refused' ? 'you refused it' : 'you have not accepted it';
  return [
    ...(waiting.length === 0
      ? []
      : [
          {
            detail: `the config of this vault asks for ${list(waiting)}; that is ignored, because ${said}`,
            remedy: `\`memora trust --vault ${showText(vaultRoot)}\` shows it and asks you.`,
          },
        ]),
    ...(looser.length === 0
      ? []
      : [
          {
            detail: `the config of this vault asks for ${list(looser)}; that is ignored, because your own settings are stricter`,
            remedy: 'A vault may tighten your privacy settings, but not loosen them.',
          },
        ]),
    ...ignored
      .filter(({ reason }) => reason === 'retired')
      .map(({ key }) => ({
        detail: `${key} is no longer a setting; it is ignored, because ${RETIRED_SETTINGS.get(key)}`,
        remedy: 'Remove it from your config.',
      })),
  ];
}

/** Returns one setting in config syntax. Anything except plain ASCII is escaped, so that nothing is hidden on screen. */
export function showSetting({ key, value }: { readonly key: string; readonly value: SettingValue }): string {
  return `${key} = ${toAscii(JSON.stringify(value))}`;
}

function list(settings: readonly IgnoredSetting[]): string {
  return settings.map(showSetting).join(', ');
}

function showText(text: string): string {
  return /^[\w./~-]+$/.test(text) ? text : toAscii(JSON.stringify(text));
}

function toAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
