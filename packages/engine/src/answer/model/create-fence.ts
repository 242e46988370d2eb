import type { SecretCodec } from '@memora/privacy';

/**
 * Creates the number that closes the claims of a prompt, made from the prompt with the vault's key: the same for the same claims, and unknown to every note.
 * Without a key each prompt uses a random number.
 */
export function createFence(codec: () => Promise<SecretCodec | undefined>) {
  return async (prompt: string): Promise<number | undefined> => {
    const opened = await codec();
    return opened === undefined
      ? undefined
      : Number.parseInt(opened.hashToken(`fence ${prompt}`).slice(0, 6), 36);
  };
}
