import type { OperatorId, UserId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { aBooking } from './bookings.ts';
import { aTrip, seat, type TripForTests } from './catalogue.ts';
import { START } from './clock.ts';
import { aClerk } from './counter.ts';
import type { Answer, Api, Json } from './http.ts';
import { payOverHttp } from './paying-over-http.ts';
import { anAdmin, anOperator, aPassengerId } from './people.ts';
import { adminTokenOf, staffTokenOf, tokenOf } from './plain-tokens.ts';

/** A booking of A1 and A2 for Rs 1,000, paid at eSewa. Its bus leaves 30 hours after START. */
export interface PaidOverHttp {
  readonly id: number;
  readonly trip: TripForTests;
}

/**
 * The requests of a passenger, a company and an administrator who change bookings over HTTP. The service must read
 * plain tokens. `begin` adds new people and sets the clock to START.
 */
export function changingOverHttp(api: () => Api) {
  let passenger: UserId;
  let owner: { readonly id: UserId; readonly operatorId: OperatorId };
  let clerk: UserId;
  let admin: string;

  const own = () => tokenOf(passenger);
  /** The token of a clerk, or of the owner in another position. */
  const staff = (position: 'CONDUCTOR' | 'CLERK' | 'MANAGER' | 'OWNER') =>
    staffTokenOf(position, position === 'CLERK' ? clerk : owner.id, owner.operatorId);
  const another = (fare: number, hours = 54, traits: Parameters<typeof aTrip>[1] = {}): Promise<TripForTests> =>
    aTrip(api().dependencies, {
      bus: { operatorId: owner.operatorId },
      departsAt: hoursAfter(START, hours),
      fare: paisa(fare),
      ...traits,
    });
  const hold = (trip: { readonly id: number }, ...seats: readonly string[]): Promise<Answer> =>
    api().post(`/api/trips/${trip.id}/seats/lock`, { seat_numbers: seats }, own());
  const post = (id: number, what: string, body: object = {}): Promise<Answer> =>
    api().post(`/api/bookings/${id}/${what}`, body, own());
  const inOffice = (id: number, what: string, body: object, by: 'CLERK' | 'MANAGER' = 'CLERK'): Promise<Answer> =>
    api().post(`/api/operator/bookings/${id}/${what}`, body, staff(by));
  const asAdmin = (path: string, body: object): Promise<Answer> => api().post(`/api/admin/${path}`, body, admin);
  const seen = async (path: string, token: string): Promise<Json> => (await api().get(path, token)).json;

  return {
    async begin(): Promise<void> {
      api().clock.set(START);
      owner = await anOperator(api().dependencies);
      clerk = (await aClerk(api().dependencies, owner)).userId;
      passenger = await aPassengerId(api().dependencies);
      admin = adminTokenOf((await anAdmin(api().dependencies)).id);
    },
    passenger: own,
    staff,
    company: () => owner,
    another,
    hold,
    post,
    inOffice,
    asAdmin,
    read: ({ id }: { readonly id: number }): Promise<Json> => seen(`/api/bookings/${id}`, own()),
    list: (): Promise<readonly Json[]> => seen('/api/bookings', own()),
    /** The quote for cancelling a booking. */
    cancellationQuote: ({ id }: { readonly id: number }): Promise<Json> =>
      seen(`/api/bookings/${id}/cancellation-quote`, own()),
    readInOffice: ({ id }: { readonly id: number }): Promise<Json> =>
      seen(`/api/operator/bookings/${id}`, staff('CLERK')),
    ledgerOf: async ({ id }: { readonly id: number }): Promise<readonly Json[]> =>
      (await seen(`/api/admin/bookings/${id}/ledger`, admin)).results,
    seenByAdmin: (path: string): Promise<Json> => seen(`/api/admin/${path}`, admin),
    readAsStaff: (path: string): Promise<Json> => seen(`/api/operator/${path}`, staff('MANAGER')),
    /** The status of each seat of a trip, as strangers see it. */
    seatsOf: async (trip: { readonly id: number }): Promise<Readonly<Record<string, string>>> =>
      Object.fromEntries(
        (await api().get(`/api/trips/${trip.id}/seats`)).json.seats.map((one: Json) => [one.seat_number, one.status]),
      ),
    /** Adds a booking of A1 and A2, by default for Rs 1,000, and pays it. */
    async paid(traits: Parameters<typeof aTrip>[1] = {}, total = 100_000): Promise<PaidOverHttp> {
      const trip = await another(50_000, 30, traits);
      const { id } = await aBooking(api().dependencies, {
        userId: passenger,
        tripId: trip.id,
        seats: [seat('A1'), seat('A2')],
        total: paisa(total),
        bookedAt: api().clock(),
      });
      await payOverHttp(api(), id, own());
      return { id, trip };
    },
    /** Holds seats of another trip, and asks to change the booking to them. */
    async change(
      booking: { readonly id: number },
      to: { readonly id: number },
      { seats = ['A1', 'A2'], ...more }: { readonly seats?: readonly string[]; readonly [more: string]: unknown } = {},
    ): Promise<Answer> {
      await hold(to, ...seats);
      return post(booking.id, 'change', { schedule_id: to.id, seat_numbers: seats, ...more });
    },
    pay: ({ id }: { readonly id: number }): Promise<void> => payOverHttp(api(), id, own()),
    /** Sends the mails that wait. Returns the kinds of all mails about a booking. */
    async mailsAbout(code: string): Promise<readonly string[]> {
      await api().useCases.sendMails();
      return api()
        .mailer.sent.filter((mail) => 'bookingCode' in mail && mail.bookingCode === code)
        .map(({ kind }) => kind);
    },
    /** The activity log's rows about a booking, newest first. */
    activityOf: async ({ id }: { readonly id: number }): Promise<readonly Json[]> =>
      (await seen(`/api/admin/activity-log?subject=booking:${id}`, admin)).results,
  };
}
