import type { SecretCodec } from '@memora/privacy';

/**
 * The number that closes the claims of a prompt, made of the prompt under the vault's key: the same for the same claims, which
 * are named by what they say, and known to no note. Without a key there is none, and each prompt takes a random one.
 */
export function createFence(codec: () => Promise<SecretCodec | undefined>) {
  return async (prompt: string): Promise<number | undefined> => {
    const opened = await codec();
    return opened === undefined
      ? undefined
      : Number.parseInt(opened.hashToken(`fence ${prompt}`).slice(0, 6), 36);
  };
}
