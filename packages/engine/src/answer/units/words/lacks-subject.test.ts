import { expect, it } from 'vitest';
import type { EvidenceWord } from '../../evidence/evidence.ts';
import { holdsOneAlone, lacksSubject } from './lacks-subject.ts';

/** `filters! shared user`: words of a question, of which those with a mark are held. */
function words(told: string, mark: Partial<EvidenceWord> = {}): EvidenceWord[] {
  return told.split(' ').map((each) => {
    const held = each.endsWith('!') ? 1 : 0;
    const word = { word: each.replace('!', ''), share: 0.2, held, own: held, documents: 1 };
    return held === 0 ? { ...word, ...mark } : word;
  });
}

it.each([
  ['Can filters be shared with another user?', 'filters shared! user'],
  ['Which programming language is the handbook written in?', 'programming! language! handbook written!'],
  ['Which calendar app does it sync with?', 'calendar app! sync!'],
  ['Where is the data centre of the harbour?', 'data centre! harbour!'],
])('%j is not answered by what lacks its subject', (question, told) => {
  expect(lacksSubject(words(told), question)).toBe(true);
});

it.each([
  ['Can filters be shared with another user?', 'filters! shared! user'],
  ['Which brand of socks does the author buy?', 'brand! socks! author buy!'],
  ['Can the plugin be shared?', 'plugin shared!'],
  ['What is the colour of the buoy?', 'colour buoy!'],
  ['Who is the author of the guide?', 'author guide!'],
  ['Who is the founder of the harbour?', 'founder harbour!'],
  ['export notes', 'export notes!'],
  ['Wo ist der Hafen?', 'ist hafen'],
  ['Was ist die Adresse des Hafens?', 'ist adresse hafens!'],
  ['Was die Pumpe kostet', 'die pumpe kostet!'],
  ['Welche Sprache hat das Handbuch?', 'sprache! hat das handbuch'],
  ['Est-ce que les filtres peuvent être partagés ?', 'filtres partages!'],
  ['Quelle application a le calendrier ?', 'application! a calendrier'],
  ['フィルターは共有できますか', 'フィルター 共有!'],
])('%j is not kept from what lacks %j', (question, told) => {
  expect(lacksSubject(words(told), question)).toBe(false);
});

it('a name that is lacking and a word that is misspelt are judged elsewhere', () => {
  expect(lacksSubject(words('filters shared!', { name: true }), 'Can filters be shared?')).toBe(false);
  expect(lacksSubject(words('filtres shared!', { near: true }), 'Can filtres be shared?')).toBe(false);
});

it('of several words that say something one alone is little, and none of it may be misspelt', () => {
  expect(holdsOneAlone(words('kernel! driver'))).toBe(true);
  expect(holdsOneAlone(words('kernel! driver!'))).toBe(false);
  expect(holdsOneAlone(words('kernel!'))).toBe(false);
  expect(holdsOneAlone(words('kernel! make'))).toBe(false);
  expect(holdsOneAlone(words('kernel! drvier', { near: true }))).toBe(false);
});
