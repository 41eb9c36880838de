/**
 * A value from outside that may be malformed. Malformed fields and items are undefined. Items of lists keep their
 * positions.
 */
export type Draft<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly (Draft<Item> | undefined)[]
    : { readonly [Field in keyof Value]?: Draft<Value[Field]> | undefined };
