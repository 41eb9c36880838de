import { expect } from 'chai';
import { bookingRoutes } from '../../../adapters/http/bookings/bookings-routes.ts';
import { cancellationRoutes } from '../../../adapters/http/changes/cancellations-routes.ts';
import { paymentRoutes } from '../../../adapters/http/payments/payments-routes.ts';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { asService } from '../../../adapters/knex/acting-caller.ts';
import type { Caller } from '../../../core/accounts/account.ts';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import { refuseNotOwn, viewOwnBooking, viewShownBooking } from '../../../core/bookings/shown-bookings.ts';
import { listBookings } from '../../../core/bookings/view-bookings.ts';
import { cancelBooking, quoteCancellation } from '../../../core/changes/cancel-booking.ts';
import { answerOnce } from '../../../core/platform/answer-once.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { BookingId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { basisPoints } from '../../../core/kernel/money.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import { pageOpener } from '../../../core/payments/open-page.ts';
import { startCheckout } from '../../../core/payments/start-checkout.ts';
import type { Stores } from '../../../core/stores.ts';
import { aBooking, ownBookings } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { type Edge, startEdge } from '../../support/edge.ts';
import { onEveryEngine } from '../../support/engines.ts';
import type { Answer } from '../../support/http.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { aWorld } from '../../support/world.ts';

const lost = () =>
  new Refusal('unavailable', 'DATABASE_UNAVAILABLE', 'Come back.', { cause: new Error('The connection is gone.') });

onEveryEngine('the effects of a request with an Idempotency-Key', (engine) => {
  let edge: Edge;
  let paying: Paying;
  let asha: UserId;
  let trip: TripId;
  /** The function with which use cases run transactions. Tests replace this function. */
  let transact: Transact<Stores>;

  beforeEach(async () => {
    paying = payingOn(engine());
    ({ transact } = engine());
    [asha, trip] = [await aPassengerId(engine()), (await aTrip(engine(), { seats: 10 })).id];
    const dependencies = {
      ...engine(),
      clock: paying.clock,
      gateways: paying.gateways,
      random: systemRandom,
      calendar: calendarOf('Asia/Kathmandu'),
      expireBookings: paying.expire,
      paymentWindowMinutes: 15,
      rateLimit: false,
      commissionRate: basisPoints(1_000),
      cancellationTiers: [],
      changeTiers: [],
      transact: ((work) => transact(work)) satisfies Transact<Stores>,
    };
    edge = await startEdge({
      answerOnce: answerOnce({ ...aWorld, clock: paying.clock, transact: engine().transact, asService }),
      authenticate: async (): Promise<Caller> => ({
        userId: asha,
        role: 'PASSENGER',
        tokenVersion: 0,
        tokenExpiresAt: 0 as Instant,
      }),
      routes: [
        ...bookingRoutes({
          createBooking: createBooking(dependencies),
          listBookings: listBookings(dependencies),
          viewShownBooking: viewShownBooking(dependencies),
          refuseWithoutPass: () => Promise.resolve(() => undefined),
          gateways: paying.gateways,
          placePhotos: aWorld.placePhotos,
          mapLink: aWorld.mapLink,
        }),
        ...paymentRoutes({
          startCheckout: startCheckout({
            ...dependencies,
            pages: pageOpener({ ...dependencies, pause: async () => undefined }),
          }),
          checkOwnPayments: paying.check,
          refuseNotOwn: refuseNotOwn(dependencies),
          handleReturn: paying.handleReturn,
          gateways: paying.gateways,
          placePhotos: aWorld.placePhotos,
          mapLink: aWorld.mapLink,
          handleSuccessCallback: paying.handleSuccess,
          handleFailureCallback: paying.handleFailure,
          passengerClientBase: '',
        }),
        ...cancellationRoutes({
          viewOwnBooking: viewOwnBooking(dependencies),
          cancelBooking: cancelBooking(dependencies),
          quoteCancellation: quoteCancellation(dependencies),
        }),
      ],
    });
  });
  afterEach(() => edge.close());

  const post = (path: string, body?: unknown, key = 'k') => edge.post(path, body, 'token', { 'Idempotency-Key': key });
  const replayed = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true';
  const bookings = () => ownBookings(engine(), asha);
  const paymentsOf = (id: BookingId) => engine().transact(({ payments }) => payments.ofBooking(id));
  const places = () => engine().transact(({ trips }) => trips.placesLeft(trip, paying.clock()));

  /** Three requests with an effect, each with its success status and a count of its effects. */
  const effects = {
    'a booking': async () => ({
      ask: () => post('/api/bookings', { schedule_id: trip, seats: 2 }),
      status: 201,
      times: async () => {
        const made = (await bookings()).length;
        expect(await places()).to.equal(10 - 2 * made);
        return made;
      },
    }),
    'a checkout': async () => {
      const { id } = await aBooking(engine(), { userId: asha, tripId: trip });
      const times = async () => (await paymentsOf(id)).length;
      return { ask: () => post(`/api/bookings/${id}/checkout`), status: 200, times };
    },
    'a cancellation': async () => {
      const { id } = await aBooking(engine(), { userId: asha, tripId: trip });
      return {
        ask: () => post(`/api/bookings/${id}/cancel`, { reason: 'Plans changed' }),
        status: 200,
        times: async () => (await bookings()).filter(({ status }) => status === 'CANCELLED').length,
      };
    },
  };

  for (const [name, given] of Object.entries(effects)) {
    it(`${name} takes effect once if its answer is lost after the commit, and a repeated request gets that answer`, async () => {
      const { ask, status, times } = await given();
      transact = async (work) => {
        await engine().transact(work);
        throw lost();
      };
      expect((await ask()).status).to.equal(503);
      expect(await times()).to.equal(1);
      transact = engine().transact;
      const [again, andAgain] = [await ask(), await ask()];
      expect([again.status, replayed(again), andAgain.text]).to.deep.equal([status, true, again.text]);
      expect(await times()).to.equal(1);
    });

    it(`${name} has no effect if its answer cannot be stored or read, and takes effect when the request is repeated`, async () => {
      const { ask, status, times } = await given();
      const breaking: readonly ((stores: Stores) => Partial<Stores>)[] = [
        ({ idempotency }) => ({
          idempotency: {
            ...idempotency,
            keep: async () => {
              throw lost();
            },
          },
        }),
        ...(name === 'a cancellation'
          ? []
          : [
              ({ bookingViews }: Stores) => ({
                bookingViews: {
                  ...bookingViews,
                  find: async () => {
                    throw lost();
                  },
                },
              }),
            ]),
      ];
      for (const broken of breaking) {
        transact = (work) => engine().transact((stores) => work({ ...stores, ...broken(stores) }));
        expect((await ask()).status).to.equal(503);
        expect(await times()).to.equal(0);
      }
      transact = engine().transact;
      const again = await ask();
      expect([again.status, replayed(again), await times()]).to.deep.equal([status, false, 1]);
    });

    it(`${name} has no effect if a second request took over its expired Idempotency-Key, and the second takes effect once`, async () => {
      const { ask, status, times } = await given();
      let goOn = (): void => undefined;
      let slow: Promise<Answer> | undefined;
      await new Promise<void>((begun) => {
        transact = async (work) => {
          await new Promise<void>((done) => {
            goOn = done;
            begun();
          });
          return engine().transact(work);
        };
        slow = ask();
      });
      transact = engine().transact;
      expect((await ask()).json.code).to.equal('IDEMPOTENCY_IN_PROGRESS');
      paying.clock.advance(1);
      const second = await ask();
      expect([second.status, replayed(second)]).to.deep.equal([status, false]);
      goOn();
      const late = (await slow)!;
      // The slow request finds the booking already cancelled. It is refused for this before its key is checked.
      const why = name === 'a cancellation' ? 'BOOKING_OVER' : 'IDEMPOTENCY_IN_PROGRESS';
      expect([late.status, late.json.code]).to.deep.equal([409, why]);
      expect(await times()).to.equal(1);
      expect((await ask()).text).to.equal(second.text);
    });

    it(`${name} takes effect once, even if many requests arrive at once`, async () => {
      const { ask, status, times } = await given();
      const answers = await Promise.all(Array.from({ length: 20 }, ask));
      expect(answers.filter((answer) => answer.status === status && !replayed(answer))).to.have.length(1);
      const others = answers.filter((answer) => answer.status !== status);
      for (const { json } of others) expect(json.code).to.equal('IDEMPOTENCY_IN_PROGRESS');
      expect(await times()).to.equal(1);
    });
  }
});
