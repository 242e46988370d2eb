import { createDetector, type Detection, type Detector, parsePrivacyMarkers } from '@memora/privacy';
import { findLabelledRanges, mergeSpans, placeholderFor } from '@memora/privacy/internal';
import { type NewTurn, renderTurns } from '@memora/vault';

const OPEN = '<!--privacy:secret-->';
const CLOSE = '<!--/privacy-->';

/** The part of a detector that sealing uses. */
export type TurnDetector = Pick<Detector, 'detect'>;

let builtIn: Detector | undefined;

function builtInDetector(): Detector {
  builtIn ??= createDetector({ mode: 'enforce', onlyStricter: true });
  return builtIn;
}

/** How a turn is sealed. */
export interface SealOptions {
  readonly detector?: TurnDetector | undefined;
  /** True replaces a credential with its kind: `[AWS access key, hidden]`. By default it is put between privacy markers like other secrets. */
  readonly hidesCredentials?: boolean;
}

/**
 * Makes a turn safe to store in a note: credentials, card and account numbers, and other secrets that the detector finds are put between privacy markers, or
 * replaced by their kind. If the detector fails, or markers in the text itself would undo that, the whole turn becomes secret.
 */
export function sealTurn(
  said: NewTurn,
  { detector = builtInDetector(), hidesCredentials = false }: SealOptions = {},
): NewTurn {
  const { name, ...unnamed } = said;
  // The head of a turn can't hide text, so a name that should be hidden is left out.
  const turn =
    name === undefined || lookAt({ ...said, text: name }, detector)?.spans.length === 0 ? said : unnamed;
  const found = lookAt(turn, detector);
  if (found === null) return asSecret(turn);
  if (found.spans.length === 0) return turn;
  const hidden: string[] = [];
  const placeholders: string[] = [];
  let [text, plain] = ['', ''];
  let at = 0;
  for (const span of found.spans) {
    const placeholder = hidesCredentials ? placeholderFor(found, span) : null;
    const value = turn.text.slice(span.start, span.end);
    if (placeholder === null) hidden.push(value);
    else placeholders.push(placeholder);
    const before = turn.text.slice(at, span.start);
    text += `${before}${placeholder ?? `${OPEN}${value}${CLOSE}`}`;
    plain += `${before}${placeholder ?? value}`;
    at = span.end;
  }
  const rest = turn.text.slice(at);
  const [sealed, written] = [
    { ...turn, text: text + rest },
    { ...turn, text: plain + rest },
  ];
  return hides(turn, sealed, hidden) || !showsSecret(sealed, placeholders, detector)
    ? sealed
    : asSecret(written);
}

/** True if all markers are Memora's and each hides its text when read back, so no second detection is needed. */
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

/** Returns the turn with all of its text secret. The marker opens more regions than the text itself can close. */
function asSecret(turn: NewTurn): NewTurn {
  const { markers } = parsePrivacyMarkers(toNote(turn));
  return { ...turn, text: `${OPEN.repeat(markers.length + 1)}${turn.text}` };
}

function toNote(turn: NewTurn): Uint8Array {
  return new TextEncoder().encode(`---\nsource: conversation\n---\n${renderTurns([turn])}`);
}

/** The secrets of a turn; null if detection failed. */
function lookAt(turn: NewTurn, detector: TurnDetector): Detection | null {
  try {
    const found = detector.detect(turn.text);
    if (found.failed) return null;
    return { ...found, spans: mergeSpans([...found.spans, ...findLabelledRanges(turn.text, detector)]) };
  } catch {
    return null;
  }
}

/** True if a secret is still visible when the note is read. */
function showsSecret(turn: NewTurn, placeholders: readonly string[], detector: TurnDetector): boolean {
  const bytes = toNote(turn);
  for (const { start, end, band } of parsePrivacyMarkers(bytes).regions)
    if (band === 'secret') bytes.fill(0x20, start, end);
  const text = new TextDecoder().decode(bytes);
  const found = detector.detect(text);
  return found.spans.some(
    (span) => !placeholders.some((each) => each.includes(text.slice(span.start, span.end))),
  );
}
