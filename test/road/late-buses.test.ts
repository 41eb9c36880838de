import { expect } from 'chai';
import type { Booking } from '../../core/bookings/booking.ts';
import type { BookingId, OperatorId, TripId, UserId } from '../../core/kernel/ids.ts';
import { daysAfter, hoursAfter, minutesAfter, toIso } from '../../core/kernel/time.ts';
import { aBooking, sitting } from '../support/bookings.ts';
import { changePlan, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { type Answer, type Json, onEveryServer } from '../support/http.ts';
import { aPassenger, anOperator } from '../support/people.ts';
import { authenticate, staffTokenOf } from '../support/plain-tokens.ts';
import { aRoad } from '../support/roads.ts';
import { HALFWAY, SPOTS } from '../support/spots.ts';

/** 12:00 in Kathmandu. */
const DEPARTS = hoursAfter(START, 2);

onEveryServer(
  'passengers of late buses',
  (api) => {
    let owner: UserId;
    let operatorId: OperatorId;
    /** A trip from Kathmandu by Mugling (60 to 70 minutes after departure) to Pokhara (360). */
    let trip: TripId;
    let phones = 0;

    before(async () => {
      for (const [name, coordinates] of Object.entries(SPOTS))
        await api().dependencies.transact(async ({ catalogue, cities }) => {
          const [city] = await catalogue.saveCities([name]);
          await cities.describe(city!, { nameNe: null, coordinates });
        });
    });
    beforeEach(async () => {
      api().clock.set(DEPARTS);
      ({ id: owner, operatorId } = await anOperator(api().dependencies));
      const traits = { departsAt: DEPARTS, seats: ['A1', 'A2', 'B1', 'B2', 'C1'], bus: { operatorId } };
      trip = (await aRoad(api().dependencies, { between: ['Mugling'], ...traits })).id;
      await changePlan(api().dependencies, trip, { arrivesAt: hoursAfter(DEPARTS, 6) });
    });

    const minute = (minutes: number) => minutesAfter(DEPARTS, minutes);
    const staff = (position: 'CONDUCTOR' | 'CLERK') => staffTokenOf(position, owner, operatorId);
    const say = (minutes: number, stop?: number): Promise<Answer> =>
      api().put(
        `/api/operator/trips/${trip}/delay`,
        { minutes, reason: 'ROAD_CLOSED', ...(stop !== undefined && { stop }) },
        staff('CLERK'),
      );
    const endDelay = (): Promise<Answer> =>
      api().delete(`/api/operator/trips/${trip}/delay`, undefined, staff('CLERK'));
    const leave = (stop: number): Promise<Answer> =>
      api().post(`/api/conductor/trips/${trip}/stops/${stop}/left`, {}, staff('CONDUCTOR'));
    const send = (minutes: number, spot: object = HALFWAY): Promise<Answer> => {
      const points = [{ at: toIso(minute(minutes)), ...spot }];
      return api().post('/api/conductor/positions', { trip_id: trip, points }, staff('CONDUCTOR'));
    };

    /** A booking whose passenger reads mails and texts. */
    async function booked(number: string, traits: Partial<Parameters<typeof aBooking>[1]> = {}): Promise<Booking> {
      phones += 1;
      const phone = `98${String(10_000_000 + phones)}`;
      const { id: userId } = await aPassenger(api().dependencies, { phone, phoneVerified: true });
      const seats = [seat(number)];
      return aBooking(api().dependencies, { userId, tripId: trip, seats, status: 'CONFIRMED', ...traits });
    }
    const fromMugling = { section: { from: 1, to: 2 } };

    const texts = async (): Promise<readonly Json[]> =>
      (await api().dependencies.transact(({ smsQueue }) => smsQueue.due(daysAfter(START, 2), 1_000))).flatMap(
        ({ sms }) => (sms.kind === 'LATE' ? [sms] : []),
      );
    const textsTo = async ({ id }: Booking): Promise<readonly string[]> =>
      (await texts())
        .filter(({ bookingId }) => bookingId === id)
        .map(({ before, expected }) => `${expected.slice(-5)} not ${before.slice(-5)}`);
    /** The mails about late buses that nobody has read here before. */
    const newMails = async (): Promise<readonly Json[]> =>
      (
        await api().dependencies.transact(({ mailQueue }) =>
          mailQueue.claim(daysAfter(START, 30), daysAfter(START, 31), 1_000),
        )
      ).flatMap(({ mail }) => (mail.kind === 'trip-late' ? [mail] : []));
    const delaysHeard = async (): Promise<readonly (readonly [number, boolean])[]> => {
      const { json } = await api().get(
        '/api/operator/events?types=trip.delayed',
        staffTokenOf('OWNER', owner, operatorId),
      );
      const events: readonly Json[] = json.results;
      return events.map(({ data }) => [data.delay_minutes, data.said] as const);
    };

    it('40 minutes said at Mugling: each booking ahead has one text and one mail, and no other has any', async () => {
      const [first, second] = [await booked('A1', fromMugling), await booked('A2', fromMugling)];
      await booked('B1');
      await booked('B2', { ...fromMugling, status: 'PENDING_PAYMENT' });
      await booked('C1', { ...fromMugling, status: 'CHECKED_IN' });
      await newMails();
      await leave(0);
      expect((await say(40, 1)).status).to.equal(200);
      expect((await say(40, 1)).status, 'said again').to.equal(200);
      expect((await texts()).map(({ bookingId }) => bookingId as BookingId)).to.have.members([first.id, second.id]);
      const mails = await newMails();
      expect(mails.map(({ bookingCode }) => bookingCode)).to.have.members([first.code, second.code]);
      expect(mails[0]).to.include({
        boardingPoint: 'Mugling',
        planned: '2026-11-20 13:10',
        before: '2026-11-20 13:10',
        expected: '2026-11-20 13:50',
        cause: 'ROAD_CLOSED',
      });
      expect(await textsTo(first)).to.deep.equal(['13:50 not 13:10']);
    });

    it('a booking is told once of each threshold, and again when the estimate falls by 15 minutes', async () => {
      const booking = await booked('A1', fromMugling);
      for (const minutes of [19, 20, 89, 90, 76, 75, 94, 90]) await say(minutes, 1);
      expect(await textsTo(booking)).to.deep.equal([
        '13:30 not 13:10',
        '14:40 not 13:10',
        '14:25 not 13:10',
        '14:44 not 13:10',
      ]);
      await say(30, 1);
      expect(await textsTo(booking), 'a fifth message').to.have.length(4);
    });

    it('a lateness of both thresholds at once is one message, and a said delay that ends is told', async () => {
      const booking = await booked('A1', fromMugling);
      await say(120, 1);
      expect(await textsTo(booking)).to.deep.equal(['15:10 not 13:10']);
      await endDelay();
      expect(await textsTo(booking)).to.deep.equal(['15:10 not 13:10', '13:10 not 15:10']);
    });

    it('the time is that of the boarding point, and nobody is told whose boarding is over', async () => {
      await changePlan(api().dependencies, trip, {
        boardingPoints: [{ name: 'Bazar', minutes: 75, stop: 1 }],
      });
      const passengers = [sitting(seat('A1'), { boardingPoint: 'Bazar' })];
      const booking = await booked('A1', { ...fromMugling, passengers });
      await say(20);
      expect(await textsTo(booking)).to.deep.equal(['13:35 not 13:15']);
      await leave(0);
      api().clock.set(minute(90));
      expect((await leave(1)).status).to.equal(200);
      await say(120);
      expect(await textsTo(booking)).to.have.length(1);
    });

    it('a late tap tells passengers farther on at once', async () => {
      const booking = await booked('A1', fromMugling);
      api().clock.set(minute(25));
      await leave(0);
      expect(await textsTo(booking)).to.deep.equal(['13:35 not 13:10']);
    });

    it('late points tell passengers once two agree that are 3 minutes apart and under 5 minutes old', async () => {
      const booking = await booked('A1', fromMugling);
      for (const [at, now] of [
        [55, 55],
        [57, 57],
      ] as const) {
        api().clock.set(minute(now));
        await send(at);
      }
      expect(await textsTo(booking), '2 minutes apart').to.deep.equal([]);
      api().clock.set(minute(60));
      await send(59);
      expect(await textsTo(booking), 'the earlier one is 5 minutes old').to.deep.equal([]);
      await send(60);
      expect(await textsTo(booking)).to.deep.equal(['13:40 not 13:10']);
    });

    it('two points do not tell anybody if only the newer one is late', async () => {
      const booking = await booked('A1', fromMugling);
      api().clock.set(minute(45));
      await send(41, { lat: 27.8475, lon: 84.6233 });
      await send(44, { lat: 27.72, lon: 85.27 });
      expect(await textsTo(booking)).to.deep.equal([]);
    });

    it('a plan that changes after a message is no lateness and no fall', async () => {
      const bazarAt = (minutes: number) =>
        changePlan(api().dependencies, trip, { boardingPoints: [{ name: 'Bazar', minutes, stop: 1 }] });
      await bazarAt(70);
      const passengers = [sitting(seat('A1'), { boardingPoint: 'Bazar' })];
      const booking = await booked('A1', { ...fromMugling, passengers });
      await say(40, 1);
      await bazarAt(130);
      await endDelay();
      await say(10, 1);
      expect(await textsTo(booking)).to.deep.equal(['13:50 not 13:10']);
    });

    it('a word or a tap tells nobody of points that no other point agrees with', async () => {
      const booking = await booked('A1', fromMugling);
      api().clock.set(minute(60));
      await send(60);
      await say(5, 1);
      await endDelay();
      expect(await textsTo(booking)).to.deep.equal([]);
      await say(25, 1);
      expect(await textsTo(booking), 'what was said alone').to.deep.equal(['13:35 not 13:10']);
    });

    it('a said delay that ends tells nobody of a bus in time that points show late', async () => {
      const booking = await booked('A1', fromMugling);
      api().clock.set(minute(60));
      await send(57);
      await send(60);
      expect(await textsTo(booking)).to.deep.equal(['13:40 not 13:10']);
      await say(10, 1);
      await endDelay();
      expect(await textsTo(booking)).to.have.length(1);
    });

    it('a tap that comes late makes no bus late that was in time', async () => {
      const booking = await booked('A1', fromMugling);
      api().clock.set(minute(390));
      const body = { at: toIso(minute(0)) };
      const { status } = await api().post(`/api/conductor/trips/${trip}/stops/0/left`, body, staff('CONDUCTOR'));
      expect(status).to.equal(200);
      expect(await textsTo(booking)).to.deep.equal([]);
      expect(await delaysHeard()).to.deep.equal([]);
    });

    it('a said delay is heard, and so is an estimate that passes a threshold, once each', async () => {
      await say(10);
      await say(30);
      api().clock.set(minute(35));
      await leave(0);
      const said = [
        [10, true],
        [30, true],
      ];
      expect(await delaysHeard()).to.deep.equal(said);
      api().clock.set(minute(165));
      await leave(1);
      expect(await delaysHeard()).to.deep.equal([...said, [95, false]]);
    });
  },
  { overrides: { authenticate } },
);
