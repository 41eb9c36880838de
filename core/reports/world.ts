import type { CatalogueStores, CatalogueWorld } from '../catalogue/world.ts';
import type { FiguresReader, SalesReader } from './ports.ts';

/** The dependencies of use cases of the area `reports`. */
export interface ReportWorld<Stores extends CatalogueStores = CatalogueStores> extends CatalogueWorld<Stores> {
  readonly figures: FiguresReader;
  readonly sales: SalesReader;
}
