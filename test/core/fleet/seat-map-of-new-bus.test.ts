import { expect } from 'chai';
import { memoryEngine } from '../../support/engines.ts';
import { type Fleet, aFleet, rowsOf } from '../../support/fleet.ts';
import { refused } from '../../support/refusals.ts';

describe('the capacity of a new bus', () => {
  let fleet: Fleet;
  beforeEach(async () => {
    fleet = await aFleet(memoryEngine());
  });

  const faultsOf = async (...given: Parameters<Fleet['add']>) => {
    const { kind, faults } = await refused(fleet.add(...given));
    return [kind, faults.map(({ field }) => field)];
  };

  it('the seats of a new bus are given as a number of places, as a seat map or as a template', async () => {
    const map = rowsOf('A1', 'A2', { number: 'X1' as never, isActive: false });
    const [counted, drawn, templated] = [
      await fleet.add({ totalSeats: 14 }),
      await fleet.add({ seatMap: map }),
      await fleet.add({ template: '2x2-45-back-row' }),
    ];
    expect([counted.totalSeats, counted.layout]).to.deep.equal([14, null]);
    expect([drawn.totalSeats, drawn.layout]).to.deep.equal([2, { rows: 1, cols: 4, deckCount: 1 }]);
    expect([templated.totalSeats, templated.layout]).to.deep.equal([45, { rows: 11, cols: 5, deckCount: 1 }]);
    expect((await fleet.map(drawn.id))?.seats.map(({ number, isActive }) => [number, isActive])).to.deep.equal([
      ['A1', true],
      ['A2', true],
      ['X1', false],
    ]);
    expect(await fleet.map(counted.id)).to.equal(null);
    expect(drawn.mapChangedInOffice).to.equal(false);
  });

  it('the seats of a new bus can be given in only one way: a number, a seat map or a template', async () => {
    const seatMap = rowsOf('A1');
    for (const given of [
      { totalSeats: 1, seatMap },
      { totalSeats: 1, template: '2x2-40' },
      { seatMap, template: '2x2-40' },
      { totalSeats: undefined },
    ] as Parameters<Fleet['add']>[0][])
      expect(await faultsOf(given)).to.deep.equal(['invalid', ['total_seats']]);
  });

  it('a new bus with an unknown seat map template is refused', async () => {
    expect(await faultsOf({ template: '2x3-60' })).to.deep.equal(['invalid', ['template']]);
  });

  it('a new bus with an invalid seat map is refused', async () => {
    const map = rowsOf('A1', 'A2');
    const faults = async (seats: readonly object[], bounds = {}) =>
      faultsOf({ seatMap: { ...map, ...bounds, seats: map.seats.map((one, index) => ({ ...one, ...seats[index] })) } });
    expect(await faults([{}, { number: 'A1' }])).to.deep.equal(['invalid', ['seat_map.seats[1].seat_number']]);
    expect(await faults([{}, { col: 1 }])).to.deep.equal(['invalid', ['seat_map.seats[1]']]);
    expect(await faults([{ row: 2 }, { col: 5, deck: 2 }])).to.deep.equal([
      'invalid',
      ['seat_map.seats[0].row', 'seat_map.seats[1].deck', 'seat_map.seats[1].col'],
    ]);
    expect(await faults([{ isActive: false }, { isActive: false }])).to.deep.equal(['invalid', ['seat_map.seats']]);
    expect(await faults([{ id: 7 }, { id: 7 }])).to.deep.equal([
      'invalid',
      ['seat_map.seats[0].id', 'seat_map.seats[1].id', 'seat_map.seats[1].id'],
    ]);
  });

  it('a new bus that is refused leaves nothing in the database', async () => {
    await faultsOf({ registrationNo: 'GA 1 PA 7', template: 'none' });
    expect((await fleet.add({ registrationNo: 'GA 1 PA 7', seatMap: rowsOf('a1') })).layout).not.to.equal(null);
  });
});
