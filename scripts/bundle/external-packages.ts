/** What reads documents of one format is installed by whoever has such documents. */
const PARSERS = ['defuddle', 'linkedom', 'mammoth', 'postal-mime', 'unpdf'];

/** What stays outside every bundle: native code, what is optional, and `@opentelemetry/api`, whose SDK is registered by whoever runs the process. */
export const EXTERNAL = [
  'better-sqlite3',
  'usearch',
  '@huggingface/transformers',
  '@opentelemetry/api',
  ...PARSERS,
];

/** Installed by whoever has the database. CommonJS with wrappers for `import`, which a bundler takes for the classes in them. */
export const DATABASE_DRIVER = 'pg';
