import type { Instant } from '../kernel/time.ts';
import { type Door, drawNumbers, steppedDoor } from './door.ts';
import type { LineStores, LineWorld } from './world.ts';

export type StepDoors = ReturnType<typeof stepDoors>;

/**
 * Makes the present step of every open door: draws the order if it was not drawn, and lets the next people in. Every
 * process may run it at once: the door's row is locked, and each step is made once. Returns the number of doors.
 */
export const stepDoors = (world: LineWorld) => async (): Promise<number> => {
  const { clock, doorViews, transact, doorTerms } = world;
  const moments = await doorViews.open(clock());
  for (const opensAt of moments)
    await transact(async (stores) => {
      const door = await stores.doors.lock(opensAt);
      if (!door) return;
      const now = clock();
      const drawn = await drawIfDue(world, stores, door, now);
      const stepped = steppedDoor(drawn, now, doorTerms.admitsPerMinute);
      if (stepped !== door) await stores.doors.save(stepped);
    });
  return moments.length;
};

/**
 * Draws the order of a locked door once its moment has come, unless it is drawn. Whoever comes first after the moment
 * does it, so nobody who joins later is drawn.
 */
export async function drawIfDue(
  { draws }: Pick<LineWorld, 'draws'>,
  { doors }: Pick<LineStores, 'doors'>,
  door: Door,
  now: Instant,
): Promise<Door> {
  if (door.drawn !== null || now < door.opensAt) return door;
  await doors.giveNumbers(door.id, drawNumbers(draws, door.seed, door.joined));
  return { ...door, drawn: door.joined };
}
