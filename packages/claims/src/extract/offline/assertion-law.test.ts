import { fingerprint } from '@memora/core';
import { assertionCues, type Cue } from '@memora/language/assertion';
import { type CitableClaim, verifyCitations } from '@memora/validator';
import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { extractOffline } from './offline-extractor.ts';

const CONJUNCTIONS: Readonly<Record<string, string>> = { en: ' that', de: ', dass', fr: ' que', es: ' que' };

function sentenceWith({ text, place, language }: Cue): string {
  const cue = text.replaceAll('*', '').replace('told …', 'told Ann').replace(' …', ' Drift');
  if (place === 'start') return `${cue.charAt(0).toUpperCase()}${cue.slice(1)} Drift costs 40 EUR in Oslo.`;
  if (place === 'saying') return `"Drift costs 40 EUR in Oslo," ${cue} Bob.`;
  if (place === 'that') return `Bob ${cue}${CONJUNCTIONS[language]} Drift costs 40 EUR in Oslo.`;
  return `Drift ${cue} costs 40 EUR in Oslo.`;
}

async function extractAndCite(sentence: string, statement: string) {
  const bytes = Buffer.from(`# Drift\n\n${sentence}\n`);
  const [extracted] = extractOffline(parseNote(bytes, { path: 'n.md' }), bytes).claims;
  if (extracted === undefined) throw new Error('no claim');
  const { span, assertion } = extracted;
  const claim: CitableClaim = {
    id: 'claim00000000001',
    notePath: 'n.md',
    noteTitle: 'Drift',
    span,
    fingerprint: fingerprint(bytes.subarray(span.start, span.end)),
    assertion,
  };
  const { checks } = await verifyCitations(statement.replace(/([.。]?)$/u, ` [claim:${claim.id}]$1`), {
    claims: async () => new Map([[claim.id, claim]]),
    sources: async () => bytes,
  });
  return { assertion, status: checks[0]?.status };
}

it.each(
  assertionCues()
    .filter(({ files }) => files)
    .map((cue) => [cue.language, cue.kind, cue.text, cue] as const),
)(
  '%s: what the extractor files as %s by %j verifies word for word, and not as a fact',
  async (_language, kind, _text, cue) => {
    const sentence = sentenceWith(cue);
    expect(await extractAndCite(sentence, sentence)).toEqual({ assertion: kind, status: 'verified' });
    const { status } = await extractAndCite(sentence, 'Drift costs 40 EUR in Oslo.');
    expect(status).toBe('token_mismatch');
  },
);
