/** Readers of document formats, which users with such documents install. */
const PARSERS = ['defuddle', 'linkedom', 'mammoth', 'postal-mime', 'unpdf'];

/** The packages outside every bundle: native code, optional packages, and `@opentelemetry/api`, whose SDK the operator registers. */
export const EXTERNAL = [
  'better-sqlite3',
  'usearch',
  '@huggingface/transformers',
  '@opentelemetry/api',
  ...PARSERS,
];

/** Installed by users of the database. It is CommonJS with wrappers for `import`, which a bundler mistakes for the classes in them. */
export const DATABASE_DRIVER = 'pg';
