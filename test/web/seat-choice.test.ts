import { expect } from 'chai';
import { type Seat, seatChoice } from '../../web/passenger/seats/seat-choice.ts';

describe('the choice of seats', () => {
  const seatsAs = (status: Seat['status']): readonly Seat[] =>
    ['A1', 'A2'].map((seat_number) => ({ seat_number, status }) as Seat);
  const chosenWith = (now: { readonly seats: readonly Seat[] }) =>
    seatChoice({
      seats: seatsAs('LOCKED_BY_ME'),
      draft: { seats: ['A1', 'A2'], until: Date.now() + 60_000 },
      keep: () => undefined,
      isSignedIn: () => true,
      read: () => Promise.resolve(now.seats),
      lock: () => Promise.reject(new Error('No seat is asked for.')),
    });

  it('a hold that ends at the service before this device’s clock says so is reported, and the seats stay chosen', async () => {
    const choice = chosenWith({ seats: seatsAs('AVAILABLE') });
    expect([choice.hold.value?.seats, choice.isLapsed.value]).to.deep.equal([['A1', 'A2'], false]);
    await choice.reread();
    expect([choice.hold.value, choice.isLapsed.value, choice.chosen.value]).to.deep.equal([
      undefined,
      true,
      ['A1', 'A2'],
    ]);
    expect(choice.stateOf({ seat_number: 'A1' })).to.equal('available');
  });

  it('seats that somebody else holds when a hold ends are reported as lost, not as lapsed', async () => {
    const choice = chosenWith({ seats: seatsAs('LOCKED') });
    await choice.reread();
    expect([choice.isLapsed.value, choice.news.value]).to.deep.equal([false, { is: 'lost', seats: ['A1', 'A2'] }]);
  });
});
