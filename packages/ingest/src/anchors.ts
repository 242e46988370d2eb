export { findPlace, type OriginalPlace } from './anchors/find-place.ts';
