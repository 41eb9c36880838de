import { expect } from 'chai';
import { ticketTokens } from '../../../adapters/crypto/signed-strings.ts';
import { countingRandom } from '../../../adapters/memory/random.ts';
import { writeSms } from '../../../adapters/sms/write-sms.ts';
import type { Member } from '../../../core/companies/member.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { sendSms } from '../../../core/platform/send-sms.ts';
import type { Sms } from '../../../core/platform/sms.ts';
import { composeSms } from '../../../core/tickets/compose-sms.ts';
import { remindOfJourneys } from '../../../core/tickets/remind-of-journeys.ts';
import { type TripForTests, calendar, seat } from '../../support/catalogue.ts';
import { ASHA, counterOn } from '../../support/counter.ts';
import { aCompanyWithTrip, disruptingOn, postedMails } from '../../support/disrupting.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aBooking, sitting } from '../../support/bookings.ts';
import { aPassenger } from '../../support/people.ts';

/** The trip of these tests departs on 22 November at 10:00. */
const at = (day: string, time: string): Instant => calendar.at(day, time)!;
const EVENING = at('2026-11-21', '18:00');

describe('reminders of journeys', () => {
  let paying: Paying;
  let engine: Engine;
  let owner: Member;
  let trip: TripForTests;

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ engine } = paying);
    ({ owner, trip } = await aCompanyWithTrip(engine, { bus: { registrationNo: 'BA 3 KHA 7788' } }));
  });

  const needs = () => ({
    ...engine,
    clock: paying.clock,
    calendar,
    random: countingRandom(),
    ticketTokens: ticketTokens('only for tests, thirty-two letters long'),
    baseUrl: 'https://bus.example.com',
    writeSms: writeSms({ baseUrl: 'https://bus.example.com', brand: 'Bus Ticket', nepali: false }),
  });
  const sell = (numbers: readonly string[] = ['A1']) =>
    counterOn(engine, paying.clock).sell(owner, trip.id, { numbers, contact: ASHA });

  async function remindAt(now: Instant): Promise<number> {
    paying.clock.set(now);
    return remindOfJourneys(needs())();
  }
  async function texted(): Promise<readonly Sms[]> {
    const sent: Sms[] = [];
    const smsSender = {
      send: async (sms: Sms) => {
        sent.push(sms);
        return { result: 'sent' } as const;
      },
    };
    await sendSms({ ...needs(), smsSender, composeSms: composeSms(needs()) })();
    return sent;
  }

  it('a reminder goes out at 18:00 on the day before, once a booking, with plate and link', async () => {
    const { code } = await sell(['A1', 'A2']);
    await texted();
    expect(await remindAt(at('2026-11-20', '18:00'))).to.equal(0);
    expect(await remindAt((EVENING - 1) as Instant)).to.equal(0);
    expect(await remindAt(EVENING)).to.equal(1);
    expect(await remindAt(at('2026-11-21', '18:10'))).to.equal(0);
    const [text, ...others] = await texted();
    expect(others).to.deep.equal([]);
    expect(text).to.include({ kind: 'REMINDER', to: '9812345678' });
    expect(text?.text).to.match(
      new RegExp(
        `^Reminder: ${code} Kathmandu-Pokhara 22 Nov 10:00 seat A1,A2 BA 3 KHA 7788 https://bus.example.com/t/\\w+$`,
        'u',
      ),
    );
  });

  it('nobody is reminded at night, nor on the day of the journey', async () => {
    await sell();
    expect(await remindAt(at('2026-11-21', '22:00'))).to.equal(0);
    expect(await remindAt(at('2026-11-22', '18:00'))).to.equal(0);
    expect(await remindAt(at('2026-11-21', '21:59'))).to.equal(1);
  });

  it('a booking made after 18:00 on the day before, or cancelled, gets no reminder', async () => {
    await sell();
    paying.clock.set(at('2026-11-21', '18:30'));
    await sell(['A2']);
    expect(await remindAt(at('2026-11-21', '18:40'))).to.equal(1);
    await sell(['B1']);
    await disruptingOn(paying).cancelTrip(owner, trip);
    expect(await remindAt(at('2026-11-21', '18:50'))).to.equal(0);
  });

  it('a reminder that was queued is not sent for a trip that was cancelled since', async () => {
    await sell();
    await texted();
    expect(await remindAt(EVENING)).to.equal(1);
    await disruptingOn(paying).cancelTrip(owner, trip);
    expect((await texted()).map(({ kind }) => kind)).to.deep.equal(['CANCELLED']);
  });

  it('a passenger with a verified address is reminded by mail, with place and time to get on', async () => {
    const { id: userId } = await aPassenger(engine, { fullName: 'Asha Gurung' });
    const numbers = [seat('A1')];
    const passengers = [sitting(seat('A1'), { name: 'Asha Gurung', boardingPoint: 'Kalanki' })];
    await aBooking(engine, { userId, tripId: trip.id, seats: numbers, passengers, status: 'CONFIRMED' });
    expect(await remindAt(EVENING)).to.equal(1);
    expect(await texted()).to.deep.equal([]);
    const [mail] = await postedMails(engine);
    expect(mail).to.deep.include({
      kind: 'journey-reminder',
      departure: '2026-11-22 10:00',
      registrationNo: 'BA 3 KHA 7788',
      gettingOn: { name: 'Kalanki', time: '2026-11-22 10:00' },
    });
  });
});
