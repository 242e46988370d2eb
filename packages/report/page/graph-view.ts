import Graph from 'graphology';
import { Sigma } from 'sigma';
import { EdgeLineProgram } from 'sigma/rendering';
import type { PageEdge, ReportData } from '../src/report-data.ts';
import { lineOf } from './claim-panel.ts';
import { drawBackdrop, drawHover, drawLabel, drawNames } from './draw-graph.ts';
import { mix, type Palette, readPalette } from './theme.ts';

/** The painted graph. */
export interface GraphView {
  /** Dims everything except these claims; null undims everything. */
  readonly filter: (claims: readonly number[] | null) => void;
  /** Marks a claim and its related claims, and brings it into view; null removes the mark. */
  readonly choose: (claim: number | null, move?: boolean) => void;
  /** The nearest claim to the chosen one in a direction, among those that are not dimmed. */
  readonly beside: (claim: number | null, dx: number, dy: number) => number | null;
  readonly zoom: (how: 'in' | 'out' | 'all') => void;
  /** Repaints with the page's current colours. */
  readonly repaint: () => void;
}

/** The radius in pixels to which a chosen dot is enlarged. */
const NEAR = 14;

/** Paints the graph into an element. Throws if the browser has no WebGL. */
export function createGraphView(
  container: HTMLElement,
  data: ReportData,
  onChoose: (claim: number | null) => void,
): GraphView {
  const { nodes, edges, discs } = data.graph;
  const graph = new Graph({ multi: true, type: 'directed' });
  const nodeOfClaim = new Map<number, number>();
  for (const [i, { x, y, r, claim }] of nodes.entries()) {
    if (claim !== null) nodeOfClaim.set(claim, i);
    graph.addNode(i, { x, y, size: r });
  }
  for (const [i, { from, to }] of edges.entries()) graph.addEdgeWithKey(i, from, to, { size: 1 });
  let palette: Palette = readPalette();
  let matching: ReadonlySet<number> | null = null;
  /** Circles of subjects that hold no matching claim. */
  let dimDiscs: ReadonlySet<number> = new Set();
  let chosen: number | null = null;
  let near: ReadonlySet<number> = new Set();
  const isDim = (node: number): boolean => {
    const claim = nodes[node]?.claim ?? null;
    return matching !== null && (claim === null || !matching.has(claim));
  };
  // Set up on an empty graph, so nothing is computed twice.
  const sigma = new Sigma(new Graph(), container, {
    itemSizesReference: 'positions',
    zoomToSizeRatioFunction: (ratio) => ratio,
    stagePadding: 24,
    minCameraRatio: 0.01,
    maxCameraRatio: 2.5,
    labelRenderedSizeThreshold: 20,
    labelDensity: 2,
    labelGridCellSize: 90,
    minEdgeThickness: 1.3,
    zIndex: true,
    // No edge has an arrow, so the unused program is not compiled.
    edgeProgramClasses: { arrow: EdgeLineProgram },
    allowInvalidContainer: true,
    defaultDrawNodeLabel: (context, label) => drawLabel(context, label, palette),
    defaultDrawNodeHover: (context, label) => drawHover(context, label, palette),
    nodeReducer: (key) => reduceNode(Number(key)),
    edgeReducer: (key) => reduceEdge(Number(key)),
  });
  const below = { style: {}, beforeLayer: 'edges' };
  sigma.createCanvasContext('backdrop', below);
  const contexts = sigma.getCanvases();
  const backdrop = contexts['backdrop']?.getContext('2d');
  const names = contexts['labels']?.getContext('2d');
  sigma.on('afterRender', () => {
    const view = {
      toScreen: (point: { x: number; y: number }) => sigma.graphToViewport(point),
      data,
      palette,
    };
    if (backdrop != null) drawBackdrop(backdrop, view, dimDiscs);
    if (names != null) drawNames(names, view);
  });
  sigma.on('clickNode', ({ node }) => onChoose(nodes[Number(node)]?.claim ?? null));
  sigma.on('clickStage', () => onChoose(null));
  sigma.on('enterNode', () => container.classList.add('over'));
  sigma.on('leaveNode', () => container.classList.remove('over'));
  // The canvas below was made after the others got their size.
  sigma.resize(true);
  if (discs.length > 0) {
    sigma.setCustomBBox({
      x: [Math.min(...discs.map(({ x, r }) => x - r)), Math.max(...discs.map(({ x, r }) => x + r))],
      y: [Math.min(...discs.map(({ y, r }) => y - r)), Math.max(...discs.map(({ y, r }) => y + r * 1.08))],
    });
  }
  sigma.setGraph(graph);

  const everything = { nodes: graph.nodes(), edges: graph.edges() };
  /** Repaints elements with new colours; nothing ever moves. */
  const refresh = (): void => {
    sigma.refresh({ partialGraph: everything, skipIndexation: true, schedule: true });
  };
  return {
    filter: (claims) => {
      if (claims === null && matching === null) return;
      matching = claims === null ? null : new Set(claims);
      dimDiscs = findDimDiscs();
      refresh();
    },
    choose: (claim, move = true) => {
      chosen = claim === null ? null : (nodeOfClaim.get(claim) ?? null);
      near = new Set(chosen === null ? [] : graph.neighbors(chosen).map(Number));
      refresh();
      if (chosen !== null && move) goTo(chosen);
    },
    beside: (claim, dx, dy) => {
      const from = claim === null ? undefined : nodeOfClaim.get(claim);
      const origin = from === undefined ? sigma.viewportToGraph(centre()) : (nodes[from] ?? { x: 0, y: 0 });
      let best: { claim: number; cost: number } | null = null;
      for (const [i, node] of nodes.entries()) {
        if (node.claim === null || i === from || isDim(i)) continue;
        const [x, y] = [node.x - origin.x, node.y - origin.y];
        const along = x * dx + y * dy;
        const across = Math.abs(x * dy - y * dx);
        if (from !== undefined && along <= 0) continue;
        const cost = from === undefined ? Math.hypot(x, y) : along + 2 * across;
        if (best === null || cost < best.cost) best = { claim: node.claim, cost };
      }
      return best?.claim ?? null;
    },
    zoom: (how) => {
      const camera = sigma.getCamera();
      const state = camera.getState();
      if (how === 'all') move({ x: 0.5, y: 0.5, ratio: 1, angle: 0 });
      else
        move({
          ...state,
          ratio: camera.getBoundedRatio(how === 'in' ? state.ratio / 1.6 : state.ratio * 1.6),
        });
    },
    repaint: () => {
      palette = readPalette();
      refresh();
    },
  };

  function reduceNode(i: number): object {
    const node = nodes[i];
    const claim = node?.claim == null ? undefined : data.claims[node.claim];
    if (node === undefined) return {};
    const { x, y, r: size } = node;
    const dim = isDim(i) || (chosen !== null && i !== chosen && !near.has(i) && matching === null);
    const colour = claim === undefined ? palette.heap : (palette.statuses[claim.status] ?? palette.heap);
    return {
      x,
      y,
      size,
      color: isDim(i) ? palette.faint : colour,
      label: isDim(i) ? null : claim === undefined ? `${node.count} more` : lineOf(claim, data).slice(0, 120),
      highlighted: i === chosen,
      zIndex: i === chosen ? 2 : dim ? 0 : 1,
    };
  }

  function reduceEdge(i: number): object {
    const edge = edges[i];
    if (edge === undefined) return {};
    const touches = edge.from === chosen || edge.to === chosen;
    const colour = palette.edges[edge.type] ?? palette.edges['supersedes'] ?? palette.ink;
    const loud = touches || (edge.type === 'contradicts' && chosen === null);
    return {
      size: loud ? 0.4 : 0.12,
      // Lines that nobody asked for stay in the background. Sigma does not blend colours with their own alpha.
      color: loud ? colour : mix(colour, palette.subject, 0.55),
      hidden: isDim(edge.from) || isDim(edge.to) || !(touches || isTelling(edge)),
      zIndex: touches ? 1 : 0,
    };
  }

  /** Lines that are drawn without a selection: disputes, history, and claims that rest on a retired one. */
  function isTelling({ from, to, type }: PageEdge): boolean {
    const statusOf = (node: number) => data.claims[nodes[node]?.claim ?? -1]?.status;
    if (type === 'contradicts' || type === 'supersedes') return true;
    return statusOf(from) === 'stale' && statusOf(to) !== 'current';
  }

  function findDimDiscs(): Set<number> {
    if (matching === null) return new Set();
    const lit = new Set<string>();
    for (const index of matching) {
      const claim = data.claims[index];
      if (claim !== undefined) lit.add(`${claim.region} ${claim.subject}`);
    }
    return new Set(
      discs.flatMap(({ region, subject }, i) =>
        subject === null || lit.has(`${region} ${subject}`) ? [] : [i],
      ),
    );
  }

  function centre(): { x: number; y: number } {
    const { width, height } = sigma.getDimensions();
    return { x: width / 2, y: height / 2 };
  }

  function goTo(node: number): void {
    const at = sigma.getNodeDisplayData(String(node));
    if (at === undefined) return;
    const { ratio } = sigma.getCamera().getState();
    const [left, right] = [0, 1].map((x) => sigma.graphToViewport({ x, y: 0 }).x) as [number, number];
    // Near enough to separate the dot from its neighbours, but never further out than the reader already is.
    const near = ((right - left) * ratio * (nodes[node]?.r ?? 1)) / NEAR;
    move({ x: at.x, y: at.y, ratio: Math.min(ratio, Math.max(0.03, near)), angle: 0 });
  }

  function move(state: { x: number; y: number; ratio: number; angle: number }): void {
    const camera = sigma.getCamera();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) camera.setState(state);
    else void camera.animate(state, { duration: 350 });
  }
}
