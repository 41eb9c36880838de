import type { SeatNumber } from '../kernel/ids.ts';
import type { Seat, SeatLayout } from './seat-layout.ts';

/** A ready-made seat map from which a company can start. */
export interface SeatMapTemplate {
  readonly name: string;
  readonly title: string;
  readonly map: SeatLayout;
}

/**
 * A drawing of a bus: its decks, each with rows from front to back. Each letter is a seat. Seats with the same letter
 * are numbered in order: A1, A2. A dot means that there is no seat.
 */
interface Drawing {
  readonly name: string;
  readonly title: string;
  /** The type of every seat. */
  readonly type: string;
  readonly decks: readonly (readonly string[])[];
}

const times = (count: number, row: string): readonly string[] => Array.from({ length: count }, () => row);

const DRAWINGS: readonly Drawing[] = [
  {
    name: '2x2-40',
    title: 'Coach with 40 seats, two on each side',
    type: 'SEAT',
    decks: [times(10, 'AA.BB')],
  },
  {
    name: '2x2-45-back-row',
    title: 'Coach with 45 seats, two on each side and five at the back',
    type: 'SEAT',
    decks: [[...times(10, 'AA.BB'), 'CCCCC']],
  },
  {
    name: '2x2-35-back-row',
    title: 'Night coach with 35 seats, its door before the second row',
    type: 'SEAT',
    decks: [['...BB', ...times(7, 'AA.BB'), 'CCCCC']],
  },
  {
    name: '2x1-30-sofa',
    title: 'Sofa coach with 30 seats, two on one side and one on the other',
    type: 'SOFA',
    decks: [times(10, 'AA.B')],
  },
  {
    name: '1x1-vip-20',
    title: 'VIP coach with 20 single seats',
    type: 'VIP',
    decks: [times(10, 'A.B')],
  },
  {
    name: '1x1-sleeper-double-deck',
    title: 'Sleeper with 32 single berths on two decks',
    type: 'SLEEPER',
    decks: [times(8, 'A.B'), times(8, 'C.D')],
  },
  {
    name: '2x1-sleeper-double-deck',
    title: 'Sleeper with 36 berths on two decks, double ones on one side',
    type: 'SLEEPER',
    decks: [times(6, 'AA.B'), times(6, 'CC.D')],
  },
  {
    name: 'micro-14',
    title: 'Micro with 14 seats',
    type: 'SEAT',
    decks: [['AA..', 'BB.B', 'CC.C', 'DD..', 'EEEE']],
  },
  {
    name: 'micro-17',
    title: 'Micro with 17 seats',
    type: 'SEAT',
    decks: [['AA..', 'BB..', 'CC.C', 'DD.D', 'EE.E', 'FFFF']],
  },
];

function drawn({ name, title, type, decks }: Drawing): SeatMapTemplate {
  const counts = new Map<string, number>();
  const numberOf = (letter: string): SeatNumber => {
    const count = (counts.get(letter) ?? 0) + 1;
    counts.set(letter, count);
    return `${letter}${count}` as SeatNumber;
  };
  const seats = decks.flatMap((rows, deck) =>
    rows.flatMap((row, line) =>
      Array.from(row).flatMap((letter, column): Seat[] =>
        letter === '.'
          ? []
          : [{ number: numberOf(letter), deck: deck + 1, row: line + 1, col: column + 1, type, isActive: true }],
      ),
    ),
  );
  const rows = decks.map((deck) => deck.length);
  const cols = decks.flat().map((row) => row.length);
  return { name, title, map: { rows: Math.max(...rows), cols: Math.max(...cols), deckCount: decks.length, seats } };
}

export const SEAT_MAP_TEMPLATES: readonly SeatMapTemplate[] = DRAWINGS.map(drawn);

/** The template with this name; undefined if there is none. */
export const templateNamed = (name: string): SeatMapTemplate | undefined =>
  SEAT_MAP_TEMPLATES.find((template) => template.name === name);
