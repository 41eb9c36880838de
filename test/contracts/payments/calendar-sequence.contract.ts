import { expect } from 'chai';
import type { BookingId, TripId } from '../../../core/kernel/ids.ts';
import { aBooking, sitting } from '../../support/bookings.ts';
import { aCatalogue } from '../../support/catalogue-file.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { importing } from '../../support/importing.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('the sequence of a calendar entry', (engine) => {
  const { load, loadWith } = importing(engine);

  const booked = async (tripId: TripId) =>
    aBooking(engine(), {
      userId: await aPassengerId(engine()),
      tripId,
      status: 'CONFIRMED',
      seats: [seat('A1')],
      passengers: [sitting(seat('A1'), { boardingPoint: 'Kalanki' })],
    });
  const sequenceOf = async (id: BookingId): Promise<number> =>
    (await engine().officeBookings.find(id))!.calendarSequence;

  const rename = async (name: string, next: string) => {
    const { id } = (await engine().cities.all()).find((city) => city.name === name)!;
    await engine().transact(({ cities }) => cities.change(id, { name: next, aliases: [] }));
  };

  it('the sequence of a calendar entry rises when the passenger chooses another boarding point', async () => {
    const booking = await booked((await aTrip(engine(), { seats: ['A1'] })).id);
    const before = await sequenceOf(booking.id);
    await engine().transact(async ({ bookedSeats }) => {
      const [sold] = await bookedSeats.of(booking.id);
      await bookedSeats.savePassengers(booking, [{ ...sold!, boardingPoint: 'Koteshwor' }]);
    });
    expect(await sequenceOf(booking.id)).to.be.above(before);
  });

  it('the sequence of a calendar entry rises when an import gives the trip other times', async () => {
    const { id } = await booked((await load(aCatalogue())).schedules.get('deluxe')!);
    const before = await sequenceOf(id);
    await loadWith({ '/schedules/0/departure_time': '2026-11-22T05:15:00Z' });
    expect(await sequenceOf(id)).to.be.above(before);
  });

  it('the sequence of a calendar entry rises when the city of departure is renamed', async () => {
    const { id } = await booked((await load(aCatalogue())).schedules.get('deluxe')!);
    const before = await sequenceOf(id);
    await rename('Kathmandu', 'Yen');
    expect(await sequenceOf(id)).to.be.above(before);
  });

  it('the sequence of a calendar entry does not fall when an import has the trip leave from another city', async () => {
    const { id } = await booked((await load(aCatalogue())).schedules.get('deluxe')!);
    for (const [name, next] of [
      ['Kathmandu', 'Yen'],
      ['Yen', 'Kantipur'],
      ['Kantipur', 'Kathmandu'],
    ] as const)
      await rename(name, next);
    const before = await sequenceOf(id);
    await loadWith({
      '/routes/1': { source: 'Pokhara', destination: 'Kathmandu' },
      '/schedules/0/source': 'Pokhara',
      '/schedules/0/destination': 'Kathmandu',
    });
    expect((await engine().officeBookings.find(id))!.trip.sourceCity).to.equal('Pokhara');
    expect(await sequenceOf(id)).to.be.above(before);
  });
});
