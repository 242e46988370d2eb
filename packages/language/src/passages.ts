export { authorOfSource, isAuthor, type NoteAuthor } from './passages/author-of-source.ts';
export { endsInColon } from './passages/ends-in-colon.ts';
export { groupPassages } from './passages/group-passages.ts';
export type { BlockPassage, PassageBlock, PassageKind } from './passages/passage-block.ts';
export { isBoldLine, readSpeakerLabel } from './passages/read-speaker-label.ts';
