/** Parsers of document formats, which users with such documents install. */
const PARSERS = ['defuddle', 'linkedom', 'mammoth', 'postal-mime', 'unpdf'];

/** The packages outside every bundle: native code, optional packages, and `@opentelemetry/api`, whose SDK the operator registers. */
export const EXTERNAL = [
  'better-sqlite3',
  'usearch',
  '@huggingface/transformers',
  '@opentelemetry/api',
  ...PARSERS,
];

/** Users of the database install it. It is CommonJS with wrappers for `import`, and a bundler mistakes the wrappers for its classes. */
export const DATABASE_DRIVER = 'pg';
