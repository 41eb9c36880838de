import type { Schemas } from '../../api/operations.ts';
import { dayAndTime } from '../../parts/moment.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { routeBetween } from './route-of.ts';

/** A booking, bus, user or company that a search found. */
export interface Found {
  readonly page: string;
  /** The subject in log entries about this search result: `booking:12`. */
  readonly subject: string;
  readonly title: string;
  readonly more: string;
}

const MOST = 8;

/** The most users, companies and buses that the portal's search shows above the bookings. */
export const FEW = 3;

export async function findInCompany(q: string, signal: AbortSignal): Promise<readonly Found[]> {
  const { results } = await api.get('/api/operator/bookings', { query: { q, limit: MOST }, signal });
  return results.map((booking) => foundBooking('/portal/bookings', booking));
}

/** Finds at most `most` users, companies and buses each, then bookings, of which one person may have many. */
export async function findAnywhere(q: string, signal: AbortSignal, most = MOST): Promise<readonly Found[]> {
  const query = { q, limit: most };
  const [bookings, buses, users, companies] = await Promise.all([
    api.get('/api/admin/bookings', { query: { q, limit: MOST }, signal }),
    api.get('/api/admin/buses', { query, signal }),
    api.get('/api/admin/users', { query, signal }),
    api.get('/api/admin/operators', { query, signal }),
  ]);
  return [
    ...users.results.map(({ id, full_name: title, email, phone }) => ({
      page: `/portal/admin/users/${id}`,
      subject: `user:${id}`,
      title,
      more: email ?? phone ?? '',
    })),
    ...companies.results.map(({ id, company_name: title }) => ({
      page: `/portal/admin/companies/${id}`,
      subject: `operator:${id}`,
      title,
      more: w.value.find.company,
    })),
    ...buses.results.map(({ id, registration_no: title, bus_name: more }) => ({
      page: `/portal/admin/buses/${id}`,
      subject: `bus:${id}`,
      title,
      more,
    })),
    ...bookings.results.map((booking) => foundBooking('/portal/admin/bookings', booking)),
  ];
}

const foundBooking = (
  page: string,
  {
    id,
    booking_code: title,
    contact,
    trip,
  }: Pick<Schemas['OfficeBooking'], 'id' | 'booking_code' | 'contact' | 'trip'>,
): Found => ({
  page: `${page}/${id}`,
  subject: `booking:${id}`,
  title,
  more: [
    contact.name,
    contact.phone,
    `${routeBetween(trip.source_city, trip.destination_city)}, ${dayAndTime(trip.departure_time)}`,
  ]
    .filter(Boolean)
    .join(' · '),
});
