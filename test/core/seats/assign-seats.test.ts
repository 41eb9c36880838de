import { expect } from 'chai';
import fc from 'fast-check';
import { type Assignment, assignSeats, refuseFaulty } from '../../../core/seats/assign-seats.ts';
import { type KeptSeat, byPlace } from '../../../core/fleet/seat-layout.ts';
import type { SeatId } from '../../../core/kernel/ids.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { seat, seatsNumbered } from '../../support/catalogue.ts';

/** Seats side by side, in this order on the map. `A1/SOFA` has a type; `A1!` is out of use. */
const map = (...drawn: readonly string[]): readonly KeptSeat[] =>
  seatsNumbered(...drawn).map((one, index) => {
    const [number = '', type = 'SEAT'] = one.number.replace('!', '').split('/');
    return { ...one, id: (index + 1) as SeatId, number: seat(number), type, isActive: !one.number.endsWith('!') };
  });

const assigned = (...pairs: readonly string[]): readonly Assignment[] =>
  pairs.map((pair) => {
    const [from = '', to = ''] = pair.split('>');
    return { seat: seat(from), newSeat: seat(to) };
  });

/**
 * Assigns seats. Returns `A1>B1` for each passenger with a new seat, then the old seat numbers of passengers without a
 * new seat.
 */
const outcome = (...given: Parameters<typeof assignSeats>): readonly string[] => {
  const { seated, unseated } = assignSeats(...given);
  return [
    ...seated.map(({ sold, seat: { number } }) => `${sold.number}>${number}`),
    ...unseated.map(({ number }) => number),
  ];
};

describe('seats of passengers in a bus swap', () => {
  it('passengers of a swapped bus get the seat with the same number if the new bus has it', () => {
    expect(outcome(map('A1', 'A2'), map('A2', 'A1', 'B1'), [])).to.deep.equal(['A1>A1', 'A2>A2']);
    expect(outcome(map('A1', 'A2'), map('a 2', 'B1'), [])).to.deep.equal(['A1>B1', 'A2>a 2']);
  });

  it('passengers of a swapped bus get the seats assigned by the office before seats are assigned by number', () => {
    expect(outcome(map('A1', 'A2'), map('A1', 'A2', 'A3'), assigned('A1>A2'))).to.deep.equal(['A1>A2', 'A2>A1']);
    expect(outcome(map('A1', 'A2'), map('A1', 'A2'), assigned('A1>A2', 'A2>A1'))).to.deep.equal(['A1>A2', 'A2>A1']);
  });

  it('passengers of a swapped bus whose seat number is missing get a free seat of the same type before any other', () => {
    const sold = map('X1/SOFA', 'X2/SEAT', 'X3/SOFA');
    expect(outcome(sold, map('1/SEAT', '2/SEAT', '3/SOFA', '4/SOFA'), [])).to.deep.equal(['X1>3', 'X2>1', 'X3>4']);
  });

  it('passengers of a swapped bus get any free seat, in seat map order, if neither number nor type can be kept', () => {
    const sold = map('X1/SOFA', 'X2/SOFA', 'X3/SEAT');
    expect(outcome(sold, map('1/SEAT', '2/BED', '3/SOFA'), [])).to.deep.equal(['X1>3', 'X2>2', 'X3>1']);
  });

  it('a bus swap first gives passengers the seats with their own numbers, and only then seats of the same type', () => {
    expect(outcome(map('X1', 'B2'), map('B2', 'C1'), [])).to.deep.equal(['X1>C1', 'B2>B2']);
  });

  it('a bus swap first gives passengers seats of the same type, and only then any other free seats', () => {
    expect(outcome(map('X1/BED', 'X2/SOFA'), map('1/SOFA', '2/SEAT'), [])).to.deep.equal(['X1>2', 'X2>1']);
  });

  it('a bus swap gives free seats of the new bus in the order of its seat map', () => {
    const [x1, x2, x3] = map('X1', 'X2', 'X3');
    const [one, two] = map('1', '2');
    expect(outcome([x3!, x1!, x2!], [two!, one!], [])).to.deep.equal(['X1>1', 'X2>2', 'X3']);
    const upstairs = { ...one!, deck: 2, number: seat('U1') };
    expect(outcome([x1!, x2!, x3!], [upstairs, two!, one!], [])).to.deep.equal(['X1>1', 'X2>2', 'X3>U1']);
  });

  it('a bus swap gives no passenger a seat that is out of use', () => {
    expect(outcome(map('A1', 'A2'), map('A1!', 'A2', 'A3!'), [])).to.deep.equal(['A2>A2', 'A1']);
  });

  describe('bus swaps on a trip with stops', () => {
    /** Sold seats from texts such as `A1 0-1`: seat A1 is sold from stop 0 to stop 1. */
    const sold = (...drawn: readonly string[]) => {
      const places = map(...new Set(drawn.map((one) => one.split(' ')[0]!)));
      return drawn.map((one) => {
        const [number = '', section = ''] = one.split(' ');
        const [from = 0, to = 0] = section.split('-').map(Number);
        return { ...places.find((place) => place.number === number.split('/')[0])!, section: { from, to } };
      });
    };
    const sections = (...given: Parameters<typeof assignSeats<ReturnType<typeof sold>[number]>>): readonly string[] => {
      const { seated, unseated } = assignSeats(...given);
      return [
        ...seated.map(({ sold: one, seat: { number } }) => `${one.number} ${one.section.from}>${number}`),
        ...unseated.map(({ number, section }) => `${number} ${section.from}`),
      ];
    };

    it('passengers of a swapped bus may share a seat if their sections do not overlap', () => {
      expect(sections(sold('A1 0-1', 'A1 1-3'), map('A1'), [])).to.deep.equal(['A1 0>A1', 'A1 1>A1']);
      expect(sections(sold('A1 0-1', 'A2 1-2'), map('B1'), [])).to.deep.equal(['A1 0>B1', 'A2 1>B1']);
    });

    it('a seat assignment of a bus swap moves all passengers who use the seat on different sections of the trip', () => {
      expect(sections(sold('A1 0-1', 'A1 1-2', 'B1 0-2'), map('A1', 'B1'), assigned('A1>B1'))).to.deep.equal([
        'A1 0>B1',
        'B1 0>A1',
        'A1 1>B1',
      ]);
    });

    it('a bus swap gives seats to passengers who get on first before passengers who get on later', () => {
      expect(sections(sold('X1 1-2', 'X2 0-2'), map('1', '2'), [])).to.deep.equal(['X2 0>1', 'X1 1>2']);
    });

    it('a bus swap gives new seats to all passengers without an assigned seat if one of them would get no seat', () => {
      // If passengers 1 and 2 kept the seat numbers 1 and 2, no seat would be free from stop 0 to stop 2. Passenger Z
      // needs such a seat.
      const passengers = sold('1 0-1', '2 1-2', 'Z 0-2');
      expect(sections(passengers, map('1', '2'), [])).to.deep.equal(['1 0>1', 'Z 0>2', '2 1>1']);
      expect(sections(passengers, map('1', '2'), assigned('2>2'))).to.deep.equal(['1 0>1', '2 1>2', 'Z 0']);
    });

    it('a bus swap gives nobody a seat between stops where a passenger who has already arrived had the same seat', () => {
      const [one] = map('1', '2');
      const staying = [{ id: one!.id, section: { from: 0, to: 1 } }];
      expect(sections(sold('1 0-2', '1 2-3'), map('1', '2'), [], staying)).to.deep.equal(['1 0>2', '1 2>1']);
    });

    it('a bus swap finds seats for everybody unless more passengers ride between two stops than the bus has seats', () => {
      const sales = fc
        .array(fc.record({ seat: fc.nat(5), from: fc.nat(4), length: fc.integer({ min: 1, max: 5 }) }), {
          maxLength: 24,
        })
        .map((given) => {
          const places = map('A', 'B', 'C', 'D', 'E', 'F');
          const chosen: ReturnType<typeof sold> = [];
          for (const { seat: index, from, length } of given) {
            const one = { ...places[index]!, section: { from, to: Math.min(5, from + length) } };
            const overlapping = chosen.some(
              ({ number, section }) =>
                number === one.number && section.from < one.section.to && one.section.from < section.to,
            );
            if (!overlapping) chosen.push(one);
          }
          return chosen;
        });
      const target = fc
        .integer({ min: 1, max: 6 })
        .map((count) => map(...['C', 'A', 'X', 'B', 'Y', 'D'].slice(0, count)));
      fc.assert(
        fc.property(sales, target, (sales, seats) => {
          const { seated, unseated } = assignSeats(sales, seats, []);
          const fullest = Math.max(
            ...[0, 1, 2, 3, 4].map(
              (part) => sales.filter(({ section }) => section.from <= part && part < section.to).length,
            ),
          );
          expect(unseated.length === 0).to.equal(fullest <= seats.length);
          for (const [index, { sold: one, seat: got }] of seated.entries())
            for (const other of seated.slice(index + 1))
              if (other.seat.id === got.id)
                expect(one.section.from < other.sold.section.to && other.sold.section.from < one.section.to).to.equal(
                  false,
                );
        }),
      );
    });

    it('seat assignments of a bus swap may name a new seat twice for passengers whose sections do not overlap', () => {
      const faults = (passengers: ReturnType<typeof sold>) => {
        try {
          refuseFaulty(assigned('A1>B1', 'A2>B1'), passengers, map('B1'));
          return [];
        } catch (error) {
          return (error as Refusal).faults.map(({ field }) => field);
        }
      };
      expect(faults(sold('A1 0-1', 'A2 1-2'))).to.deep.equal([]);
      expect(faults(sold('A1 0-1', 'A1 2-3', 'A2 1-3'))).to.deep.equal(['assignments[1].new_seat_number']);
    });
  });

  it('passengers of a swapped bus for whom no seat is left are listed', () => {
    expect(outcome(map('A1'), [], [])).to.deep.equal(['A1']);
    expect(outcome([], map('A1'), [])).to.deep.equal([]);
  });

  describe('random bus swaps', () => {
    const types = fc.constantFrom('SEAT', 'SOFA');
    const numbers = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H');
    const busMap = fc
      .uniqueArray(fc.record({ number: numbers, type: types, isActive: fc.boolean() }), {
        selector: ({ number }) => number,
        maxLength: 8,
      })
      .map((seats) => map(...seats.map(({ number, type, isActive }) => `${number}/${type}${isActive ? '' : '!'}`)));
    const swaps = fc
      .record({ sold: busMap, target: busMap, wish: fc.array(fc.tuple(numbers, numbers), { maxLength: 4 }) })
      .map(({ sold, target, wish }) => ({
        sold,
        target,
        assignments: wish
          .map(([from, to]) => ({ seat: seat(from), newSeat: seat(to) }))
          .filter(
            (one, index, all) =>
              sold.some(({ number }) => number === one.seat) &&
              target.some(({ number, isActive }) => isActive && number === one.newSeat) &&
              all.findIndex((other) => other.seat === one.seat || other.newSeat === one.newSeat) === index,
          ),
      }));

    it('random bus swaps seat as many passengers as possible, by assignment first, then by number, then by type', () => {
      fc.assert(
        fc.property(swaps, ({ sold, target, assignments }) => {
          const active = target.filter(({ isActive }) => isActive);
          const { seated, unseated } = assignSeats(sold, target, assignments);
          expect(seated.length).to.equal(Math.min(sold.length, active.length));
          expect([...seated.map(({ sold: one }) => one), ...unseated]).to.have.members([...sold]);
          expect(new Set(seated.map(({ seat: { id } }) => id)).size).to.equal(seated.length);
          expect(active).to.include.members(seated.map(({ seat: one }) => one));

          const takenBy = (kept: KeptSeat) => seated.find(({ seat: { id } }) => id === kept.id)?.sold;
          const wishOf = (one: { readonly number: string }) => assignments.find((wish) => wish.seat === one.number);
          const left = active.filter((one) => !takenBy(one));
          for (const { sold: one, seat: got } of seated) {
            const wish = wishOf(one);
            if (wish) expect(got.number).to.equal(wish.newSeat);
            else if (got.number !== one.number) {
              const same = active.find(({ number }) => number === one.number);
              // Only a passenger whom the office assigned to this seat may get the seat instead of its old passenger.
              if (same) expect(wishOf(takenBy(same)!)?.newSeat).to.equal(same.number);
              if (got.type !== one.type) expect(left.filter(({ type }) => type === one.type)).to.deep.equal([]);
            }
          }
          expect(unseated.length === 0 || left.length === 0).to.equal(true);
          expect([...seated.map(({ sold: one }) => one)].sort(byPlace)).to.deep.equal(
            seated.map(({ sold: one }) => one),
          );
        }),
      );
    });
  });
});

describe('seat assignments', () => {
  const faults = (...given: Parameters<typeof refuseFaulty>): readonly string[] => {
    try {
      refuseFaulty(...given);
      return [];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      expect([error.kind, error.code]).to.deep.equal(['invalid', 'VALIDATION']);
      return error.faults.map(({ field, message }) => `${field} ${message}`);
    }
  };
  const sold = map('A1', 'A2');
  const other = map('A1', 'A2', 'A3!', 'A4');

  it('seat assignments of a bus swap may name any sold seat and any seat in use on the new bus, each only once', () => {
    expect(faults(assigned('A1>A2', 'A2>A4'), sold, other)).to.deep.equal([]);
    expect(faults([], sold, other)).to.deep.equal([]);
  });

  it('seat assignments of a bus swap are refused if the old seat is not sold', () => {
    expect(faults(assigned('A1>A2', 'A4>A1'), sold, other)).to.deep.equal([
      'assignments[1].seat_number is no seat that is sold on this trip',
    ]);
  });

  it('seat assignments of a bus swap are refused if the new seat is not in use on the new bus', () => {
    expect(faults(assigned('A1>Z9', 'A2>A3'), sold, other)).to.deep.equal([
      'assignments[0].new_seat_number is no seat in use on the other bus',
      'assignments[1].new_seat_number is no seat in use on the other bus',
    ]);
  });

  it('seat assignments of a bus swap are refused if an old or a new seat is listed twice', () => {
    expect(faults(assigned('A1>A1', 'A1>A2', 'A2>A2'), sold, other)).to.deep.equal([
      'assignments[1].seat_number is named before, at assignments[0]',
      'assignments[2].new_seat_number is named before, at assignments[1]',
    ]);
  });
});
