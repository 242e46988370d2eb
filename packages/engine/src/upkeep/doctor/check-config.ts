import type { LoadedConfig, ResolvedSetting } from '../../config/index.ts';
import { type DoctorCheck, ok } from './doctor-check.ts';

/** Lists every setting that is not a default, with its layer and the layers it overrules: flag > env > vault > user > default. */
export function checkConfig({ settings, files }: LoadedConfig): DoctorCheck {
  const set = settings.filter((each) => each.layer !== 'default');
  const read = files.length === 0 ? 'no config file' : files.join(', ');
  if (set.length === 0) return ok('config', `${read}; every setting at its default`);
  return {
    ...ok('config', `${read}; flag > env > vault > user > default`),
    lines: set.map(describeSetting),
  };
}

function describeSetting({ key, value, layer, overruled }: ResolvedSetting): string {
  const others = overruled.map((other) => `${JSON.stringify(other.value)} (${other.layer})`).join(', ');
  return `${key} = ${JSON.stringify(value)} (${layer}${others === '' ? ')' : `; overrules ${others})`}`;
}
