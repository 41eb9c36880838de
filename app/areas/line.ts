import { operatorWaitRoutes } from '../../adapters/http/line/operator-waits-routes.ts';
import { waitRoutes } from '../../adapters/http/line/waits-routes.ts';
import { startWaiting } from '../../core/line/start-waiting.ts';
import { stopWaiting } from '../../core/line/stop-waiting.ts';
import { sweepLine } from '../../core/line/sweep-line.ts';
import { viewTripLine, viewWaits } from '../../core/line/view-waits.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Job } from '../scheduler.ts';
import type { Settings } from '../settings.ts';
import type { TripsUseCases } from './trips.ts';

export const lineUseCases = (dependencies: Dependencies) => ({
  startWaiting: startWaiting(dependencies),
  stopWaiting: stopWaiting(dependencies),
  viewWaits: viewWaits(dependencies),
  viewTripLine: viewTripLine(dependencies),
  sweepLine: sweepLine(dependencies),
});

export type LineUseCases = ReturnType<typeof lineUseCases>;

export const lineRoutes = (useCases: LineUseCases & TripsUseCases) => [
  ...waitRoutes(useCases),
  ...operatorWaitRoutes(useCases),
];

export const lineJobs = (useCases: LineUseCases, { expiryCron }: Pick<Settings, 'expiryCron'>): readonly Job[] => [
  { name: 'serve those who wait for seats', pattern: expiryCron, run: () => useCases.sweepLine() },
];
