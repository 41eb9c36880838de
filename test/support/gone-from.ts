type Node = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Collects the parts of an OpenAPI document that callers rely on. A part maps to whether it is marked deprecated. */
function partsOf(document: Node): ReadonlyMap<string, boolean> {
  const parts = new Map<string, boolean>();
  const resolve = (given: unknown): Node => {
    const node = (given ?? {}) as Node;
    if (typeof node['$ref'] !== 'string') return node;
    return resolve(
      node['$ref']
        .slice(2)
        .split('/')
        .reduce<unknown>((at, name) => (at as Node)[name], document),
    );
  };

  /** Adds the fields and words of a schema. `inside` has the schemas around it, because a schema may contain itself. */
  function addSchema(place: string, given: unknown, isDeprecated: boolean, inside: readonly Node[] = []): void {
    const schema = resolve(given);
    if (inside.includes(schema)) return;
    const around = [...inside, schema];
    for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Node)) {
      const goes = isDeprecated || resolve(property)['deprecated'] === true;
      parts.set(`${place}.${name}`, goes);
      addSchema(`${place}.${name}`, property, goes, around);
    }
    for (const word of [schema['enum'] ?? [], schema['const'] ?? []].flat())
      parts.set(`${place} ${JSON.stringify(word)}`, isDeprecated);
    if (schema['items']) addSchema(`${place}[]`, schema['items'], isDeprecated, around);
    for (const keyword of ['allOf', 'oneOf', 'anyOf'])
      for (const part of (schema[keyword] ?? []) as readonly unknown[]) addSchema(place, part, isDeprecated, around);
  }

  function addContent(place: string, holder: unknown, isDeprecated: boolean): void {
    for (const [type, media] of Object.entries((resolve(holder)['content'] ?? {}) as Node)) {
      parts.set(`${place} ${type}`, isDeprecated);
      addSchema(place, (media as Node)['schema'], isDeprecated);
    }
  }

  function addOperation(place: string, operation: Node): void {
    const goes = operation['deprecated'] === true;
    parts.set(place, goes);
    if (operation['operationId'] !== undefined) parts.set(`${place} named ${operation['operationId'] as string}`, goes);
    for (const given of (operation['parameters'] ?? []) as readonly unknown[]) {
      const parameter = resolve(given);
      const name = `${place} ${parameter['in'] as string} ${parameter['name'] as string}`;
      const isGoing = goes || parameter['deprecated'] === true;
      parts.set(name, isGoing);
      addSchema(name, parameter['schema'], isGoing);
    }
    addContent(`${place} body`, operation['requestBody'], goes);
    for (const [status, response] of Object.entries(operation['responses'] as Node))
      addContent(`${place} ${status}`, response, goes);
  }

  for (const kind of ['paths', 'webhooks'])
    for (const [path, item] of Object.entries((document[kind] ?? {}) as Readonly<Record<string, Node>>))
      for (const method of METHODS) if (item[method]) addOperation(`${method} ${path}`, item[method] as Node);
  return parts;
}

/**
 * Names what the released OpenAPI document has and the present one lacks: operations, their names, parameters, fields,
 * words and error codes, and events. Leaves out what the released document marks `deprecated`.
 */
export function goneFrom(released: object, present: object): readonly string[] {
  const left = partsOf(present as Node);
  return [...partsOf(released as Node)].filter(([part, goes]) => !goes && !left.has(part)).map(([part]) => part);
}
