import { MemoraError } from '@memora/core';
import type { Fetch } from '@memora/privacy';
import * as robotsModule from 'robots-parser';
import { hintedFor } from './fetch-error.ts';
import { readLimited } from './read-limited.ts';

/** Decides whether robots may fetch an address. */
export interface Robots {
  /** Fetches each site's rules once. Also false if the site can't answer (RFC 9309, 2.3.1.4). */
  readonly allows: (address: string) => Promise<boolean>;
}

/** Maximum number of bytes of a robots.txt that are read. RFC 9309 requires at least 500 KiB. */
const MOST_BYTES = 512 * 1024;
const TIMEOUT_MS = 15_000;
const AGENT = 'Memora';

interface Rules {
  readonly isAllowed: (url: string, agent?: string) => boolean | undefined;
}

/** Its types declare a default export, but the module exports the function itself. */
const robotsParser = robotsModule.default as unknown as (url: string, text: string) => Rules;

/**
 * Reads the rules of sites for robots. These apply to fetches that nobody waits for; a page that a person
 * asks for may always be read.
 */
export function createRobots(send: Fetch, signal?: AbortSignal): Robots {
  const rulesByOrigin = new Map<string, Promise<Rules | null>>();
  return {
    allows: async (address) => {
      const { origin } = new URL(address);
      const known = rulesByOrigin.get(origin) ?? fetchRules(origin, send, signal);
      rulesByOrigin.set(origin, known);
      const rules = await known;
      return rules !== null && rules.isAllowed(address, AGENT) !== false;
    },
  };
}

/**
 * Null if the site can't be reached now: then nothing of it may be fetched. A site without the file allows
 * everything.
 */
async function fetchRules(
  origin: string,
  send: Fetch,
  signal: AbortSignal | undefined,
): Promise<Rules | null> {
  const url = `${origin}/robots.txt`;
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  try {
    const response = await send(url, {
      headers: { 'user-agent': AGENT, accept: 'text/plain' },
      signal: stop,
    });
    if (response.status !== 200) {
      await response.body?.cancel().catch(() => undefined);
      return response.status >= 400 && response.status < 500 ? robotsParser(url, '') : null;
    }
    return robotsParser(url, new TextDecoder().decode(await readLimited(response, MOST_BYTES, stop, true)));
  } catch (error) {
    signal?.throwIfAborted();
    // The egress refused the site itself; the fetch that follows reports that.
    if (MemoraError.isInstance(error) && REFUSED.has(error.code)) throw hintedFor(error);
    return null;
  }
}

const REFUSED: ReadonlySet<string> = new Set(['NETWORK_DISABLED', 'ADDRESS_NOT_ALLOWED', 'URL_NOT_ALLOWED']);
