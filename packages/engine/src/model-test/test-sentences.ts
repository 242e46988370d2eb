import type { TestNote } from './test-notes.ts';

/** A sentence for the judge, with the section that it cites. */
interface TestSentence {
  readonly note: TestNote;
  readonly heading: string;
  readonly text: string;
  /** True if the section supports the sentence. */
  readonly holds: boolean;
}

const of =
  (note: TestNote, heading: string, holds: boolean) =>
  (text: string): TestSentence => ({ note, heading, text, holds });

/** Labelled by hand: sentences as models write them about notes, true and false, in the language of the note and in others. */
export const TEST_SENTENCES: readonly TestSentence[] = [
  ...[
    'Ida suggested relocating the gateway to Dublin.',
    'Rafael was against it, since the Dublin site lacks a second power line.',
    'The question of the gateway was left open until 18 March.',
    'Rafael war gegen den Umzug nach Dublin.',
    'Aucune décision n’a été prise au sujet de la passerelle.',
  ].map(of('meetings/2026-03-04.md', 'Gateway', true)),
  ...[
    'The team decided to move the gateway to Dublin.',
    'Ida objected to the move, because Dublin has no second power line.',
    'Everybody agreed that the gateway should leave Lisbon.',
    'Das Gateway wurde am 18. März nach Dublin verlegt.',
    'The gateway in Lisbon has no second power line.',
  ].map(of('meetings/2026-03-04.md', 'Gateway', false)),
  ...[
    'Backups are now kept three times as long as before.',
    'Mei has to adjust the schedule by 6 March 2026.',
    'Las copias de seguridad se guardan 90 días.',
  ].map(of('meetings/2026-03-04.md', 'Backups', true)),
  ...['Backups used to be kept for 90 days.', 'Mei has already changed the schedule.'].map(
    of('meetings/2026-03-04.md', 'Backups', false),
  ),
  ...[
    'Nach fünf Jahren im Haus hat eine Vollzeitkraft 30 Urlaubstage.',
    'Full-time employees get 28 days of leave a year.',
  ].map(of('handbuch/urlaub.md', 'Anspruch', true)),
  ...[
    'Alle Beschäftigten haben 30 Urlaubstage im Jahr.',
    'Part-time employees get 28 days of leave a year.',
  ].map(of('handbuch/urlaub.md', 'Anspruch', false)),
  ...[
    'Eltern schulpflichtiger Kinder können auch im Dezember länger als fünf Tage Urlaub bekommen.',
    'A request for leave goes to the team lead, three weeks ahead at the latest.',
  ].map(of('handbuch/urlaub.md', 'Antrag', true)),
  ...[
    'Im Dezember wird niemandem Urlaub von mehr als fünf Tagen genehmigt.',
    'Anträge werden spätestens drei Tage vorher gestellt.',
  ].map(of('handbuch/urlaub.md', 'Antrag', false)),
  ...[
    'El motor se enciende después de que la presión llegue a 4 bar.',
    'Before the motor is switched on, the inlet valve has to be open.',
  ].map(of('manuales/bomba-p7.md', 'Arranque', true)),
  ...[
    'El motor se enciende antes de abrir la válvula de entrada.',
    'La bomba funciona a 4 bar como máximo.',
  ].map(of('manuales/bomba-p7.md', 'Arranque', false)),
  ...[
    'La bomba se apaga por sí misma cuando supera los 70 °C.',
    'The manufacturer advises a new filter every 400 hours.',
    'يجب ألا تعمل المضخة أكثر من ست ساعات متواصلة.',
  ].map(of('manuales/bomba-p7.md', 'Límites', true)),
  ...[
    'La bomba debe apagarse a mano cuando supera los 70 °C.',
    'The filter has to be replaced every six hours.',
    'توصي الشركة المصنعة بتغيير المضخة كل 400 ساعة.',
  ].map(of('manuales/bomba-p7.md', 'Límites', false)),
  ...['標準プランのデータは1年間保存されます。', 'The free plan keeps data for one month.'].map(
    of('products/plans.md', '一覧', true),
  ),
  ...['無料プランのデータは12か月保存されます。', 'The enterprise plan costs 1,200 yen a month.'].map(
    of('products/plans.md', '一覧', false),
  ),
  ...['2026年4月から標準プランは300円高くなる見込みです。'].map(of('products/plans.md', '変更', true)),
  ...['企業プランも2026年4月1日から値上げされます。'].map(of('products/plans.md', '変更', false)),
  ...[
    'Northwind will not sign before its audit ends in May.',
    'Joyee has nothing against the price.',
    'Tomás will den Vertrag im Juni schicken.',
  ].map(of('calls/2026-02-10.md', 'Renewal', true)),
  ...[
    'Northwind gets a discount of ten percent.',
    'Joyee will send the contract in June.',
    'Northwind renewed the contract in February.',
  ].map(of('calls/2026-02-10.md', 'Renewal', false)),
];
