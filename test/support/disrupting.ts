import type { Booking } from '../../core/bookings/booking.ts';
import type { Member } from '../../core/companies/member.ts';
import type { ComposedMail } from '../../core/platform/mailer.ts';
import { cancelTrip } from '../../core/changes/cancel-trip.ts';
import type { Disruption } from '../../core/changes/disruption.ts';
import { type Retiming, retimeTrip } from '../../core/changes/retime-trip.ts';
import { daysAfter, hoursAfter } from '../../core/kernel/time.ts';
import { type TripForTests, aTrip, calendar } from './catalogue.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import type { Paying } from './paying.ts';
import { anOperator } from './people.ts';

const WHY: Disruption = { reason: 'ROAD_CLOSED', note: 'We are sorry.', isDryRun: false };

/** A company with a trip, and its owner, who changes the trip. */
export async function aCompanyWithTrip(engine: Engine, traits: Parameters<typeof aTrip>[1] = {}) {
  const { id: userId, operatorId } = await anOperator(engine, { companyName: 'Blue Sky Travels' });
  const trip = await aTrip(engine, { ...traits, bus: { operatorId, ...traits.bus } });
  return { owner: { userId, operatorId } satisfies Member, trip };
}

/** The new times of the trip; one hour later by default. */
type Given = Partial<Retiming>;

export function disruptingOn({ engine, clock }: Pick<Paying, 'engine' | 'clock'>) {
  const needs = { ...engine, clock, calendar };
  const cancel = cancelTrip(needs);
  const retime = retimeTrip(needs);
  return {
    cancelTrip: (member: Member, { id }: Pick<TripForTests, 'id'>, given: Partial<Disruption> = {}) =>
      cancel(member, id, { ...WHY, ...given }),
    retimeTrip: (member: Member, { id, departsAt, arrivesAt }: TripForTests, given: Given = {}) =>
      retime(member, id, {
        ...WHY,
        departsAt: hoursAfter(departsAt, 1),
        arrivesAt: hoursAfter(arrivesAt, 1),
        ...given,
      }),
  };
}

/** The queued mails whose whole text is stored in the queue, such as mails about changed trips. */
export const postedMails = async ({ transact }: Pick<Engine, 'transact'>): Promise<readonly ComposedMail[]> =>
  (await transact(({ mailQueue }) => mailQueue.claim(daysAfter(START, 30), daysAfter(START, 31), 1_000))).flatMap(
    ({ mail }) => ('bookingId' in mail ? [] : [mail]),
  );

export const statusesOf = ({ transact }: Pick<Engine, 'transact'>, bookings: readonly Pick<Booking, 'id'>[]) =>
  transact(async (stores) => {
    const found = await Promise.all(bookings.map(({ id }) => stores.bookings.find(id)));
    return found.map((booking) => booking?.status);
  });
