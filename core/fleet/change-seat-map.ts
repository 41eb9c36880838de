import { shareCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import type { BusId } from '../kernel/ids.ts';
import { changesOfBus, changesOfSeatMap } from './bus-trail.ts';
import { busUnknown, seatsSold } from './refusals.ts';
import { replaceSeatMap } from './replace-seat-map.ts';
import { type SeatMap, type WantedMap, activeSeats, checkedMap, isSameMap } from './seat-layout.ts';
import type { FleetWorld } from './world.ts';

export type ChangeSeatMap = ReturnType<typeof changeSeatMap>;

/**
 * Replaces or removes a bus's seat map. Seats that are sold for upcoming trips must stay, but may be moved or
 * renumbered. The bus stays approved.
 */
export const changeSeatMap =
  ({ clock, transact }: FleetWorld) =>
  async (member: Member, id: BusId, given: WantedMap | null): Promise<SeatMap | null> => {
    const now = clock();

    return transact(async (stores) => {
      const { buses, trail } = stores;
      await shareCompany(stores, member, 'MANAGER');
      const bus = await buses.lock(id, member.operatorId);
      if (!bus) throw busUnknown();
      const present = (await buses.seatMaps([id])).get(id) ?? null;
      const wanted = given && checkedMap(given, present);
      if (isSameMap(present, wanted)) return present;

      const outcome = await replaceSeatMap(stores, id, present, wanted, now);
      if (outcome !== 'replaced') throw seatsSold(outcome);
      const totalSeats = wanted ? activeSeats(wanted) : bus.totalSeats;
      await buses.update({ ...bus, totalSeats, revision: bus.revision + 1, mapChangedInOffice: true });
      const map = (await buses.seatMaps([id])).get(id) ?? null;
      const changes = {
        ...changesOfBus(bus, { ...bus, totalSeats, hasSeatMap: map !== null }),
        ...changesOfSeatMap(present, map),
      };
      const description = `Changed the seat map of the bus ${bus.registrationNo}.`;
      const subject = { type: 'bus', id } as const;
      await trail.add(memberEntry(member, { kind: 'SEAT_MAP_CHANGED', subject, changes, description }), now);
      return map;
    });
  };
