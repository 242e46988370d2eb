import type { ProviderCitation, ProviderSource } from '../contract/answer.ts';
import type { CitableClaim } from '../contract/citable-claim.ts';
import type { MarkerRange } from '../statements/parse-citations.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';

/** A passage of a note that a provider cites by position or words, instead of a claim. */
export interface CitedPassage extends CitableClaim {
  readonly quote: string | null;
  /** In Unicode code points of the note's text. */
  readonly characters: { readonly start: number; readonly end: number } | null;
}

/** Units with the provider's citations added to their markers, and the passages cited without a claim. */
interface AttachedCitations {
  readonly units: readonly StatementUnit[];
  readonly passageById: ReadonlyMap<string, CitedPassage>;
}

/** Binds the citations supplied with a text to its statements, as markers at their positions would be bound. */
export function attachCitations(
  units: readonly StatementUnit[],
  citations: readonly ProviderCitation[],
  toNotePath: ((source: ProviderSource) => string | null) | null,
): AttachedCitations {
  const passageById = new Map<string, CitedPassage>();
  if (citations.length === 0) return { units, passageById };
  const addedByUnit = new Map<number, MarkerRange[]>();
  for (const citation of citations) {
    const at = Math.max(
      0,
      units.findLastIndex((unit) => unit.start < citation.end),
    );
    const unit = units[at];
    if (unit === undefined) continue;
    const end = Math.min(citation.end, unit.end);
    const marker = { start: Math.min(Math.max(citation.start, unit.start), end), end, ids: [idOf(citation)] };
    addedByUnit.set(at, [...(addedByUnit.get(at) ?? []), marker]);
  }
  const attached = units.map((unit, i) => {
    const added = addedByUnit.get(i);
    if (added === undefined) return unit;
    return { ...unit, markers: [...unit.markers, ...added].sort((a, b) => a.start - b.start) };
  });
  return { units: attached, passageById };

  function idOf({ claimId, source, quote, characters }: ProviderCitation) {
    if (claimId !== null) return { claimId, malformed: false };
    const notePath = (toNotePath ?? defaultNotePath)(source);
    if (notePath === null || notePath === '')
      return { claimId: source.title ?? source.url ?? '', malformed: true };
    const place =
      characters === null ? `cite-${passageById.size + 1}` : `${characters.start}-${characters.end}`;
    const id = `${notePath}#${place}`;
    passageById.set(id, { id, notePath, span: { start: 0, end: 0 }, fingerprint: null, quote, characters });
    return { claimId: id, malformed: false };
  }
}

/** Returns the note of a provider's source by default: `memora://note/<path>` or a path, otherwise the file name or the title. */
function defaultNotePath({ url, filename, title }: ProviderSource): string | null {
  const note = /^memora:\/\/note\/(.+)$/u.exec(url ?? '')?.[1];
  if (note !== undefined) return note;
  if (url !== null && !/^[a-z][a-z0-9+.-]*:/iu.test(url)) return url;
  return filename ?? title;
}
