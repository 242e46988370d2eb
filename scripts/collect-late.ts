/**
 * The environment of a compiler that ends soon. The compilers are written in Go. They then collect garbage a quarter as often, which takes
 * less of the processor and more memory.
 */
export const COLLECT_LATE: Readonly<Record<string, string>> = { GOGC: '400' };
