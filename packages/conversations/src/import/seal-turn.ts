import { createDetector, type Detector, parsePrivacyMarkers } from '@memora/privacy';
import { type NewTurn, renderTurns } from '@memora/vault';

const OPEN = '<!--privacy:secret-->';
const CLOSE = '<!--/privacy-->';

/** What a detector has to have for this. */
export type TurnDetector = Pick<Detector, 'detect'>;

let builtIn: Detector | undefined;

function builtInDetector(): Detector {
  builtIn ??= createDetector({ mode: 'enforce', onlyStricter: true });
  return builtIn;
}

/**
 * A turn as a note may hold it: credentials, numbers of cards and accounts, and whatever else the detector would keep secret, stand between
 * privacy markers. Where the detector fails, or markers of the text itself would undo that, the whole turn is secret.
 */
export function sealTurn(said: NewTurn, detector: TurnDetector = builtInDetector()): NewTurn {
  const { name, ...unnamed } = said;
  // The head of a turn can hide nothing: a name that would have to be hidden is left out.
  const turn = name === undefined || lookAt({ ...said, text: name }, detector)?.length === 0 ? said : unnamed;
  const found = lookAt(turn, detector);
  if (found === null) return asSecret(turn);
  if (found.length === 0) return turn;
  let text = '';
  let at = 0;
  for (const { start, end } of found) {
    text += `${turn.text.slice(at, start)}${OPEN}${turn.text.slice(start, end)}${CLOSE}`;
    at = end;
  }
  const sealed = { ...turn, text: text + turn.text.slice(at) };
  const hidden = found.map(({ start, end }) => turn.text.slice(start, end));
  return hides(turn, sealed, hidden) || !showsSecret(sealed, detector) ? sealed : asSecret(turn);
}

/** True where the only markers are ours, and each is read around what it hides: then nobody need look for it again. */
function hides(turn: NewTurn, sealed: NewTurn, hidden: readonly string[]): boolean {
  if (parsePrivacyMarkers(toNote(turn)).markers.length > 0) return false;
  const bytes = toNote(sealed);
  const regions = parsePrivacyMarkers(bytes).regions.filter(({ band }) => band === 'secret');
  const decoder = new TextDecoder();
  return (
    regions.length === hidden.length &&
    regions.every(({ start, end }, i) =>
      decoder
        .decode(bytes.subarray(start, end))
        .replaceAll('\n> ', '\n')
        .includes(hidden[i] as string),
    )
  );
}

/** The turn with all of its text secret: opened more often than the text itself can close. */
function asSecret(turn: NewTurn): NewTurn {
  const { markers } = parsePrivacyMarkers(toNote(turn));
  return { ...turn, text: `${OPEN.repeat(markers.length + 1)}${turn.text}` };
}

function toNote(turn: NewTurn): Uint8Array {
  return new TextEncoder().encode(`---\nsource: conversation\n---\n${renderTurns([turn])}`);
}

/** The places to hide; null where that can't be known. */
function lookAt(turn: NewTurn, detector: TurnDetector): readonly { start: number; end: number }[] | null {
  try {
    const found = detector.detect(turn.text);
    return found.failed ? null : found.spans;
  } catch {
    return null;
  }
}

/** True where something is left in sight, as the note will be read. */
function showsSecret(turn: NewTurn, detector: TurnDetector): boolean {
  const bytes = toNote(turn);
  for (const { start, end, band } of parsePrivacyMarkers(bytes).regions)
    if (band === 'secret') bytes.fill(0x20, start, end);
  return detector.detect(new TextDecoder().decode(bytes)).spans.length > 0;
}
