import { type Conductor, conductorOf } from '../../../core/boarding/conductor.ts';
import { type Instant, hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import type { Traveller } from './cast.ts';
import { counterTime } from './counter.ts';
import type { Departure } from './departures.ts';
import { REVIEWS } from './names.ts';
import { type Sale, sellAtCounter, sellOnline } from './sales.ts';
import type { Stage } from './stage.ts';
import { FIRST_DAY } from './week.ts';

/** How many seats each buyer takes. One of these numbers is picked for each sale. */
const GROUPS = [2, 1, 2, 3, 1, 4];
/** The fewest and the most hours between a booking and the departure. */
const [SOONEST, EARLIEST] = [1, 60];

/** Plans everything that happens on a trip until today, from its first sale to its last rating. */
export function journey(stage: Stage, departure: Departure): void {
  const { draws } = departure;
  const sales: { readonly sale: Sale; readonly buyer?: Traveller }[] = [];
  for (let left = departure.wanted; left > 0;) {
    const count = Math.min(left, draws.pick(GROUPS));
    left -= count;
    sales.push(sold(stage, departure, count));
  }
  board(stage, departure, sales);
  const { agenda, service } = stage;
  // Does the work of two periodic jobs, which do not run in the sample's past.
  agenda.at(minutesAfter(departure.departsAt, 1), () => service.useCases.earnBookings());
  agenda.at(minutesAfter(departure.arrivesAt, 1), () => service.useCases.completeBookings());
  for (const { sale, buyer } of sales) if (buyer && draws.chance(0.4)) rate(stage, departure, sale, buyer);
}

function sold(stage: Stage, departure: Departure, count: number) {
  const { draws, departsAt, day } = departure;
  const { cast, week } = stage;
  // Spreads the sales of a future trip over the days before this morning.
  const before = Math.max(SOONEST, 24 * day) + draws.next() ** 2 * (EARLIEST - SOONEST);
  const at = Math.max(hoursAfter(departsAt, -before), week.at(FIRST_DAY, '12:00')) as Instant;
  if (isOfClerk(departure) && draws.chance(0.3)) {
    const paidBy = draws.chance(0.7) ? 'CASH' : 'QR';
    return {
      sale: sellAtCounter(stage, departure, { seller: cast.clerk, count, at: counterTime(stage, at, draws), paidBy }),
    };
  }
  const buyer = draws.pick(cast.travellers);
  return { sale: sellOnline(stage, departure, { buyer, count, at }), buyer };
}

/** Whether the clerk sells seats of this trip, because the trip starts at her counter. */
export const isOfClerk = ({ service, isOfCompany }: Pick<Departure, 'service' | 'isOfCompany'>): boolean =>
  isOfCompany && service.startsWith('kathmandu');

/** The conductor boards passengers at these times, in minutes before the departure. */
const LOOKS = [25, 14, 6];

/** Boards most passengers and reports the departure. A few passengers do not come. */
function board(stage: Stage, departure: Departure, sales: readonly { readonly sale: Sale }[]): void {
  const { agenda, service } = stage;
  const { tripId, departsAt, draws, service: line, day } = departure;
  const round = sales.map(() => (draws.chance(0.92) ? draws.between(0, LOOKS.length - 1) : undefined));
  LOOKS.forEach((minutes, look) => {
    const at = minutesAfter(departsAt, -minutes);
    agenda.at(at, async () => {
      const scans = sales.flatMap(({ sale }, index) =>
        sale.booking !== undefined && round[index] === look
          ? {
              nonce: `${line} ${day} ${sale.booking}`,
              trip_id: tripId,
              action: 'BOARD',
              mode: 'ONLINE',
              booking_id: sale.booking,
              scanned_at: toIso(at),
            }
          : [],
      );
      const crew = await conductor(stage, departure);
      if (crew && scans.length > 0) await service.useCases.takeScans(crew, scans);
    });
  });
  agenda.at(minutesAfter(departsAt, draws.between(2, 12)), async () => {
    const crew = await conductor(stage, departure);
    if (crew) await service.useCases.departTrip(crew, tripId, { early: false });
  });
}

/** Returns who boards the passengers: a phone on the first company's buses, a member of staff on other buses. */
async function conductor({ cast, service }: Stage, { isOfCompany }: Departure): Promise<Conductor | undefined> {
  const { helper, phone } = cast;
  if (!isOfCompany) return { operatorId: helper.operatorId, sender: { userId: helper.userId } };
  return phone === undefined ? undefined : conductorOf(await service.useCases.authenticateDevice(phone));
}

function rate(stage: Stage, { arrivesAt, draws }: Departure, sale: Sale, { userId }: Traveller): void {
  const { stars, review, issue } = draws.pick(REVIEWS);
  stage.agenda.at(hoursAfter(arrivesAt, 1 + draws.next() * 8), async () => {
    if (sale.booking === undefined) return;
    const given = { stars, review, issueFlag: issue !== undefined, issueNote: issue ?? '' };
    await stage.service.useCases.rateBooking(userId, sale.booking, given);
  });
}
