import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const DEPLOY: string = fileURLToPath(new URL('../../../../deploy/', import.meta.url));

interface ComposeService {
  readonly image?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly env_file?: string | readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly privileged?: boolean;
  readonly user?: string;
}

/** Variables from a file of lines `NAME=value`. */
export function readEnvFile(file: string): Record<string, string> {
  const lines = readFileSync(`${DEPLOY}${file}`, 'utf8').split('\n');
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/u.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The services of the compose file, with the variables of `env` substituted. */
export function readCompose(env: Readonly<Record<string, string>>): Readonly<Record<string, ComposeService>> {
  const text = readFileSync(`${DEPLOY}compose.yaml`, 'utf8').replace(
    /\$\{(\w+):\?[^}]*\}/gu,
    (_, name: string) => env[name] ?? '',
  );
  return (parse(text, { merge: true }) as { services: Record<string, ComposeService> }).services;
}
