import { officeDoorRoutes } from '../../adapters/http/line/office-door-routes.ts';
import { doorRoutes } from '../../adapters/http/line/door-routes.ts';
import { operatorWaitRoutes } from '../../adapters/http/line/operator-waits-routes.ts';
import { waitRoutes } from '../../adapters/http/line/waits-routes.ts';
import { changeDoor } from '../../core/line/change-door.ts';
import { moveDoor } from '../../core/line/move-door.ts';
import { storeRefusals } from '../../core/line/store-refusals.ts';
import { tellMoved } from '../../core/line/tell-moved.ts';
import { findDoor, findMovableDoor, viewOfficeDoor } from '../../core/line/view-office-door.ts';
import { readDoors } from '../../core/line/door-board.ts';
import { readPass, refuseWithoutPass } from '../../core/line/door-pass.ts';
import { enterDoor } from '../../core/line/enter-door.ts';
import { joinDoor, viewPlace } from '../../core/line/join-door.ts';
import { startWaiting } from '../../core/line/start-waiting.ts';
import { stepDoors } from '../../core/line/step-doors.ts';
import { stopWaiting } from '../../core/line/stop-waiting.ts';
import { sweepLine } from '../../core/line/sweep-line.ts';
import { viewTripLine, viewWaits } from '../../core/line/view-waits.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Job, EVERY_TWO_SECONDS } from '../scheduler.ts';
import type { Settings } from '../settings.ts';
import type { TripsUseCases } from './trips.ts';

export const lineUseCases = (dependencies: Dependencies) => {
  // One reader, so that all requests of the process share what it read.
  const board = { readDoors: readDoors(dependencies) };
  return {
    ...board,
    joinDoor: joinDoor(dependencies),
    viewPlace: viewPlace(dependencies),
    enterDoor: enterDoor({ ...dependencies, ...board }),
    readPass: readPass({ ...dependencies, ...board }),
    refuseWithoutPass: refuseWithoutPass({ ...dependencies, ...board }),
    stepDoors: stepDoors(dependencies),
    findDoor: findDoor(dependencies),
    findMovableDoor: findMovableDoor(dependencies),
    viewOfficeDoor: viewOfficeDoor(dependencies),
    changeDoor: changeDoor(dependencies),
    moveDoor: moveDoor(dependencies),
    tellMoved: tellMoved(dependencies),
    storeRefusals: storeRefusals(dependencies),
    startWaiting: startWaiting(dependencies),
    stopWaiting: stopWaiting(dependencies),
    viewWaits: viewWaits(dependencies),
    viewTripLine: viewTripLine(dependencies),
    sweepLine: sweepLine(dependencies),
  };
};

export type LineUseCases = ReturnType<typeof lineUseCases>;

export const lineRoutes = (useCases: LineUseCases & TripsUseCases) => [
  ...doorRoutes(useCases),
  ...officeDoorRoutes(useCases),
  ...waitRoutes(useCases),
  ...operatorWaitRoutes(useCases),
];

export const lineJobs = (useCases: LineUseCases, { expiryCron }: Pick<Settings, 'expiryCron'>): readonly Job[] => [
  { name: 'step doors', pattern: EVERY_TWO_SECONDS, run: () => useCases.stepDoors() },
  { name: 'store refusals at doors', pattern: EVERY_TWO_SECONDS, run: () => useCases.storeRefusals() },
  { name: 'tell of moved openings', pattern: EVERY_TWO_SECONDS, run: () => useCases.tellMoved() },
  { name: 'serve those who wait for seats', pattern: expiryCron, run: () => useCases.sweepLine() },
];
