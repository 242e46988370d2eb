import { createRandom, createSentenceSource, readRealSentences } from '../query/real-sentences.ts';
import type { Chat } from './import-chats.ts';

/** Turns of a chat, and characters per turn of the user and the assistant: about the values in public chat logs. */
const TURNS = 12;
const ASKED = 200;
const ANSWERED = 1_900;
const DAY = 86_400_000;

/**
 * Chats as long as real ones, made from real sentences, up to this many turns: a short question, then
 * paragraphs and a list. The same for the same seed.
 */
export function realisticChats(data: string, turns: number, seed = 1): Chat[] {
  const random = createRandom(seed);
  const sentence = createSentenceSource(readRealSentences(data), random);
  const paragraph = (characters: number): string => {
    let text = sentence();
    while (text.length < characters) text += ` ${sentence()}`;
    return text;
  };
  const answer = (): string => {
    const items = Array.from({ length: 4 }, () => `- ${sentence()}`).join('\n');
    const last = paragraph(ANSWERED / 4);
    const text = [paragraph(ANSWERED / 4), items, last].join('\n\n');
    return text.length > ANSWERED * 0.8 ? text : `${text}\n\n${paragraph(ANSWERED - text.length)}`;
  };
  return Array.from({ length: Math.ceil(turns / TURNS) }, (_, i) => ({
    id: `chat-${seed}-${i}`,
    title: sentence().slice(0, 40),
    turns: Array.from({ length: Math.min(TURNS, turns - i * TURNS) }, (_, place) => ({
      role: place % 2 === 0 ? ('user' as const) : ('assistant' as const),
      text: place % 2 === 0 ? paragraph(ASKED * 0.8) : answer(),
      at: new Date(Date.UTC(2024, 0, 5, 9) + i * DAY + place * 60_000).toISOString(),
    })),
  }));
}
