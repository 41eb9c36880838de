import { blockRoutes } from '../../adapters/http/seats/operator-blocks-routes.ts';
import { seatRoutes } from '../../adapters/http/seats/seats-routes.ts';
import { changeBlocks, viewBlocks } from '../../core/seats/change-blocks.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { releaseSeats } from '../../core/seats/release-seats.ts';
import { sweepBlocks, sweepLocks } from '../../core/seats/sweep-seats.ts';
import { viewSeatMap } from '../../core/seats/view-seat-map.ts';
import type { Dependencies } from '../dependencies.ts';
import type { LineUseCases } from './line.ts';
import type { Job } from '../scheduler.ts';
import type { Settings } from '../settings.ts';

export const seatsUseCases = (dependencies: Dependencies) => ({
  viewSeatMap: viewSeatMap(dependencies),
  lockSeats: lockSeats(dependencies),
  releaseSeats: releaseSeats(dependencies),
  sweepLocks: sweepLocks(dependencies),
  sweepBlocks: sweepBlocks(dependencies),
  viewBlocks: viewBlocks(dependencies),
  changeBlocks: changeBlocks(dependencies),
});

export type SeatsUseCases = ReturnType<typeof seatsUseCases>;

export const seatsRoutes = (useCases: SeatsUseCases & LineUseCases) => [
  ...seatRoutes(useCases),
  ...blockRoutes(useCases),
];

export const seatsJobs = (useCases: SeatsUseCases, { expiryCron }: Pick<Settings, 'expiryCron'>): readonly Job[] => [
  { name: 'sweep blocked seats', pattern: expiryCron, run: () => useCases.sweepBlocks() },
  { name: 'sweep seat locks', pattern: expiryCron, run: () => useCases.sweepLocks() },
];
