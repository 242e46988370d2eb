import { DomUtils } from 'htmlparser2';
import type { Document, Element } from './dom.ts';
import { readRules } from './read-rules.ts';

/** Selectors of a page's own style sheets that hide elements: classes, ids and element names, or one of each, as pages use for hiding. */
type HidingSelectors = ReadonlySet<string>;

const LONGEST_STYLE = 400_000;

/**
 * The simple selectors whose rules hide elements. Rules for print and for screen widths are ignored: if it is
 * uncertain whether an element is hidden, it is kept.
 */
export function hidingSelectors(page: Document): HidingSelectors {
  const found = new Set<string>();
  for (const style of DomUtils.getElementsByTagName('style', page)) {
    const css = DomUtils.textContent(style).slice(0, LONGEST_STYLE);
    for (const { selectors, rules } of readRules(css)) {
      if (!isHiding(readStyle(rules), '#fff')) continue;
      for (const selector of selectors.split(','))
        if (/^(?:[.#]?[a-z][\w-]*|[a-z][\w-]*[.#][a-z][\w-]*)$/i.test(selector.trim()))
          found.add(selector.trim());
    }
  }
  return found;
}

/** Returns whether an element shows nothing, and the background of its children. */
export function hidesByStyle(
  element: Element,
  background: string | null,
  hiding: HidingSelectors,
): { readonly isHidden: boolean; readonly background: string | null } {
  const { attribs } = element;
  const style = attribs['style'] === undefined ? null : readStyle(attribs['style']);
  const own = style?.get('background-color') ?? colourOf(style?.get('background')) ?? attribs['bgcolor'];
  const under = own ?? background;
  const isHidden =
    attribs['hidden'] !== undefined ||
    (style !== null && isHiding(style, under ?? '#fff')) ||
    (attribs['color'] !== undefined && isSameColour(attribs['color'], under ?? '#fff')) ||
    (hiding.size > 0 && isSelected(element, hiding));
  return { isHidden, background: under };
}

function isSelected({ name, attribs }: Element, hiding: HidingSelectors): boolean {
  if (hiding.has(name)) return true;
  const marks = (attribs['class'] ?? '').split(/\s+/).map((each) => `.${each}`);
  if (attribs['id'] !== undefined) marks.push(`#${attribs['id']}`);
  return marks.some((mark) => hiding.has(mark) || hiding.has(name + mark));
}

function readStyle(style: string): ReadonlyMap<string, string> {
  const rules = new Map<string, string>();
  for (const rule of style.split(';')) {
    const at = rule.indexOf(':');
    if (at > 0)
      rules.set(
        rule.slice(0, at).trim().toLowerCase(),
        rule
          .slice(at + 1)
          .replace(/!important/i, '')
          .trim()
          .toLowerCase(),
      );
  }
  return rules;
}

function isHiding(style: ReadonlyMap<string, string>, background: string): boolean {
  const is = (key: string, pattern: RegExp) => {
    const value = style.get(key);
    return value !== undefined && value !== '' && pattern.test(value);
  };
  const colour = style.get('color');
  const under = style.get('background-color') ?? colourOf(style.get('background')) ?? background;
  return (
    is('display', /^none$/) ||
    is('visibility', /^(?:hidden|collapse)$/) ||
    is('opacity', /^0?(?:\.0[0-4]?\d*)?%?$/) ||
    is('font-size', /^0?(?:\.\d+)?(?:px|pt|em|rem|%)?$|^[01](?:\.\d+)?(?:px|pt)$/) ||
    is('text-indent', /^-\d{3,}/) ||
    is('clip', /rect\(\s*0/) ||
    is('clip-path', /inset\((?:50|100)%|circle\(0/) ||
    is('transform', /scale\(0(?:\.0\d*)?\)/) ||
    (is('position', /^(?:absolute|fixed)$/) && (is('left', /^-\d{3,}/) || is('top', /^-\d{3,}/))) ||
    ((is('width', /^[01]px$|^0/) || is('height', /^[01]px$|^0/) || is('max-height', /^0/)) &&
      is('overflow', /hidden/)) ||
    is('-webkit-text-fill-color', /^transparent$/) ||
    (colour !== undefined && (colour === 'transparent' || isSameColour(colour, under)))
  );
}

function colourOf(background: string | undefined): string | undefined {
  return background?.split(/\s+/).find((part) => toRgb(part) !== null);
}

const NAMED: Readonly<Record<string, readonly number[]>> = {
  white: [255, 255, 255],
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  black: [0, 0, 0],
  red: [255, 0, 0],
  yellow: [255, 255, 0],
  blue: [0, 0, 255],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
};

/** True for two colours that look the same. */
function isSameColour(one: string, other: string): boolean {
  const [a, b] = [toRgb(one), toRgb(other)];
  if (a === null || b === null) return false;
  return a.every((value, i) => Math.abs(value - (b[i] ?? 0)) <= 12);
}

function toRgb(colour: string): readonly number[] | null {
  const plain = colour.trim().toLowerCase();
  const named = NAMED[plain];
  if (named !== undefined) return named;
  const [, short] = /^#([\da-f]{3})[\da-f]?$/.exec(plain) ?? [];
  if (short !== undefined) return [...short].map((digit) => Number.parseInt(digit + digit, 16));
  const [, long] = /^#([\da-f]{6})(?:[\da-f]{2})?$/.exec(plain) ?? [];
  if (long !== undefined) return (long.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const [, r, g, b, alpha] =
    /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+)%?)?\s*\)$/.exec(plain) ?? [];
  if (r === undefined) return null;
  return alpha !== undefined && Number(alpha) === 0 ? [255, 255, 255] : [Number(r), Number(g), Number(b)];
}
