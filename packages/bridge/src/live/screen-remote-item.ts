import type { Detector } from '@memora/privacy';
import { screenHarm } from '../audit/screen-memory.ts';
import type { RemoteItem } from './remote-memory.ts';

/** Why a remote memory is neither shown nor imported; null if nothing is wrong with it. */
export function screenRemoteItem(
  { id, text, entity, kind, at }: RemoteItem,
  name: string,
  detector: Detector,
): 'secret' | 'injected' | null {
  const harm = screenHarm(
    {
      provider: 'list',
      format: name,
      id,
      text,
      entity,
      kind,
      createdAt: at,
      updatedAt: null,
      scope: null,
      origin: 'unknown',
      source: null,
      band: 'private',
      tags: [],
      file: name,
      span: { start: 0, end: 0 },
      line: 1,
    },
    detector,
  );
  if (harm === null) return null;
  return harm.verdict === 'secret' ? 'secret' : 'injected';
}
