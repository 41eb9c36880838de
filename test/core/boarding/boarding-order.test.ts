import { expect } from 'chai';
import { type ManifestBooking, inBoardingOrder } from '../../../core/boarding/manifest.ts';
import type { BookingId, SoldSeatId } from '../../../core/kernel/ids.ts';
import { sitting } from '../../support/bookings.ts';
import { seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';

const POINTS = ['Kalanki', 'Thankot', 'Mugling'].map((name) => ({ name }));

/** A booking with seats from texts such as `A1 Kalanki`: a seat number and a boarding point. */
const booking = (id: number, ...seats: readonly string[]): ManifestBooking => ({
  id: id as BookingId,
  code: `BT${id}`,
  bookedAt: START,
  status: 'CONFIRMED',
  section: { from: 0, to: 1 },
  name: 'Asha Gurung',
  phone: null,
  soldBy: null,
  places: Math.max(1, seats.length),
  boardedPlaces: 0,
  seats: seats.map((text, index) => {
    const [number = '', ...point] = text.split(' ');
    const id = (index + 1) as SoldSeatId;
    return {
      ...sitting(seat(number), { boardingPoint: point.join(' ') }),
      id,
      boardedAt: null,
      need: null,
      beside: [],
    };
  }),
});

const order = (...bookings: readonly ManifestBooking[]): readonly string[] =>
  inBoardingOrder({ bookings, boardingPoints: POINTS }).map(({ id, seats }) =>
    [id, ...seats.map(({ seat: number }) => number)].join(' '),
  );

describe('the order of a manifest', () => {
  it('a manifest is ordered by the trip’s boarding points, then by other boarding points; seats without one come last', () => {
    expect(
      order(
        booking(1, 'A1'),
        booking(2, 'A2 Zoo'),
        booking(3, 'A3 Mugling'),
        booking(4, 'A4 Airport'),
        booking(5, 'B1 Kalanki'),
        booking(6, 'B2 Thankot'),
      ),
    ).to.deep.equal(['5 B1', '6 B2', '3 A3', '4 A4', '2 A2', '1 A1']);
  });

  it('passengers at the same boarding point are ordered by seat in a manifest, however the point’s name is spelt', () => {
    expect(order(booking(1, 'B1 kalanki '), booking(2, 'A2 KALANKI'), booking(3, 'A1 Kalanki'))).to.deep.equal([
      '3 A1',
      '2 A2',
      '1 B1',
    ]);
  });

  it('a manifest lists a whole booking at its first passenger’s boarding point, and orders its seats in the same way', () => {
    expect(order(booking(1, 'A1 Mugling', 'C1 Kalanki', 'B1 Kalanki'), booking(2, 'A2 Thankot'))).to.deep.equal([
      '1 B1 C1 A1',
      '2 A2',
    ]);
  });

  it('a manifest lists bookings of places without seat numbers after those with seats, the oldest first', () => {
    expect(order(booking(3), booking(1), booking(2, 'A1'))).to.deep.equal(['2 A1', '1', '3']);
  });

  it('a manifest is ordered by the first stop of each booking, and then by the boarding points of that stop', () => {
    const from = (stop: number, one: ManifestBooking): ManifestBooking => ({ ...one, section: { from: stop, to: 3 } });
    const boardingPoints = [
      { name: 'Bus Park' },
      { name: 'Kalanki' },
      { name: 'Bazaar', stop: 1 },
      { name: 'Bus Park', stop: 1 },
    ];
    const bookings = [
      from(1, booking(1, 'A1 Bus Park')),
      from(1, booking(2, 'A2 Bazaar')),
      from(2, booking(3, 'A3')),
      from(0, booking(4, 'B1 Kalanki')),
      from(0, booking(5, 'B2')),
    ];
    expect(inBoardingOrder({ bookings, boardingPoints }).map(({ id }) => id)).to.deep.equal([4, 5, 2, 1, 3]);
  });
});
