import type { EvidenceContext } from '@memora/validator/judge';

/**
 * The notes that a model is tested on, by path. They were written for this test and contain no personal data.
 */
export const TEST_NOTES = {
  'meetings/2026-03-04.md': `# Platform meeting

## Gateway

Ida proposed to move the gateway from Lisbon to Dublin. Rafael objected, because the site in Dublin has no second power line. Nothing was decided; the topic comes back on 18 March.

## Backups

Decision: backups are kept for 90 days, not for 30 as before. Mei will change the schedule by Friday, 6 March.
`,
  'handbuch/urlaub.md': `# Urlaub

## Anspruch

Vollzeitkräfte haben 28 Urlaubstage im Jahr. Wer mindestens fünf Jahre im Haus ist, bekommt zwei Tage mehr.

## Antrag

Anträge werden mindestens drei Wochen vorher bei der Teamleitung gestellt. Im Dezember wird kein Urlaub von mehr als fünf Tagen genehmigt, außer für Eltern schulpflichtiger Kinder.
`,
  'manuales/bomba-p7.md': `# Bomba de agua P-7

## Arranque

1. Abra la válvula de entrada.
2. Espere hasta que la presión llegue a 4 bar.
3. Encienda el motor.

## Límites

La bomba no debe funcionar más de seis horas seguidas. Por encima de 70 °C se apaga sola. El fabricante recomienda cambiar el filtro cada 400 horas.
`,
  'products/plans.md': `# 料金プラン

## 一覧

| プラン | 月額 | 保存期間 |
|---|---|---|
| 無料 | 0円 | 1か月 |
| 標準 | 1,200円 | 12か月 |
| 企業 | 個別見積もり | 無制限 |

## 変更

標準プランの月額は2026年4月1日から1,500円になる予定です。企業プランには影響しません。
`,
  'calls/2026-02-10.md': `# Call with Northwind

## Renewal

Joyee: We would like to renew, but not before the audit is over. It ends in May, and until then we can't sign anything. The price is fine.

Tomás: Then I will send the contract in June. We also thought about a discount of ten percent, but that has not been approved.
`,
} as const;

/** The path of a note of the test. */
export type TestNote = keyof typeof TEST_NOTES;

/** A section of a note, shown to a judge as evidence. */
interface TestPassage {
  readonly text: string;
  readonly context: EvidenceContext;
}

/** The section of a note under a heading. */
export function readTestPassage(path: TestNote, heading: string): TestPassage {
  const note = TEST_NOTES[path];
  const [, title = ''] = /^# (.*)$/mu.exec(note) ?? [];
  const [, ...sections] = note.split(/^## /mu);
  const section = sections.find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const [date] = /\d{4}-\d{2}-\d{2}/u.exec(path) ?? [];
  return {
    text: section.slice(heading.length).trim(),
    context: {
      title,
      path,
      headings: [title, heading],
      dates: date === undefined ? [] : [date],
      speaker: null,
      leadIn: null,
      header: null,
    },
  };
}
