/** A value inside a JSON text: an element of its root array, an element of an array member, or any other member. */
export interface JsonElement {
  /** The member of the root object; null in a root array. */
  readonly key: string | null;
  /** True for an element of an array member. */
  readonly listed: boolean;
  /** Valid until the next chunk is pushed. */
  readonly bytes: Uint8Array;
  /** Where it begins and ends in the text, in bytes. */
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Splits a JSON text as it arrives, holding one element at a time. Parsing the elements finds invalid JSON. */
interface JsonSplitter {
  readonly push: (chunk: Uint8Array) => JsonElement[];
  /** True if nothing follows the root value. */
  readonly isWhole: () => boolean;
  /** The number of elements that were skipped because they exceed the limit. */
  readonly passedOver: () => number;
}

/** A splitter whose elements have at most `mostBytes`. */
export function createJsonSplitter(mostBytes: number): JsonSplitter {
  let offset = 0;
  let depth = 0;
  let inString = false;
  let escaped = false;
  let isObject = false;
  let key: string | null = null;
  /** What may come next: a name of the root object, its value, or nothing before a comma. */
  let expects: 'name' | 'colon' | 'value' = 'value';
  let inList = false;
  let isName = false;
  let isDone = false;
  let open = -1;
  let size = 0;
  let parts: Uint8Array[] = [];
  let passed = 0;
  let line = 1;
  let openLine = 1;

  function push(chunk: Uint8Array): JsonElement[] {
    const found: JsonElement[] = [];
    // Copied, because the caller may reuse the chunk; `slice` of a Buffer does not copy.
    const keep = (from: number): void => {
      size += chunk.length - from;
      if (size <= mostBytes) parts.push(Uint8Array.prototype.slice.call(chunk, from));
      else parts = [];
    };
    const take = (to: number): Uint8Array | null => {
      const own = chunk.subarray(Math.max(open - offset, 0), to);
      const whole = size + own.length;
      const bytes =
        whole > mostBytes ? null : parts.length === 0 ? own : Buffer.concat([...parts, own], whole);
      parts = [];
      size = 0;
      return bytes;
    };
    const emit = (to: number): void => {
      if (open < 0) return;
      const start = open;
      const bytes = take(to);
      open = -1;
      if (bytes === null) passed++;
      else {
        let length = bytes.length;
        while (length > 0 && (bytes[length - 1] as number) <= 0x20) length--;
        found.push({
          key,
          listed: inList,
          bytes: bytes.subarray(0, length),
          start,
          end: start + length,
          line: openLine,
        });
      }
    };
    for (let i = 0; i < chunk.length && !isDone; i++) {
      const level = inList ? 2 : 1;
      if (open >= 0 && depth > level) {
        // Most bytes are inside an element, where only strings and brackets matter.
        const within = { depth, inString, escaped, lines: 0 };
        i = passThrough(chunk, i, level, within);
        ({ depth, inString, escaped } = within);
        line += within.lines;
        if (i >= chunk.length) break;
      }
      const byte = chunk[i] as number;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (isName) {
            isName = false;
            const bytes = take(i + 1);
            open = -1;
            key = bytes === null ? null : readName(bytes);
            expects = 'colon';
          }
        }
        continue;
      }
      if (byte <= 0x20) {
        if (byte === 0x0a) line++;
        continue;
      }
      if (open < 0) openLine = line;
      if (byte === QUOTE) {
        inString = true;
        if (depth === 1 && isObject && !inList && expects === 'name') isName = true;
        if (depth === level && open < 0 && (isName || expects === 'value')) open = offset + i;
      } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        if (depth === 0) {
          isObject = byte === OPEN_OBJECT;
          expects = isObject ? 'name' : 'value';
        } else if (
          depth === 1 &&
          isObject &&
          !inList &&
          expects === 'value' &&
          open < 0 &&
          byte === OPEN_ARRAY
        )
          inList = true;
        else if (depth === level && open < 0 && expects === 'value') open = offset + i;
        depth++;
      } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
        if (depth === level) emit(i);
        depth--;
        if (inList && depth === 1) inList = false;
        if (depth <= 0) isDone = true;
      } else if (byte === COMMA && depth === level) {
        emit(i);
        if (isObject && !inList) expects = 'name';
      } else if (byte === COLON && depth === 1 && expects === 'colon') expects = 'value';
      else if (depth === level && open < 0 && expects === 'value') open = offset + i;
    }
    if (open >= 0 && !isDone) keep(Math.max(open - offset, 0));
    offset += chunk.length;
    return found;
  }

  return { push, isWhole: () => isDone, passedOver: () => passed };
}

interface Within {
  depth: number;
  inString: boolean;
  escaped: boolean;
  lines: number;
}

/** Skips brackets that are nested deeper than `level`: returns the index of the one that closes the element, or the end of the chunk. */
function passThrough(chunk: Uint8Array, from: number, level: number, within: Within): number {
  let { depth, inString, escaped, lines } = within;
  const end = chunk.length;
  let i = from;
  if (escaped && i < end) {
    escaped = false;
    i++;
  }
  while (i < end) {
    if (inString) {
      while (i < end && chunk[i] !== QUOTE && chunk[i] !== BACKSLASH) i++;
      if (i >= end) break;
      if (chunk[i] === QUOTE) {
        inString = false;
        i++;
      } else if (i + 1 < end) i += 2;
      else {
        escaped = true;
        i++;
      }
      continue;
    }
    const byte = chunk[i] as number;
    if (byte === QUOTE) inString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      // The caller closes the element itself.
      if (depth === level + 1) {
        depth--;
        i++;
        break;
      }
      depth--;
    } else if (byte === 0x0a) lines++;
    i++;
  }
  within.depth = depth;
  within.inString = inString;
  within.escaped = escaped;
  within.lines = lines;
  return i;
}

function readName(bytes: Uint8Array): string | null {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as string;
  } catch {
    return null;
  }
}
