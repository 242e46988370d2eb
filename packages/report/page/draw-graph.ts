import type { ReportData } from '../src/report-data.ts';
import type { Palette } from './theme.ts';

/** The current mapping of the plane to the screen. */
export interface Lie {
  readonly toScreen: (point: { x: number; y: number }) => { x: number; y: number };
  readonly data: ReportData;
  readonly palette: Palette;
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly label: string | null;
  readonly color: string;
}

const FONT = 'ui-sans-serif, system-ui, sans-serif';
/** The smallest radius, in pixels, of circles with a name. */
const NAMED = { region: 26, subject: 30 } as const;

/** Paints the circles of regions and subjects under the dots. */
export function drawBackdrop(
  context: CanvasRenderingContext2D,
  { toScreen, data, palette }: Lie,
  dim: ReadonlySet<number>,
): void {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  for (const [i, { x, y, r, subject }] of data.graph.discs.entries()) {
    const at = place(toScreen, x, y, r);
    if (at.r < 1.5 || isOutside(at, width, height)) continue;
    context.beginPath();
    context.arc(at.x, at.y, at.r, 0, 2 * Math.PI);
    context.globalAlpha = dim.has(i) ? 0.35 : 1;
    context.fillStyle = subject === null ? palette.region : palette.subject;
    context.fill();
  }
  context.globalAlpha = 1;
}

/** Writes the names of regions and subjects over the dots, as far as there is room. */
export function drawNames(context: CanvasRenderingContext2D, { toScreen, data, palette }: Lie): void {
  const { width, height } = context.canvas;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.strokeStyle = palette.paper;
  context.fillStyle = palette.ink;
  for (const { x, y, r, region, subject } of data.graph.discs) {
    const at = place(toScreen, x, y, r);
    const name = subject === null ? data.regions[region] : data.subjects[subject];
    if (name === undefined || isOutside(at, width, height)) continue;
    if (at.r < (subject === null ? NAMED.region : NAMED.subject)) continue;
    const size = subject === null ? 13 : 11;
    context.font = `${subject === null ? 600 : 500} ${size}px ${FONT}`;
    const text = fit(context, name, Math.max(subject === null ? 180 : 80, at.r * 1.9));
    const top = at.y - at.r + (subject === null ? -size * 0.8 : -1);
    context.globalAlpha = subject === null ? 1 : 0.85;
    context.lineWidth = 3.5;
    context.strokeText(text, at.x, top);
    context.fillText(text, at.x, top);
  }
  context.globalAlpha = 1;
}

/** Writes a claim into its dot, on up to three lines. */
export function drawLabel(
  context: CanvasRenderingContext2D,
  { x, y, size, label }: Label,
  palette: Palette,
): void {
  if (label === null || label === '') return;
  const lines = size > 34 ? 3 : 1;
  const height = Math.max(9, Math.min(12, size / 3.4));
  context.font = `500 ${height}px ${FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = palette.paper;
  const broken = breakText(context, label, size * 1.65, lines);
  for (const [i, line] of broken.entries())
    context.fillText(line, x, y + (i - (broken.length - 1) / 2) * height * 1.2);
}

/** Rings a dot and writes its claim next to it. */
export function drawHover(
  context: CanvasRenderingContext2D,
  { x, y, size, label, color }: Label,
  palette: Palette,
): void {
  context.beginPath();
  context.arc(x, y, size + 3, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
  context.lineWidth = 2.5;
  context.strokeStyle = palette.ink;
  context.stroke();
  if (label === null || label === '' || size > 60) return;
  context.font = `500 12px ${FONT}`;
  context.textAlign = 'start';
  context.textBaseline = 'middle';
  const text = fit(context, label, 320);
  const width = context.measureText(text).width;
  const right = x + size + 9;
  const left = right + width + 6 < context.canvas.clientWidth ? right : Math.max(8, x - size - 9 - width);
  context.fillStyle = palette.ink;
  context.beginPath();
  context.roundRect(left - 6, y - 12, width + 12, 24, 6);
  context.fill();
  context.fillStyle = palette.paper;
  context.fillText(text, left, y);
}

function place(
  toScreen: Lie['toScreen'],
  x: number,
  y: number,
  r: number,
): { readonly x: number; readonly y: number; readonly r: number } {
  const centre = toScreen({ x, y });
  const edge = toScreen({ x: x + r, y });
  return { ...centre, r: Math.hypot(edge.x - centre.x, edge.y - centre.y) };
}

function isOutside({ x, y, r }: { x: number; y: number; r: number }, width: number, height: number): boolean {
  return x + r < 0 || y + r < 0 || x - r > width || y - r > height;
}

function fit(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const points = [...text];
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${points.slice(0, middle).join('')}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return `${points.slice(0, low).join('').trimEnd()}…`;
}

function breakText(context: CanvasRenderingContext2D, text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  let rest = text.split(' ');
  while (rest.length > 0 && lines.length < most) {
    let taken = 1;
    while (taken < rest.length && context.measureText(rest.slice(0, taken + 1).join(' ')).width <= width)
      taken++;
    const last = lines.length === most - 1;
    lines.push(fit(context, (last ? rest : rest.slice(0, taken)).join(' '), width));
    rest = rest.slice(taken);
  }
  return lines;
}
