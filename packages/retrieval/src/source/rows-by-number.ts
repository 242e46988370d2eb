/** What a map of rows by their keys is asked for. */
export interface KeyedRows<Key, Row> {
  get(key: Key): Row | undefined;
  set(key: Key, row: Row): unknown;
}

/** Rows by a numeric key. */
export function createKeyedRows<Key extends number | string, Row>(like: Key): KeyedRows<Key, Row> {
  if (typeof like !== 'number') return new Map<Key, Row>();
  return new RowsByNumber<Row>() as KeyedRows<number, Row> as KeyedRows<Key, Row>;
}

const PAGE_BITS = 5;
const PAGE = 1 << PAGE_BITS;
/** Keys beyond this are kept in a map: pages of few rows would take more room than they hold. */
const MOST_PAGED = 1 << 20;

/**
 * Rows by whole numbers, as the rows of a table are numbered: in pages, so that looking one up touches one place in memory. A map touches its buckets and its entries,
 * and a question looks up a thousand rows that lie far apart.
 */
export class RowsByNumber<Row> implements KeyedRows<number, Row> {
  private readonly pages: (Row | undefined)[][] = [];
  private readonly others = new Map<number, Row>();

  get(key: number): Row | undefined {
    if (key < 0 || key >= MOST_PAGED) return this.others.get(key);
    const page = this.pages[key >> PAGE_BITS];
    return page === undefined ? undefined : page[key & (PAGE - 1)];
  }

  set(key: number, row: Row): void {
    if (key < 0 || key >= MOST_PAGED) {
      this.others.set(key, row);
      return;
    }
    const { pages } = this;
    while (pages.length <= key >> PAGE_BITS) pages.push(NO_PAGE);
    let page = pages[key >> PAGE_BITS] as (Row | undefined)[];
    if (page === NO_PAGE) {
      page = new Array<Row | undefined>(PAGE).fill(undefined);
      pages[key >> PAGE_BITS] = page;
    }
    page[key & (PAGE - 1)] = row;
  }
}

/** Shared by all keys that have no page; nothing is put into it. */
const NO_PAGE: undefined[] = [];
