import { draws } from '../../adapters/crypto/draws.ts';
import type { TripId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { changePlan } from './catalogue.ts';
import type { Engine } from './engines.ts';

interface WantedDoor {
  readonly opensAt: Instant;
  readonly trips: readonly TripId[];
}

/** Gives trips a moment at which their sale opens, without the checks of the use cases. */
export async function aDoor(engine: Pick<Engine, 'transact'>, { opensAt, trips }: WantedDoor): Promise<void> {
  await engine.transact(({ doors }) => doors.ensure(opensAt, draws.newSeed()));
  for (const id of trips) await changePlan(engine, id, { saleOpensAt: opensAt });
}
