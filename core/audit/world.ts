import type { ListeningStores, ListeningWorld } from '../listening/world.ts';
import type { AuditReader } from './ports.ts';

/** The dependencies of use cases of the area `audit`. */
export interface AuditWorld<Stores extends ListeningStores = ListeningStores> extends ListeningWorld<Stores> {
  readonly auditReader: AuditReader;
}
