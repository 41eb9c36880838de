import { expect } from 'chai';
import { type TakenSeat, countPlaces, countSeats } from '../../../core/trips/seat-counts.ts';

const row = (seat: number, taken: TakenSeat['taken'], [from, to]: readonly [number, number]): TakenSeat => ({
  seat,
  taken,
  from,
  to,
  isActive: true,
});

describe('counts of seats on a trip with stops', () => {
  it('a seat that is sold, held and blocked on different sections of a trip counts once, as sold', () => {
    const counts = countSeats({ parts: 3, seats: 3 }, [
      row(1, 'blocked', [2, 3]),
      row(1, 'held', [1, 2]),
      row(1, 'sold', [0, 1]),
      row(2, 'blocked', [0, 1]),
      row(2, 'held', [2, 3]),
      row(3, 'blocked', [1, 2]),
    ]);
    expect(counts).to.deep.equal({
      sold: 1,
      held: 1,
      blocked: 1,
      left: 0,
      sections: [
        { from: 0, to: 1, sold: 1, held: 0, blocked: 1, left: 1 },
        { from: 1, to: 2, sold: 0, held: 1, blocked: 1, left: 1 },
        { from: 2, to: 3, sold: 0, held: 1, blocked: 1, left: 1 },
      ],
    });
  });

  it('a seat that is not in use counts only if it is sold, and never reduces the free seats', () => {
    const unused = (seat: number, taken: TakenSeat['taken']) => ({ ...row(seat, taken, [0, 2]), isActive: false });
    const counts = countSeats({ parts: 2, seats: 2 }, [unused(1, 'sold'), unused(2, 'held'), unused(3, 'blocked')]);
    expect(counts).to.include({ sold: 1, held: 0, blocked: 0, left: 2 });
  });

  it('the count of blocked places leaves out places that are sold between two stops and places free for the whole trip', () => {
    const counts = countPlaces({ parts: 2, seats: 20 }, [
      { places: 15, taken: 'sold', from: 0, to: 1 },
      { places: 8, taken: 'sold', from: 1, to: 2 },
      { places: 10, taken: 'blocked', from: 1, to: 2 },
    ]);
    expect(counts).to.deep.equal({
      sold: 15,
      held: 0,
      blocked: 3,
      left: 2,
      sections: [
        { from: 0, to: 1, sold: 15, held: 0, blocked: 0, left: 5 },
        { from: 1, to: 2, sold: 8, held: 0, blocked: 10, left: 2 },
      ],
    });
  });

  it('places that are offered to people who wait count as held, and not as blocked', () => {
    const counts = countPlaces({ parts: 2, seats: 10 }, [
      { places: 3, taken: 'sold', from: 0, to: 1 },
      { places: 2, taken: 'blocked', from: 0, to: 2 },
      { places: 4, taken: 'held', from: 1, to: 2 },
    ]);
    expect(counts).to.deep.equal({
      sold: 3,
      held: 1,
      blocked: 2,
      left: 4,
      sections: [
        { from: 0, to: 1, sold: 3, held: 0, blocked: 2, left: 5 },
        { from: 1, to: 2, sold: 0, held: 4, blocked: 2, left: 4 },
      ],
    });
  });

  it('sold places that the bus no longer has still count as sold, and no place is left or blocked', () => {
    const counts = countPlaces({ parts: 2, seats: 5 }, [{ places: 7, taken: 'sold', from: 0, to: 1 }]);
    expect(counts).to.include({ sold: 7, blocked: 0, left: 0 });
  });
});
