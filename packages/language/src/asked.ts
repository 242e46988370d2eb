export { readCompared } from './asked/compared.ts';
export { holdsFigure } from './asked/holds-figure.ts';
export { holdsTime } from './asked/holds-time.ts';
export { LIGHT_WORDS } from './asked/light-words.ts';
export { mayName } from './asked/may-name.ts';
export { asksMaker, namesMaker } from './asked/names-maker.ts';
export { type AskedKind, readAskedKind } from './asked/read-asked-kind.ts';
export { type AskedVoice, readAskedVoice, withoutAddress } from './asked/read-asked-voice.ts';
