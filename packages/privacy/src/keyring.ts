export { configFolder } from './keys/config-folder.ts';
export { createSecretCodec } from './keys/create-secret-codec.ts';
export { type KeyRotation, openKeyRotation, type PastKey } from './keys/open-key-rotation.ts';
export { type Keyring, openKeyring } from './keys/open-keyring.ts';
export type { SecretCodec } from './keys/secret-codec.ts';
