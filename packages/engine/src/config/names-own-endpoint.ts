import type { LoadedConfig } from './load-config.ts';

/**
 * True if the user named the endpoint: in their own config, the environment or a flag. An accepted vault config still receives none of the user's keys: the
 * user accepted its values, not every service that it may name later.
 */
export function namesOwnEndpoint(
  { settings }: Pick<LoadedConfig, 'settings'>,
  key: 'llm.endpoint' | 'embed.endpoint' | 'judge.endpoint',
): boolean {
  return settings.find((setting) => setting.key === key)?.layer !== 'vault';
}

/** True if a key may be sent to an endpoint: to the service's own origin, or to one that the user named. */
export function mayGetKey(endpoint: string | null, own: string | null, isNamedByUser: boolean): boolean {
  return endpoint === null || isNamedByUser || (own !== null && originOf(endpoint) === originOf(own));
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
