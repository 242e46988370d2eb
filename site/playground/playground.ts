import type { VerificationReport } from '@memora/validator';
import { useData } from 'vitepress';
import { defineComponent, h, type Ref, ref } from 'vue';
import { checkAnswer } from './check-answer.ts';

const SOURCE =
  'The gateway moved to Dublin on 2026-03-03.\nThe pump runs at 40 bar.\nNo visitor may enter the control room.';
const ANSWER =
  'The gateway moved to Dublin on 2026-03-03 [1]. The pump runs at 60 bar [2]. A visitor may enter the control room [3]. Everybody is happy.';

/** A source, an answer, and the validator's result, on the page with the frontmatter `playground: true`. */
export const Playground = defineComponent(() => {
  const { frontmatter } = useData();
  const source = ref(SOURCE);
  const answer = ref(ANSWER);
  const report: Ref<VerificationReport | null> = ref(null);
  const check = async () => {
    report.value = await checkAnswer(source.value, answer.value);
  };
  return () =>
    frontmatter.value['playground'] !== true
      ? null
      : h('section', { class: 'playground', 'aria-label': 'Playground' }, [
          ...field('playground-source', 'Sources, one per line: [1], [2], …', source),
          ...field('playground-answer', 'Answer', answer),
          h('button', { type: 'button', onClick: check }, 'Check'),
          h(
            'div',
            { class: 'result', role: 'status' },
            report.value === null ? [] : showReport(report.value),
          ),
        ]);
});

function field(id: string, label: string, text: Ref<string>) {
  return [
    h('label', { for: id }, label),
    h('textarea', {
      id,
      rows: 4,
      spellcheck: false,
      value: text.value,
      onInput: ({ target }: Event) => {
        text.value = (target as unknown as { readonly value: string }).value;
      },
    }),
  ];
}

function showReport({ verdict, statements }: VerificationReport) {
  const items = statements.map(({ text, kept, status, wording, reason }) => {
    const label = status === 'verified' ? wording : status.replaceAll('_', ' ');
    return h('li', [h(kept ? 'span' : 'del', text), h('p', { class: 'reason' }, `${label}: ${reason}`)]);
  });
  return [h('p', ['Verdict: ', h('strong', verdict)]), h('ul', items)];
}
