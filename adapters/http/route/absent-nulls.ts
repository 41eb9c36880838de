import type { TSchema } from '@sinclair/typebox';

/** The parts of JSON Schema that decide where null is valid. */
interface Node {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

/** True if null is a valid value of this schema. A schema without a type leaves null to the route. */
const takesNull = ({ type, anyOf }: Node): boolean =>
  anyOf ? anyOf.some(takesNull) : type === undefined || [type].flat().includes('null');

type Drop = (value: unknown) => void;

/**
 * Makes a function that drops optional properties with null, where the schema does not allow null. Some programs write
 * null for properties that they leave out. Undefined if the schema has no such property.
 */
export function droppingNulls(schema: TSchema): Drop | undefined {
  return dropOf(schema as Node);
}

function dropOf({ properties, required = [], items }: Node): Drop | undefined {
  const inItems = items && dropOf(items);
  if (inItems)
    return (value) => {
      if (Array.isArray(value)) value.forEach(inItems);
    };
  const named = Object.entries(properties ?? {});
  const droppable = named.filter(([name, node]) => !required.includes(name) && !takesNull(node)).map(([name]) => name);
  const nested = named.flatMap(([name, node]) => {
    const drop = dropOf(node);
    return drop ? [[name, drop] as const] : [];
  });
  if (droppable.length === 0 && nested.length === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const name of droppable) if (Reflect.get(value, name) === null) Reflect.deleteProperty(value, name);
    for (const [name, drop] of nested) drop(Reflect.get(value, name));
  };
}
