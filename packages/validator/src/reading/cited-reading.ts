import type { CitableClaim } from '../contract/citable-claim.ts';
import { toHalfWidth } from './half-width.ts';
import { readText, type TextReading } from './text-reading.ts';
import { unwrapLines } from './unwrap-lines.ts';

/** One verified span with its claim. */
export interface CitedSpan {
  readonly text: string;
  readonly claim: CitableClaim;
  /** Where {@link readCited} keeps what it read: it lasts as long as the span. */
  reading?: CitedReading | undefined;
}

/** The readings of the spans that a statement cites, and of what stands around them: that counts as evidence too. */
export interface CitedReading {
  readonly spans: readonly TextReading[];
  /** Subject, predicate and object, title and headings of every claim, one a line. */
  readonly beside: TextReading;
  /** The spans and what stands beside them as one text. */
  readonly all: TextReading;
  /** What stands beside them, and the paths of their notes. */
  readonly named: TextReading;
  /** What the first claim is about. */
  readonly subject: string;
}

/** The reading of some spans; each span is read once, however often and beside what it is cited. */
export function readCited(evidence: readonly CitedSpan[]): CitedReading {
  const [only] = evidence;
  if (only === undefined || evidence.length > 1) return new LazyCitedReading(evidence, spanOf);
  only.reading ??= new LazyCitedReading(evidence, readSpan);
  return only.reading;
}

/** The reading of texts that are no spans of claims, with what stands around them. */
export function readLoose(texts: readonly string[], beside: string, subject: string): CitedReading {
  return {
    spans: texts.map(readText),
    beside: readText(beside),
    all: readText(`${texts.join('\n')}\n${beside}`),
    named: readText(beside),
    subject,
  };
}

function readSpan({ text }: CitedSpan): TextReading {
  return readText(toHalfWidth(unwrapLines(text)));
}

function spanOf(cited: CitedSpan): TextReading {
  return readCited([cited]).spans[0] as TextReading;
}

class LazyCitedReading implements CitedReading {
  readonly spans: readonly TextReading[];
  readonly #evidence: readonly CitedSpan[];
  #beside: TextReading | undefined;
  #all: TextReading | undefined;
  #named: TextReading | undefined;

  constructor(evidence: readonly CitedSpan[], read: (cited: CitedSpan) => TextReading) {
    this.#evidence = evidence;
    this.spans = evidence.map(read);
  }

  get beside(): TextReading {
    this.#beside ??= readText(joinBeside(this.#evidence.map(({ claim }) => claim)));
    return this.#beside;
  }

  get all(): TextReading {
    this.#all ??= readText(
      toHalfWidth(`${this.#evidence.map(({ text }) => text).join('\n')}\n${this.beside.text}`),
    );
    return this.#all;
  }

  get named(): TextReading {
    this.#named ??= readText(
      this.beside.text + this.#evidence.map(({ claim }) => `\n${claim.notePath}`).join(''),
    );
    return this.#named;
  }

  get subject(): string {
    const claim = this.#evidence[0]?.claim;
    return `${claim?.subject ?? ''} ${claim?.noteTitle ?? ''}`;
  }
}

function joinBeside(
  claims: readonly Pick<CitableClaim, 'subject' | 'predicate' | 'object' | 'noteTitle' | 'headingPath'>[],
): string {
  let beside = '';
  for (const { subject, predicate, object, noteTitle, headingPath } of claims)
    for (const text of [subject, predicate, object, noteTitle, ...(headingPath ?? [])])
      if (typeof text === 'string') beside += beside === '' ? text : `\n${text}`;
  return beside;
}
