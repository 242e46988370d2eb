import type { TestNote } from './test-notes.ts';

/** A question that the notes answer, or do not. */
interface TestQuestion {
  readonly question: string;
  /** Spellings of the expected words; empty if the notes do not answer. */
  readonly says: readonly string[];
  /** Words of the notes that a search for it needs and the question does not have; one of them is enough. */
  readonly needs: readonly string[];
}

export const TEST_QUESTIONS: readonly TestQuestion[] = [
  {
    question: 'How much paid time off does a full-time employee get?',
    says: ['28'],
    needs: ['urlaub', 'urlaubstage', 'leave', 'vacation'],
  },
  {
    question: 'Who was against shifting the gateway to Ireland?',
    says: ['Rafael'],
    needs: ['dublin', 'objected', 'objection'],
  },
  {
    question: 'What is the retention time of our backups now?',
    says: ['90'],
    needs: ['kept', 'days', 'keep'],
  },
  {
    question: '¿A partir de qué temperatura se para la bomba P-7?',
    says: ['70'],
    needs: ['apaga', 'apagar', 'apagado', '°c', 'límite', 'límites'],
  },
  {
    question: 'How often should the pump get a new filter?',
    says: ['400'],
    needs: ['filtro', 'cambiar', 'bomba'],
  },
  {
    question: 'What does the standard plan cost per month at the moment?',
    says: ['1,200', '1200', '1.200', '１２００'],
    needs: ['標準', '月額', '標準プラン', '料金'],
  },
  {
    question: 'Wann schickt Tomás den Vertrag an Northwind?',
    says: ['June', 'Juni'],
    needs: ['contract', 'send', 'renewal', 'june'],
  },
  {
    question: 'Wie viele Tage mehr bekommt man für lange Betriebszugehörigkeit?',
    says: ['zwei', '2', 'two'],
    needs: ['urlaub', 'urlaubstage', 'jahre', 'anspruch'],
  },
  { question: 'How heavy is the pump P-7?', says: [], needs: ['bomba', 'peso', 'weight', 'kg'] },
  {
    question: 'Who pays for the audit of Northwind?',
    says: [],
    needs: ['cost', 'fee', 'invoice', 'paid', 'bill'],
  },
];

/**
 * A fact that an extractor should find: words that its quote must contain, and names that its subject or
 * object must contain.
 */
interface TestFact {
  readonly note: TestNote;
  readonly quote: string;
  readonly names: readonly string[];
}

export const TEST_FACTS: readonly TestFact[] = [
  { note: 'meetings/2026-03-04.md', quote: 'move the gateway', names: ['Ida', 'gateway'] },
  { note: 'meetings/2026-03-04.md', quote: 'no second power line', names: ['Rafael', 'Dublin', 'site'] },
  { note: 'meetings/2026-03-04.md', quote: '90 days', names: ['backup'] },
  { note: 'meetings/2026-03-04.md', quote: 'Mei will change', names: ['Mei', 'schedule'] },
  { note: 'handbuch/urlaub.md', quote: '28 Urlaubstage', names: ['Vollzeit', 'Urlaub', '28'] },
  { note: 'handbuch/urlaub.md', quote: 'drei Wochen', names: ['Antr', 'Wochen', 'Teamleitung'] },
  { note: 'manuales/bomba-p7.md', quote: '70 °C', names: ['omba', 'P-7', '70'] },
  { note: 'manuales/bomba-p7.md', quote: '400 horas', names: ['filtro', 'fabricante', '400'] },
  { note: 'products/plans.md', quote: '1,500円', names: ['標準', '1,500'] },
  { note: 'calls/2026-02-10.md', quote: 'ends in May', names: ['audit', 'Northwind', 'May'] },
  { note: 'calls/2026-02-10.md', quote: 'contract in June', names: ['Tomás', 'contract', 'June'] },
  { note: 'calls/2026-02-10.md', quote: 'discount of ten percent', names: ['discount', 'ten percent', '10'] },
];
