export { namesOriginal } from './originals/names-original.ts';
export { type OriginalPath, parseOriginalPath } from './originals/original-place.ts';
