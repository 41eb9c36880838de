import { admitSubscriber } from '../core/accounts/admit-subscriber.ts';
import { authenticate } from '../core/accounts/authenticate.ts';
import { addDevice } from '../core/boarding/add-device.ts';
import { admitDevice } from '../core/boarding/admit-device.ts';
import { authenticateDevice } from '../core/boarding/authenticate-device.ts';
import { departTrip } from '../core/boarding/depart-trip.ts';
import { enrolDevice } from '../core/boarding/enrol-device.ts';
import { listCrewTrips } from '../core/boarding/list-crew-trips.ts';
import { revokeDevice } from '../core/boarding/revoke-device.ts';
import { takeScans } from '../core/boarding/take-scans.ts';
import { listConflicts } from '../core/boarding/view-conflicts.ts';
import { findDevice, listDevices } from '../core/boarding/view-devices.ts';
import { printManifest } from '../core/boarding/print-manifest.ts';
import { viewManifest, viewManifestRevision } from '../core/boarding/view-manifest.ts';
import type { Dependencies } from './dependencies.ts';

/** What happens on board, and the phones of those who work there. */
export function buildBoarding(dependencies: Dependencies) {
  const devices = { authenticateDevice: authenticateDevice(dependencies) };
  const people = admitSubscriber({ authenticate: authenticate(dependencies) });
  return {
    ...devices,
    admitDevice: admitDevice({ ...devices, admitSubscriber: people }),
    listDevices: listDevices(dependencies),
    findDevice: findDevice(dependencies),
    addDevice: addDevice(dependencies),
    enrolDevice: enrolDevice(dependencies),
    revokeDevice: revokeDevice(dependencies),
    takeScans: takeScans(dependencies),
    listConflicts: listConflicts(dependencies),
    listCrewTrips: listCrewTrips(dependencies),
    viewManifest: viewManifest(dependencies),
    printManifest: printManifest({ ...dependencies, viewManifest: viewManifest(dependencies) }),
    viewManifestRevision: viewManifestRevision(dependencies),
    departTrip: departTrip(dependencies),
  };
}
