/** A value that is told as it is, by the names of the API: what JSON can say. */
export type Told = string | number | boolean | null | readonly Told[] | { readonly [key: string]: Told };
