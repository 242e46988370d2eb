import { differsInValue } from '@memora/claims/internal';
import { segmentSentences } from '@memora/language/sentences';
import { verifyAgainst } from '@memora/validator';
import type { ForeignMemory } from '../foreign-memory.ts';
import { type EvidenceIndex, type EvidenceLine, wordsToFind } from './evidence-index.ts';
import type { Screening } from './screen-memory.ts';
import type { AuditPlace } from './verdict.ts';

/** The verdict of the sources on a memory. */
type SourceVerdict = Screening & { readonly against: AuditPlace | null };

/** Maximum number of lines that each sentence is compared with. */
const MOST_LINES = 16;

/** Compares a memory with the sources. It is grounded only if a source states each of its sentences with every critical token. */
export async function compareWithSources(
  memory: ForeignMemory,
  sources: EvidenceIndex<EvidenceLine>,
): Promise<SourceVerdict> {
  const verdicts: SourceVerdict[] = [];
  for (const { start, end } of segmentSentences(memory.text)) {
    const sentence = memory.text.slice(start, end).trim();
    if (/[\p{L}\p{N}]/u.test(sentence))
      verdicts.push(await compareSentence(toStatement(sentence, memory.entity), memory, sources));
  }
  const worst =
    verdicts.find(({ verdict }) => verdict === 'contradicted') ??
    verdicts.find(({ verdict }) => verdict === 'superseded');
  return worst ?? verdicts.find(({ verdict }) => verdict === 'ungrounded') ?? verdicts[0] ?? UNGROUNDED;
}

const UNGROUNDED: SourceVerdict = {
  verdict: 'ungrounded',
  code: 'no_source',
  reason: 'No source says so; whether it is true is not known.',
  against: null,
};

/** An observation of an entity is about it even if it does not name it: "runs in Lisbon". */
export function toStatement(text: string, entity: string | null): string {
  if (entity === null || /[/\\]/u.test(entity)) return text;
  const name = entity.replaceAll('_', ' ').trim();
  const isNamed = [...wordsToFind(name)].some((word) => wordsToFind(text).has(word));
  return !isNamed && /^\p{Ll}+(?:s|ed)\b/u.test(text) && /^[\p{L}\p{N} .'-]{1,60}$/u.test(name)
    ? `${name} ${text}`
    : text;
}

async function compareSentence(
  sentence: string,
  memory: ForeignMemory,
  sources: EvidenceIndex<EvidenceLine>,
): Promise<SourceVerdict> {
  const lines = sources.find(sentence, MOST_LINES);
  const agreeing: EvidenceLine[] = [];
  const conflicting: EvidenceLine[] = [];
  for (const line of lines) {
    if (await says(sentence, line)) agreeing.push(line);
    else if (differsInValue(sentence, line.text)) conflicting.push(line);
  }
  const [said] = newest(agreeing);
  const [line] = newest(conflicting);
  if (line === undefined) return said === undefined ? UNGROUNDED : grounded(sentence, said);
  if (said !== undefined && (said.at ?? '') >= (line.at ?? '')) return grounded(sentence, said);
  if (said !== undefined) {
    return {
      verdict: 'superseded',
      code: 'older_source',
      reason: 'It was true; a newer source says something else.',
      against: line,
    };
  }
  return {
    verdict: 'contradicted',
    code: 'source_disagrees',
    reason: 'A source says otherwise.',
    against: memory.file === line.file && memory.line === line.line ? null : line,
  };
}

function grounded(sentence: string, line: EvidenceLine): SourceVerdict {
  const isQuoted = squeeze(line.text).includes(squeeze(sentence));
  return {
    verdict: 'grounded',
    code: isQuoted ? 'quoted' : 'entailed',
    reason: isQuoted
      ? 'A source says it in these words.'
      : 'A source says it, with every critical token in agreement.',
    against: line,
  };
}

function squeeze(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** True if a line states what a sentence states: all of its words, all of its critical tokens, and nothing that the validator refuses. */
async function says(sentence: string, line: EvidenceLine): Promise<boolean> {
  const [stated, source] = [sentence, line.text];
  const known = [...wordsToFind(source)];
  for (const word of wordsToFind(stated)) {
    if (word.length < 4 && !/\p{N}/u.test(word)) continue;
    if (
      !known.some(
        (other) =>
          other === word ||
          (word.length > 4 &&
            !/\P{L}/u.test(word) &&
            other.startsWith(word.slice(0, -2)) &&
            Math.abs(other.length - word.length) < 4),
      )
    )
      return false;
  }
  const plain = stated.replace(/[[\]]/gu, '').replace(/[.!?。！？]+$/u, '');
  const report = await verifyAgainst({ documents: [source], answer: `${plain} [1].` });
  return (
    report.statements.some(({ kind }) => kind === 'claim') &&
    report.statements.every(({ kind, kept }) => kind !== 'claim' || kept)
  );
}

function newest(lines: readonly EvidenceLine[]): EvidenceLine[] {
  return [...lines].sort((a, b) => compareTimes(b.at, a.at));
}

function compareTimes(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;
}
