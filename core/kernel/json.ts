/** A JSON value that API callers get. Its field names are the API's. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
