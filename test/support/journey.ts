import { expect } from 'chai';
import type { Answer, Client, Json } from './http.ts';

/* The steps of a passenger's journey as API calls. A step fails the test on an unexpected answer. */

/** Tomorrow's date in Kathmandu, which is always five hours and 45 minutes ahead of UTC. */
const tomorrow = (): string => new Date(Date.now() + (24 * 60 + 345) * 60_000).toISOString().slice(0, 10);

/** A bus with eight seats and a microbus without a seat map. Both run from Kathmandu to Pokhara every day. */
export const smallCatalogue = {
  cities: ['Kathmandu', 'Pokhara'],
  operators: [
    { company_name: 'Blue Sky', full_name: 'Sita Rai', email: 'sita@example.com', phone: null, password: 'secret-123' },
  ],
  buses: [
    {
      operator: 'sita@example.com',
      bus_name: 'Blue Sky Deluxe',
      registration_no: 'BA 3 KHA 1',
      bus_type: 'DELUXE',
      total_seats: 8,
      approval_status: 'APPROVED',
      status: 'ACTIVE',
      documents: ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'].map((type) => ({ type, status: 'VERIFIED' })),
      seat_map: {
        rows: 2,
        cols: 4,
        deck_count: 1,
        seats: Array.from({ length: 8 }, (_, n) => ({
          seat_number: `${'AB'[Math.floor(n / 4)] ?? ''}${(n % 4) + 1}`,
          deck: 1,
          row: 1 + Math.floor(n / 4),
          col: 1 + (n % 4),
          seat_type: 'STANDARD',
          is_active: true,
        })),
      },
    },
    {
      operator: 'sita@example.com',
      bus_name: 'Blue Sky Micro',
      registration_no: 'BA 3 KHA 2',
      bus_type: 'MICRO',
      total_seats: 12,
      approval_status: 'APPROVED',
      status: 'ACTIVE',
      documents: ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'].map((type) => ({ type, status: 'VERIFIED' })),
      seat_map: null,
    },
  ],
  routes: [{ source: 'Kathmandu', destination: 'Pokhara' }],
  schedules: [
    {
      key: 'deluxe',
      bus: 'BA 3 KHA 1',
      source: 'Kathmandu',
      destination: 'Pokhara',
      fare: 1200,
      daily: { time: '07:00', duration_minutes: 450, days: 3 },
      status: 'ACTIVE',
    },
    {
      key: 'micro',
      bus: 'BA 3 KHA 2',
      source: 'Kathmandu',
      destination: 'Pokhara',
      fare: 950.5,
      daily: { time: '09:30', duration_minutes: 400, days: 3 },
      status: 'ACTIVE',
    },
  ],
};

let registered = 0;

export interface Traveller {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly refresh: string;
}

const answered = (answer: Answer, status: number): Json => {
  expect(answer.status, answer.text).to.equal(status);
  return answer.json;
};

export async function register(api: Client, name = 'Asha Tamang'): Promise<Traveller> {
  registered += 1;
  const [email, password] = [`passenger-${registered}-${process.pid}@example.com`, 'journey-123'];
  const { access, refresh } = answered(
    await api.post('/api/passenger/register', { full_name: name, email, password }),
    200,
  );
  return { name, email, password, token: access, refresh };
}

/** Finds tomorrow's trip of a bus type. */
export async function findTrip(api: Client, type = 'DELUXE'): Promise<Json> {
  const { results } = answered(
    await api.get(`/api/trips?origin=Kathmandu&destination=Pokhara&date=${tomorrow()}&bus_type=${type}`),
    200,
  );
  expect(results).to.have.length(1);
  return results[0];
}

export const statusOf = async (api: Client, trip: number, seat: string, token?: string): Promise<string> => {
  const { seats } = answered(await api.get(`/api/trips/${trip}/seats`, token), 200);
  return seats.find(({ seat_number }: { seat_number: string }) => seat_number === seat).status;
};

export async function hold(
  api: Client,
  { token }: Traveller,
  trip: number,
  ...seats: readonly string[]
): Promise<Json> {
  const held = answered(await api.post(`/api/trips/${trip}/seats/lock`, { seat_numbers: seats }, token), 200);
  expect(held.granted).to.deep.equal(seats);
  return held;
}

export async function book(
  api: Client,
  { name, token }: Traveller,
  trip: number,
  ...seats: readonly string[]
): Promise<Json> {
  const passengers = seats.map((seat_number) => ({
    seat_number,
    name,
    age: 34,
    gender: 'F',
    boarding_point: 'Kalanki',
    dropping_point: 'Prithvi Chowk',
  }));
  return answered(await api.post('/api/bookings', { schedule_id: trip, seat_numbers: seats, passengers }, token), 201);
}

export const checkOut = async (api: Client, { token }: Traveller, booking: number): Promise<Json> =>
  answered(await api.post(`/api/bookings/${booking}/checkout`, undefined, token), 200);

const postForm = (api: Client, url: string, fields: Readonly<Record<string, string>>): Promise<Answer> =>
  api.send(url, { method: 'POST', body: new URLSearchParams(fields) });

/**
 * Pays like a browser at the gateway: posts the form, presses the button, and follows the redirects. Returns the last
 * address.
 */
export async function payAtGateway(
  api: Client,
  { gateway_url: url, form_fields: fields }: Json,
  button: 'pay' | 'refuse' = 'pay',
): Promise<URLSearchParams> {
  const page = await postForm(api, url, fields);
  expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
  const [, action] = /<form method="post" action="([^"]*)"/.exec(page.text)!;
  const back = await postForm(api, decoded(action!), { action: button });
  expect(back.status).to.be.oneOf([302, 303]);
  const result = await api.get(back.headers.get('location')!);
  expect(result.status).to.equal(302);
  const location = new URL(result.headers.get('location')!);
  expect(location.pathname).to.equal('/payment-result.html');
  return location.searchParams;
}

const decoded = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

export const viewBooking = async (api: Client, { token }: Traveller, booking: number): Promise<Json> =>
  answered(await api.get(`/api/bookings/${booking}`, token), 200);
