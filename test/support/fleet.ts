import { type WantedBus, addBus } from '../../core/fleet/add-bus.ts';
import type { BusDetails, KeptBus } from '../../core/fleet/bus.ts';
import { changeBus } from '../../core/fleet/change-bus.ts';
import { changeSeatMap } from '../../core/fleet/change-seat-map.ts';
import type { SeatMap, WantedMap, WantedSeat } from '../../core/fleet/seat-layout.ts';
import { viewBus, viewBusSeatMap } from '../../core/fleet/view-buses.ts';
import type { Member } from '../../core/companies/member.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import type { BusId, TripId } from '../../core/kernel/ids.ts';
import { seat } from './catalogue.ts';
import { handClock } from './clock.ts';
import type { Engine } from './engines.ts';
import { anOperator } from './people.ts';

/** A company with use cases for its buses, and a clock set to START. */
export async function aFleet(engine: Engine) {
  const { id: userId, operatorId } = await anOperator(engine, { companyName: 'Blue Sky' });
  const member: Member = { userId, operatorId };
  const clock = handClock();
  const needs = { ...engine, clock, calendar: calendarOf('Asia/Kathmandu') };
  let made = 0;

  return {
    member,
    clock,
    add: (wanted: Partial<WantedBus> = {}, by = member) => {
      made += 1;
      const isSeated = 'totalSeats' in wanted || 'seatMap' in wanted || 'template' in wanted;
      return addBus(needs)(by, {
        name: 'Night Queen',
        registrationNo: `GA 1 PA ${made}`,
        type: 'SOFA',
        ...(!isSeated && { totalSeats: 14 }),
        ...wanted,
      });
    },
    change: (id: BusId, given: Partial<BusDetails>, by = member) => changeBus(needs)(by, id, given),
    draw: (id: BusId, map: WantedMap | null, by = member) => changeSeatMap(needs)(by, id, map),
    view: (id: BusId) => viewBus(needs)(operatorId, id),
    map: (id: BusId) => viewBusSeatMap(needs)(operatorId, id),
    trail: (id: BusId) => engine.transact(({ trail }) => trail.of({ type: 'bus', id })),
    /** Changes the stored data of a bus, such as its approval, without the usual checks. */
    make: (id: BusId, traits: Partial<KeptBus>) =>
      engine.transact(async ({ buses }) => {
        await buses.update({ ...(await buses.lock(id))!, ...traits });
      }),
    /** The statuses of a trip's seats on the public seat map. */
    seatsOf: async (trip: TripId) => {
      const view = await engine.seatMaps.view(trip, undefined, clock());
      return view?.hasSeatMap
        ? view.seats.map(({ number, isActive, isBooked, heldBy }) =>
            [number, isActive ? '' : ' blocked', isBooked ? ' booked' : heldBy === 'nobody' ? '' : ' held'].join(''),
          )
        : view?.seatsLeft;
    },
  };
}

export type Fleet = Awaited<ReturnType<typeof aFleet>>;

/** A seat map with these seats side by side, four in a row. */
export const rowsOf = (...seats: readonly (string | Partial<WantedSeat>)[]): WantedMap => ({
  rows: Math.max(1, Math.ceil(seats.length / 4)),
  cols: 4,
  deckCount: 1,
  seats: seats.map((given, index) => ({
    number: seat('?'),
    deck: 1,
    row: 1 + Math.floor(index / 4),
    col: 1 + (index % 4),
    type: 'SEAT',
    isActive: true,
    ...(typeof given === 'string' ? { number: seat(given) } : given),
  })),
});

/** The present map with changed seats: `redraw` returns each seat, or undefined to remove it. */
export const redrawn = (
  map: SeatMap,
  redraw: (one: SeatMap['seats'][number]) => WantedSeat | undefined,
): WantedMap => ({ ...map, seats: map.seats.flatMap((one) => redraw(one) ?? []) });
