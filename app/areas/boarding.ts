import { conductorTripRoutes } from '../../adapters/http/boarding/conductor-trips-routes.ts';
import { enrolRoutes } from '../../adapters/http/boarding/enrol-routes.ts';
import { conflictRoutes } from '../../adapters/http/boarding/operator-conflicts-routes.ts';
import { departureRoutes } from '../../adapters/http/boarding/operator-departures-routes.ts';
import { deviceRoutes } from '../../adapters/http/boarding/operator-devices-routes.ts';
import { manifestRoutes } from '../../adapters/http/boarding/operator-manifests-routes.ts';
import { stopRoutes } from '../../adapters/http/boarding/stop-routes.ts';
import { scanRoutes } from '../../adapters/http/boarding/scan-routes.ts';
import { admitSubscriber, authenticate } from '../../core/accounts/authenticate.ts';
import { addDevice, enrolDevice, viewEnrolment } from '../../core/boarding/enrol-device.ts';
import { admitDevice, authenticateDevice } from '../../core/boarding/authenticate-device.ts';
import { departTrip } from '../../core/boarding/depart-trip.ts';
import { leaveStop, takeStopBack } from '../../core/boarding/leave-stop.ts';
import { listCrewTrips } from '../../core/boarding/list-crew-trips.ts';
import { printManifest } from '../../core/boarding/print-manifest.ts';
import { pruneScans } from '../../core/boarding/prune-scans.ts';
import { revokeDevice } from '../../core/boarding/revoke-device.ts';
import { takeScans } from '../../core/boarding/take-scans.ts';
import { undepartOwnTrip, undepartTrip } from '../../core/boarding/undepart-trip.ts';
import { findDevice } from '../../core/boarding/view-devices.ts';
import { viewManifest, viewManifestRevision } from '../../core/boarding/view-manifest.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Job, EVERY_TEN_MINUTES } from '../scheduler.ts';
import type { TripsUseCases } from './trips.ts';

export function boardingUseCases(dependencies: Dependencies) {
  const devices = { authenticateDevice: authenticateDevice(dependencies) };
  const people = admitSubscriber({ authenticate: authenticate(dependencies) });
  return {
    ...devices,
    admitDevice: admitDevice({ ...devices, admitSubscriber: people }),
    findDevice: findDevice(dependencies),
    addDevice: addDevice(dependencies),
    enrolDevice: enrolDevice(dependencies),
    viewEnrolment: viewEnrolment(dependencies),
    revokeDevice: revokeDevice(dependencies),
    takeScans: takeScans(dependencies),
    pruneScans: pruneScans(dependencies),
    listCrewTrips: listCrewTrips(dependencies),
    viewManifest: viewManifest(dependencies),
    printManifest: printManifest({ ...dependencies, viewManifest: viewManifest(dependencies) }),
    viewManifestRevision: viewManifestRevision(dependencies),
    departTrip: departTrip(dependencies),
    undepartTrip: undepartTrip(dependencies),
    undepartOwnTrip: undepartOwnTrip(dependencies),
    leaveStop: leaveStop(dependencies),
    takeStopBack: takeStopBack(dependencies),
  };
}

export type BoardingUseCases = ReturnType<typeof boardingUseCases>;

export const boardingRoutes = (useCases: BoardingUseCases & TripsUseCases, dependencies: Dependencies) => [
  ...departureRoutes(useCases),
  ...stopRoutes(useCases),
  ...conductorTripRoutes(useCases),
  ...manifestRoutes({ ...useCases, ...dependencies }),
  ...deviceRoutes({ ...useCases, ...dependencies }),
  ...conflictRoutes({ ...useCases, ...dependencies }),
  ...enrolRoutes(useCases),
  ...scanRoutes(useCases),
];

export const boardingJobs = (useCases: BoardingUseCases): readonly Job[] => [
  { name: 'forget old scans', pattern: EVERY_TEN_MINUTES, run: () => useCases.pruneScans() },
];
