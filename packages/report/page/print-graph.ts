import type { ReportData } from '../src/report-data.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Draws the graph once as SVG for printing, because a WebGL canvas does not print. */
export function drawPrintGraph(container: HTMLElement, data: ReportData): void {
  if (container.firstChild !== null) return;
  const { nodes, discs, edges } = data.graph;
  const all = [...discs, ...nodes];
  const bound = (least: boolean, axis: 'x' | 'y'): number =>
    all.reduce(
      (edge, node) => (least ? Math.min(edge, node[axis] - node.r) : Math.max(edge, node[axis] + node.r)),
      least ? Infinity : -Infinity,
    );
  if (all.length === 0) return;
  const [left, right, low, high] = [bound(true, 'x'), bound(false, 'x'), bound(true, 'y'), bound(false, 'y')];
  const svg = make('svg', { viewBox: `${left} ${-high} ${right - left} ${high - low}`, role: 'img' });
  svg.setAttribute('aria-label', 'Claim graph');
  for (const { x, y, r, subject } of discs)
    svg.append(make('circle', { cx: x, cy: -y, r, class: subject === null ? 'region' : 'subject' }));
  for (const { from, to, type } of edges) {
    const [a, b] = [nodes[from], nodes[to]];
    if (a !== undefined && b !== undefined)
      svg.append(make('line', { x1: a.x, y1: -a.y, x2: b.x, y2: -b.y, class: `edge is-${type}` }));
  }
  for (const { x, y, r, claim } of nodes) {
    const status = claim === null ? 'heap' : (data.claims[claim]?.status ?? 'heap');
    svg.append(make('circle', { cx: x, cy: -y, r, class: `is-${status}` }));
  }
  for (const { x, y, r, region, subject } of discs) {
    if (subject !== null) continue;
    const text = make('text', {
      x,
      y: -y - r,
      'text-anchor': 'middle',
      'font-size': Math.max(6, (right - left) / 70),
    });
    text.textContent = data.regions[region] ?? '';
    svg.append(text);
  }
  container.append(svg);
}

function make(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
