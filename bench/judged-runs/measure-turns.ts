import { verifyAgainst } from '@memora/validator';
import type { Report } from '../report.ts';

const SENTENCES = 1_500;
const STATEMENTS = 400;

/** Other work gets a turn while a long document is verified: the longest uninterrupted work, compared with the total, in processor time. */
export async function measureTurns(report: Report): Promise<void> {
  const sentence = (i: number) =>
    `The ${['pump', 'seal', 'valve', 'gauge', 'hose'][i % 5]} of hall ${i} was ${['checked', 'moved', 'mended'][i % 3]} by crew ${(i * 7) % 31} after shift ${i % 4} and runs at ${10 + ((i * 13) % 90)} bar with the door of side ${(i * 5) % 17} shut.`;
  const lines = Array.from({ length: SENTENCES }, (_, i) => sentence(i) + (i % 12 === 11 ? '\n\n' : ' '));
  const document = `# Halls\n\n${lines.join('')}`;
  const answer = Array.from(
    { length: STATEMENTS },
    (_, i) =>
      `${sentence(i * 3)
        .replace(' and runs at ', ' and holds ')
        .slice(0, -1)} [1].`,
  ).join(' ');
  const used = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  await verifyAgainst({ documents: [document.slice(0, 9_000)], answer: answer.slice(0, 4_000) });
  let [longest, last] = [0, used()];
  const began = last;
  const timer = setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await verifyAgainst({ documents: [document], answer });
  longest = Math.max(longest, used() - last);
  clearInterval(timer);
  report.heading(`a document of ${Math.round(document.length / 1_000)} kB, ${STATEMENTS} statements`);
  report.note(
    `all of it ${Math.round(used() - began)} ms of the processor, the longest stretch ${Math.round(longest)} ms`,
  );
  report.budget('longest stretch without a turn for others', longest / (used() - began), {
    max: 0.15,
    unit: '×',
    baseline: 'all of it',
  });
}
