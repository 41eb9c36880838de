import type { Catalogue } from './catalogue.ts';

/** The stores of the area `catalogue`. A use case picks only the stores that it needs. */
export interface CatalogueStores {
  readonly catalogue: Catalogue;
}
