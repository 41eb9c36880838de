import type { TSchema } from '@sinclair/typebox';
import type { TextRules } from './fields.ts';

/** A JSON object that becomes part of the printed document. */
export type Printed = { [key: string]: unknown };

export type Print = (schema: TSchema) => Printed;

/** Keywords that only this service knows, and that are not printed. */
const INTERNAL = new Set(['text', 'decimals', 'needed', 'shown', 'by']);

const AS_THEY_ARE = new Set(['default', 'examples']);

/**
 * Prints a schema for people who read the API document. Texts are printed as strings, although numbers are accepted,
 * too. Fields with a default are optional, unless they are `needed`. A field that only the core checks has its printed
 * form in `shown`. Objects and choices with a title are printed once, in `shared`, and referred to.
 */
export function printSchema(schema: TSchema, shared: Printed): Printed {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    return typeof value === 'object' && value !== null ? node(value as Printed) : value;
  };
  /**
   * Prints the schemas of an object's properties. A separate function does this, because a property may have the name
   * of a keyword.
   */
  const named = (properties: unknown): Printed =>
    Object.fromEntries(Object.entries(properties as Printed).map(([name, value]) => [name, walk(value)]));
  const node = (given: Printed): Printed => {
    const plain = Object.fromEntries(
      Object.entries(given)
        .filter(([key]) => !INTERNAL.has(key))
        .map(([key, value]) => [key, AS_THEY_ARE.has(key) ? value : key === 'properties' ? named(value) : walk(value)]),
    );
    if (given['text'] !== undefined) {
      const { orEmpty = false } = given['text'] as TextRules;
      plain['type'] = !orEmpty && (given['type'] as readonly string[]).includes('null') ? ['string', 'null'] : 'string';
      if (plain['default'] === '') delete plain['default'];
    }
    Object.assign(plain, given['shown'], anyNameOf(plain));
    if ([given['type']].flat().includes('object')) {
      plain['required'] = requiredOf(given);
      if ((plain['required'] as readonly string[]).length === 0) delete plain['required'];
    } else if (given['by'] === undefined) return plain;
    else Object.assign(plain, discriminatorOf(given));
    if (typeof given['title'] !== 'string' || Array.isArray(given['type'])) return plain;
    shared[given['title']] = plain;
    return { $ref: `#/components/schemas/${given['title']}` };
  };
  return node(schema);
}

/**
 * Prints a record, whose names may be any text, with `additionalProperties`. Generators of clients do not read the
 * pattern of every name that TypeBox writes.
 */
function anyNameOf({ patternProperties }: Printed): Printed {
  const values = (patternProperties as Printed | undefined)?.['^(.*)$'];
  return values === undefined ? {} : { patternProperties: undefined, additionalProperties: values };
}

/**
 * Tells generators which property names the choice. OpenAPI reads the property's values as texts, so choices that a
 * boolean tells apart get no discriminator.
 */
function discriminatorOf({ by, oneOf }: Printed): Printed {
  const mapping: Printed = {};
  for (const { title, properties } of oneOf as readonly Choice[]) {
    const value = properties[by as string]?.const;
    if (typeof value !== 'string') return {};
    mapping[value] = `#/components/schemas/${title}`;
  }
  return { discriminator: { propertyName: by, mapping } };
}

/** A schema in a `oneOf` with a property whose constant names the choice. */
interface Choice {
  readonly title: string;
  readonly properties: Readonly<Record<string, { readonly const?: unknown } | undefined>>;
}

function requiredOf({
  properties = {},
  required = [],
}: {
  readonly properties?: Record<string, Printed>;
  readonly required?: readonly string[];
}): readonly string[] {
  return Object.entries(properties)
    .filter(
      ([name, property]) =>
        property['needed'] === true || (required.includes(name) && property['default'] === undefined),
    )
    .map(([name]) => name);
}
