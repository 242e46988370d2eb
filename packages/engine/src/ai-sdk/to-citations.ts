import type { LanguageModelV4Citation, LanguageModelV4Source } from '@ai-sdk/provider';
import type { Check, Statement } from '@memora/validator';

/** Locates statements in the text that was passed on, in order. */
interface CitationCollector {
  /** Adds a kept statement; `text` is everything passed on so far. */
  readonly add: (statement: Statement, checks: readonly Check[], text: string) => void;
  readonly citations: readonly LanguageModelV4Citation[];
  /** Returns each cited claim once. */
  readonly sources: () => LanguageModelV4Source[];
}

/** Creates a collector of the SDK's own citation parts: the statement's place in the text, the claim as a document, the cited words. */
export function createCitationCollector(): CitationCollector {
  const citations: LanguageModelV4Citation[] = [];
  let cursor = 0;
  return {
    citations,
    add: (statement, checks, text) => {
      const words = statement.text.trim();
      const start = text.indexOf(words, cursor);
      if (start >= 0) cursor = start + words.length;
      const place = start < 0 ? {} : { startIndex: start, endIndex: start + words.length };
      for (const check of checks) {
        if (check.status !== 'verified') continue;
        const shown = check.band === 'secret' ? null : check.sourceText;
        citations.push({
          source: toSource(check),
          ...place,
          ...(shown === null ? {} : { citedText: shown }),
        });
      }
    },
    sources: () => [...new Map(citations.map(({ source }) => [source.id, source])).values()],
  };
}

function toSource(check: Check): LanguageModelV4Source {
  const note = check.notePath ?? '';
  return {
    type: 'source',
    sourceType: 'document',
    id: check.claimId,
    mediaType: 'text/markdown',
    title: note,
    filename: note,
    providerMetadata: {
      memora: {
        claimId: check.claimId,
        ...(check.span === null ? {} : { span: [check.span.start, check.span.end] }),
      },
    },
  };
}
