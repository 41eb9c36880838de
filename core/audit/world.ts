import type { CatalogueStores } from '../catalogue/world.ts';
import type { ReportWorld } from '../reports/world.ts';
import type { AuditReader } from './ports.ts';

/** The dependencies of use cases of the area `audit`. */
export interface AuditWorld<Stores extends CatalogueStores = CatalogueStores> extends ReportWorld<Stores> {
  readonly auditReader: AuditReader;
}
