import type { LoadedConfig } from './load-config.ts';

/**
 * True if the user named the endpoint themself: in their own config, the environment or a flag. A vault's config may be accepted
 * and still gets none of the user's keys: it was accepted for what it asks, and not for every service that it may name.
 */
export function namesOwnEndpoint(
  { settings }: Pick<LoadedConfig, 'settings'>,
  key: 'llm.endpoint' | 'embed.endpoint' | 'judge.endpoint',
): boolean {
  return settings.find((setting) => setting.key === key)?.layer !== 'vault';
}

/** True if a key of a service may go to an endpoint: to the service's own origin, or to one that the user named. */
export function mayGetKey(endpoint: string | null, own: string | null, isNamedByUser: boolean): boolean {
  return endpoint === null || isNamedByUser || (own !== null && originOf(endpoint) === originOf(own));
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
