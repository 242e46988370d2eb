export { configFolder } from './config-folder.ts';
export { createSecretCodec } from './create-secret-codec.ts';
export { type KeyRotation, openKeyRotation, type PastKey } from './open-key-rotation.ts';
export { type Keyring, openKeyring } from './open-keyring.ts';
export type { SecretCodec } from './secret-codec.ts';
