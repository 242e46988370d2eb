import type { ReportData } from '../src/report-data.ts';
import { createClaimIndex } from './claim-index.ts';
import { startClaimList } from './claim-list.ts';
import { showClaim } from './claim-panel.ts';
import { byId, element } from './element.ts';
import { readFilters, startFilters } from './filters.ts';
import { createGraphView, type GraphView } from './graph-view.ts';
import { drawPrintGraph } from './print-graph.ts';
import { startTheme } from './theme.ts';

const HOW: Readonly<Record<string, readonly [out: string, into: string]>> = {
  contradicts: ['contradicts', 'contradicts'],
  supersedes: ['supersedes', 'superseded by'],
  derives: ['rests on', 'carries'],
  depends_on: ['rests on', 'carries'],
  caused: ['caused', 'caused by'],
  learned_from: ['learned from', 'taught'],
  applies_to: ['applies to', 'subject of'],
  entails: ['entails', 'follows from'],
};

// The text is shown first, because painting the graph takes longer.
requestAnimationFrame(() => setTimeout(start));

/** Starts the page: reads its data, paints the graph and adds the listeners. */
function start(): void {
  const data = JSON.parse(byId('report-data', HTMLScriptElement).textContent ?? '') as ReportData;
  const index = createClaimIndex(data);
  const panel = byId('panel', HTMLElement);
  byId('explorer', HTMLDivElement).hidden = false;
  let chosen: number | null = null;
  const choose = (claim: number | null, move = true): void => {
    chosen = claim;
    view?.choose(claim, move);
    if (claim === null) rest(panel);
    else showClaim(panel, { claim, related: relatedTo(claim, data) }, data, choose);
  };
  const list = startClaimList(data, choose);
  const view = tryView(data, (claim) => choose(claim, false));
  const apply = (): void => {
    const found = index.find(readFilters());
    view?.filter(found);
    list.show(found ?? [...data.claims.keys()]);
    const count = (found?.length ?? data.claims.length).toLocaleString('en');
    byId('count', HTMLSpanElement).textContent = `${count} claims`;
  };
  startFilters(index.span, apply);
  startTheme(() => view?.repaint());
  startKeys(() => chosen, choose, view);
  startAnchors(data, choose);
  addEventListener('beforeprint', () => drawPrintGraph(byId('print-graph', HTMLDivElement), data));
  rest(panel);
  apply();
  document.documentElement.dataset['ready'] = 'true';
}

function rest(panel: HTMLElement): void {
  panel.replaceChildren(
    element('p', { class: 'meta' }, 'Choose a dot to read the line of the note behind it.'),
  );
}

function tryView(data: ReportData, choose: (claim: number | null) => void): GraphView | null {
  const canvas = byId('canvas', HTMLDivElement);
  try {
    return createGraphView(canvas, data, choose);
  } catch {
    canvas.replaceChildren(
      element('p', { class: 'none' }, 'This browser has no WebGL; the list below contains the same claims.'),
    );
    byId('list', HTMLDetailsElement).open = true;
    return null;
  }
}

function relatedTo(claim: number, { graph }: ReportData): { readonly how: string; readonly claim: number }[] {
  const node = graph.nodes.findIndex((each) => each.claim === claim);
  return graph.edges.flatMap(({ from, to, type }) => {
    const [out, into] = HOW[type] ?? [type, type];
    const other = from === node ? to : to === node ? from : -1;
    const at = graph.nodes[other]?.claim;
    return at == null ? [] : [{ how: from === node ? out : into, claim: at }];
  });
}

const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function startKeys(
  chosen: () => number | null,
  choose: (claim: number | null) => void,
  view: GraphView | null,
): void {
  const zooms = { '+': 'in', '=': 'in', '-': 'out', '0': 'all' } as const;
  byId('canvas', HTMLDivElement).addEventListener('keydown', (event) => {
    if (view === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    const zoom = zooms[event.key as keyof typeof zooms];
    if (arrow !== undefined) {
      const next = view.beside(chosen(), ...arrow);
      if (next !== null) choose(next);
    } else if (zoom !== undefined) view.zoom(zoom);
    else if (event.key === 'Escape') choose(null);
    else return;
    event.preventDefault();
  });
  for (const how of ['in', 'out', 'all'] as const)
    byId(`zoom-${how}`, HTMLButtonElement).addEventListener('click', () => view?.zoom(how));
}

/** Cards of claims in the graph get a button that goes to the claim. */
function startAnchors(data: ReportData, choose: (claim: number) => void): void {
  const indexById = new Map(data.claims.map(({ id }, i) => [id, i]));
  for (const card of document.querySelectorAll<HTMLElement>('article[data-claim]')) {
    const index = indexById.get(card.dataset['claim'] ?? '');
    if (index === undefined) continue;
    const button = element('button', { type: 'button', class: 'link' }, 'in the graph');
    button.addEventListener('click', () => {
      choose(index);
      byId('graph', HTMLElement).scrollIntoView();
    });
    card.querySelector('footer')?.append(' ', button);
  }
}
