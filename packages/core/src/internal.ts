/** For the other packages of Memora alone: what stands here may change in any release. */
export { editDistance } from './edit-distance.ts';
export { defaultBlake3 } from './fingerprint.ts';
export { dropTreacherous, escapeTreacherous, spellTreacherous } from './spell-treacherous.ts';
