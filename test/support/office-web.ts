import type { Account } from '../../core/accounts/account.ts';
import type { Position } from '../../core/accounts/membership.ts';
import { aBus, aTrip } from './catalogue.ts';
import type { Json } from './http.ts';
import { anOperator } from './people.ts';
import { type SignedInAccount, staffOn } from './staff.ts';
import type { Looks, Person, Web } from './web.ts';

/**
 * The session that the pages store for a signed-in person. It has no refresh token, because tests end before the access
 * token expires.
 */
const sessionOf = ({ token, ...account }: Account & { readonly token: string }): Json => ({
  access: token,
  refresh: 'none is needed',
  user: { id: account.id, email: account.email, full_name: account.fullName, role: 'OPERATOR' },
});

const SEATS = ['A1', 'A2', 'B1', 'B2', 'A3', 'A4', 'B3', 'B4'];

/** Adds a company with a bus and a trip in two days. `at` opens browsers for its staff. */
export async function aCompanyOnline(web: Web) {
  const people = staffOn(() => web.api);
  const account = await anOperator(web.api.dependencies, { companyName: 'Himchuli Yatayat' });
  const { operatorId } = account;
  const owner = people.signedIn(account, 'OPERATOR');
  const bus = { operatorId, name: 'Himchuli Deluxe' };
  const trip = await aTrip(web.api.dependencies, { bus, seats: SEATS });
  return {
    owner,
    trip,
    /** Adds another bus of the company. */
    aBus: (seats: readonly string[] = SEATS) =>
      aBus(web.api.dependencies, { operatorId, name: 'Annapurna Express', seats }),
    /** Adds a timetable with the bus and cities of the trip, for Rs 950 on Saturdays at 21:30. */
    aTimetable: async (validFrom: string): Promise<Json> => {
      const { json: like } = await web.api.get(`/api/operator/trips/${trip.id}`, owner.token);
      const body = {
        source_city_id: like.source_city.id,
        destination_city_id: like.destination_city.id,
        bus_id: trip.busId,
        fare: 950,
        departs: '21:30',
        duration_minutes: 480,
        days: ['SAT'],
        valid_from: validFrom,
      };
      return (await web.api.post('/api/operator/timetables', body, owner.token)).json;
    },
    member: (position: Position): Promise<SignedInAccount> => people.member(owner, position),
    /** Opens a browser in which this account is signed in. */
    at: (account: SignedInAccount, looks: Looks = {}): Promise<Person> =>
      web.person({ ...looks, session: sessionOf(account), keptAs: 'portal-session' }),
  };
}

/** Adds a company whose manager has sold two seats at the counter. */
export async function twoSeatsSold(web: Web) {
  const { trip, member, at } = await aCompanyOnline(web);
  const manager = await member('MANAGER');
  const contact = { name: 'Hari Bahadur', phone: '9841000000' };
  const sold = await web.api.post(
    `/api/operator/trips/${trip.id}/sales`,
    { seat_numbers: ['A1', 'A2'], contact, paid_by: 'QR', reference: 'QR-77' },
    manager.token,
  );
  return { trip, manager, at, booking: sold.json };
}
