/** The texts of the seat map. */
export const seatMap = {
  seats: 'Seats',
  decks: 'Decks',
  deck: (deck: number, number: string) => (deck === 1 ? 'Lower deck' : deck === 2 ? 'Upper deck' : `Deck ${number}`),
  chosenHere: (count: string) => `${count} chosen`,
  front: 'Front',
  door: 'Door',
  seat: (number: string) => `Seat ${number}`,
  positions: { window: 'window', aisle: 'aisle', middle: 'middle' },
  states: {
    available: 'available',
    yours: 'yours',
    taken: 'taken',
    held: 'taken for now',
    blocked: 'not for sale',
  },
  legend: {
    available: 'Available',
    chosen: 'Your choice',
    taken: 'Taken',
    held: 'Taken for now',
    blocked: 'Not for sale',
  },
  nowTaken: (seats: string) => `${seats}: just taken.`,
  nowTakenMany: (count: string) => `${count} seats were just taken.`,
  nowFree: (seats: string) => `${seats}: free again.`,
  nowFreeMany: (count: string) => `${count} seats are free again.`,
};
