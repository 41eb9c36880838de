import { AS_JSON_SCHEMA } from './keywords.ts';
import { catalogueSchema } from './schema.ts';

/** The schema of catalogue files as plain JSON Schema, for editors and for programs that write such files. */
export const printCatalogueSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Catalogue file of the bus ticket service',
  description:
    'A row that names another (a bus its operator, a schedule its bus) must name one of this file, or one that is already in the database.',
  ...plain(catalogueSchema),
});

function plain(schema: object): object {
  const parts = Object.entries(schema).map(([keyword, value]) => printedKeyword(keyword, value));
  // A field's own description replaces the general description of its keyword.
  return Object.assign({}, ...parts, 'description' in schema ? { description: schema.description } : {}) as object;
}

const printedKeyword = (keyword: string, value: unknown): object =>
  AS_JSON_SCHEMA[keyword]?.(value as never) ?? { [keyword]: printed(keyword, value) };

/** Prints the value of a keyword, which may hold further schemas. The names of properties are not keywords. */
function printed(keyword: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || keyword === 'enum' || keyword === 'examples') return value;
  if (keyword === 'properties')
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, plain(schema as object)]));
  return Array.isArray(value) ? value : plain(value);
}
