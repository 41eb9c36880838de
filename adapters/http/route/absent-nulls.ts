import type { TSchema } from '@sinclair/typebox';

/** The keywords of JSON Schema that decide whether a value may be null. */
interface Node {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

/** Whether the schema allows null. A schema without a type allows null, and the route then decides. */
const takesNull = ({ type, anyOf }: Node): boolean =>
  anyOf ? anyOf.some(takesNull) : type === undefined || [type].flat().includes('null');

type Drop = (value: unknown) => void;

/**
 * Makes a function that removes an optional property whose value is null, if its schema does not allow null. Some
 * programs send null instead of leaving a property out. Undefined if no property can be removed.
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
