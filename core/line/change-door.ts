import type { UserId } from '../kernel/ids.ts';
import { changesBetween } from '../platform/trail.ts';
import { type Door, type DoorSettings, doorNameOf, openingNamed } from './door.ts';
import { doorUnknown } from './door-refusals.ts';
import { type OfficeDoor, officeDoor } from './view-office-door.ts';
import type { LineWorld } from './world.ts';

export type ChangeDoor = ReturnType<typeof changeDoor>;

/** Changes how fast a door lets people in, and what its page says. Absent fields are kept. */
export const changeDoor =
  (world: LineWorld) =>
  async (admin: UserId, name: string, given: Partial<DoorSettings>): Promise<OfficeDoor> => {
    const opensAt = openingNamed(name);
    if (opensAt === undefined) throw doorUnknown();
    return world.transact(async (stores) => {
      const { doors, trail } = stores;
      const door = await doors.lock(opensAt);
      if (!door) throw doorUnknown();
      const changed = { ...door, ...given };
      const changes = changesBetween(settingsOf(door), settingsOf(changed));
      const now = world.clock();
      if (Object.keys(changes).length === 0) return officeDoor(world, stores, door, { now });
      await doors.save(changed);
      await trail.add(
        {
          kind: 'DOOR_CHANGED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: null,
          subject: { type: 'door', id: door.id },
          changes,
          description: `Changed the door ${doorNameOf(door.opensAt)}.`,
        },
        now,
      );
      return officeDoor(world, stores, changed, { now });
    });
  };

const settingsOf = ({ admitsPerMinute, paused, notice, noticeNe }: Door) => ({
  admits_per_minute: admitsPerMinute,
  paused,
  notice,
  notice_ne: noticeNe,
});
