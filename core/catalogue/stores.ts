import type { Catalogue } from './catalogue.ts';

/** The stores of this area. A use case names those it uses. */
export interface CatalogueStores {
  readonly catalogue: Catalogue;
}
