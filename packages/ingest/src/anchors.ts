export { findPlace } from './anchors/find-place.ts';
