/** A map of rows by key. */
export interface KeyedRows<Key, Row> {
  get(key: Key): Row | undefined;
  set(key: Key, row: Row): unknown;
}

/** Creates a map for keys of the type of `like`. */
export function createKeyedRows<Key extends number | string, Row>(like: Key): KeyedRows<Key, Row> {
  if (typeof like !== 'number') return new Map<Key, Row>();
  return new RowsByNumber<Row>() as KeyedRows<number, Row> as KeyedRows<Key, Row>;
}

const PAGE_BITS = 5;
const PAGE = 1 << PAGE_BITS;
/** Larger keys are kept in a map: sparse pages would take more memory than the rows. */
const MOST_PAGED = 1 << 20;

/**
 * Rows by integer key, in pages, so that a lookup touches one place in memory. A Map touches its buckets and its entries, and a question looks up a
 * thousand rows that are far apart.
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

/** Shared by all keys without a page; never written to. */
const NO_PAGE: undefined[] = [];
