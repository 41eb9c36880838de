import { lockCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import { refuseBusBeyondQuota } from '../companies/refuse-beyond-quota.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { invalidField } from '../kernel/refusal.ts';
import { type Amenity, amenitiesIn } from './amenities.ts';
import { changesOfBus } from './bus-trail.ts';
import { notOneSeating, registrationNoTaken } from './refusals.ts';
import { numberOf } from './registration.ts';
import { type WantedMap, activeSeats, checkedMap } from './seat-layout.ts';
import { SEAT_MAP_TEMPLATES, templateNamed } from './seat-map-templates.ts';
import { type ShownBus, showBus } from './view-buses.ts';
import type { FleetWorld } from './world.ts';

/** The seating of a new bus: a template, a seat map or a number of places. Exactly one of the fields must be given. */
export interface WantedSeating {
  readonly totalSeats?: number;
  readonly seatMap?: WantedMap;
  /** The name of a template. */
  readonly template?: string;
}

export interface WantedBus extends WantedSeating {
  readonly name: string;
  readonly registrationNo: string;
  readonly type: string;
  readonly amenities?: readonly Amenity[];
}

export type AddBus = ReturnType<typeof addBus>;

/** Adds a bus to the company's fleet. The bus then waits for an administrator's approval. */
export const addBus =
  (world: FleetWorld) =>
  async (member: Member, wanted: WantedBus, keep?: KeepResult<ShownBus>): Promise<ShownBus> => {
    const { transact, quotas } = world;
    const { map, totalSeats } = seatingOf(wanted);
    const now = world.clock();

    return transact(async (stores) => {
      const { buses, fleetViews, trail } = stores;
      // Locks the company, because its only owner may leave a company that has no buses. Without the lock, the owner
      // could leave at the same moment.
      await lockCompany(stores, member, 'MANAGER');
      await refuseBusBeyondQuota(stores, quotas, member.operatorId);
      const number = numberOf({ ...wanted, operatorId: member.operatorId });
      if ((await buses.lockReserved([number])).size > 0) throw registrationNoTaken();
      const [id = 'registered'] = await buses.add([
        {
          operatorId: member.operatorId,
          name: wanted.name,
          registrationNo: wanted.registrationNo,
          type: wanted.type.toUpperCase(),
          totalSeats,
          amenities: amenitiesIn(wanted.amenities ?? []),
          status: 'ACTIVE',
          approvalStatus: 'PENDING',
          createdAt: now,
        },
      ]);
      if (id === 'registered') throw registrationNoTaken();
      if (map) await buses.saveSeatMap(id, map);

      const added = await fleetViews.find(id);
      if (!added) throw new Error(`Bus ${id} was not added.`);
      const bus = showBus(world)(added);
      const description = `Added the bus ${bus.registrationNo}.`;
      const subject = { type: 'bus', id } as const;
      await trail.add(
        memberEntry(member, { kind: 'BUS_CREATED', subject, changes: changesOfBus(undefined, bus), description }),
        now,
      );
      await keep?.(bus, stores);
      return bus;
    });
  };

function seatingOf({ totalSeats, seatMap, template }: WantedSeating) {
  const given = [totalSeats, seatMap, template].filter((one) => one !== undefined);
  if (given.length !== 1) throw notOneSeating();
  if (totalSeats !== undefined) return { map: undefined, totalSeats };
  const map = seatMap ? checkedMap(seatMap, null) : mapOf(template ?? '');
  return { map, totalSeats: activeSeats(map) };
}

function mapOf(name: string): WantedMap {
  const template = templateNamed(name);
  if (template) return template.map;
  const names = SEAT_MAP_TEMPLATES.map((one) => one.name).join(', ');
  throw invalidField('template', `template must be one of ${names}.`);
}
