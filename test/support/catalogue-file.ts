import { readCatalogue } from '../../adapters/catalogue-file/read-catalogue.ts';
import type { ReadCatalogue } from '../../core/catalogue/catalogue-file.ts';

/* Valid catalogue files for tests. `spoiled` adds faults to them. */

/**
 * A catalogue of two cities, an admin, an operator, a route, and two buses. One bus has a seat map. Each bus has a trip
 * two days after START and a daily trip.
 */
export const aCatalogue = () => ({
  cities: ['Kathmandu', 'Pokhara'] as unknown[],
  admins: [{ full_name: 'Anil Shrestha', email: 'admin@example.com', password: 'secret-123' }] as object[],
  operators: [
    {
      company_name: 'Blue Sky',
      full_name: 'Sita Rai',
      email: 'sita@example.com',
      phone: null as unknown,
      password: 'secret-456',
    },
  ] as object[],
  buses: [
    {
      operator: 'sita@example.com',
      bus_name: 'Blue Sky Deluxe',
      registration_no: 'BA 3 KHA 1234',
      bus_type: 'DELUXE',
      total_seats: 4,
      approval_status: 'APPROVED',
      status: 'ACTIVE',
      documents: ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'].map((type) => ({ type, status: 'VERIFIED' })),
      seat_map: {
        rows: 2,
        cols: 2,
        deck_count: 1,
        seats: ['A1', 'A2', 'B1', 'B2'].map((seat_number, index) => ({
          seat_number,
          deck: 1,
          row: 1 + (index >> 1),
          col: 1 + (index % 2),
          seat_type: 'WINDOW',
          is_active: true,
        })) as object[],
      },
    },
    {
      operator: 'sita@example.com',
      bus_name: 'Blue Sky Micro',
      registration_no: 'BA 5 JA 77',
      bus_type: 'MICROBUS',
      total_seats: 14,
      approval_status: 'APPROVED',
      status: 'ACTIVE',
      documents: ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'].map((type) => ({ type, status: 'VERIFIED' })),
      seat_map: null,
    },
  ] as object[],
  routes: [{ source: 'Kathmandu', destination: 'Pokhara' }] as object[],
  schedules: [
    {
      key: 'deluxe',
      bus: 'BA 3 KHA 1234',
      source: 'Kathmandu',
      destination: 'Pokhara',
      fare: 1200.5,
      departure_time: '2026-11-22T04:15:00Z',
      arrival_time: '2026-11-22T11:15:00Z',
      status: 'ACTIVE',
    },
    {
      key: 'micro',
      bus: 'BA 5 JA 77',
      source: 'Kathmandu',
      destination: 'Pokhara',
      fare: 900,
      daily: { time: '07:00', duration_minutes: 390, days: 3 },
      status: 'ACTIVE',
    },
  ] as object[],
});

export const written = (catalogue: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(catalogue));

export const read = (catalogue: unknown): ReadCatalogue => readCatalogue(written(catalogue));

/** A copy of a catalogue with other values at these JSON pointers. `undefined` removes the value. */
export function spoiled(catalogue: object, changes: Readonly<Record<string, unknown>>): object {
  const copy = structuredClone(catalogue);
  for (const [pointer, value] of Object.entries(changes)) {
    const steps = pointer.slice(1).split('/');
    const last = steps.pop() ?? '';
    const node = steps.reduce<object>((at, step) => Reflect.get(at, step) as object, copy);
    if (value === undefined) Reflect.deleteProperty(node, last);
    else Reflect.defineProperty(node, last, { value, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}
