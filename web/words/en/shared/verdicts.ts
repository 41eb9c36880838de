/** Texts about what became of scans, and of what the conductor told. */
export const verdicts = {
  verdict: {
    BOARDED: 'Boarded',
    ALREADY: 'Already boarded',
    REFUSED: 'Refused',
    CONFLICT: 'Refused',
    UNDONE: 'Taken back',
    NO_SHOW: 'No-show',
    seats: (seats: string) => `Seat ${seats}`,
    next: 'Tap to go on',
    boardedAt: (time: string, seats: string, by: string) =>
      `At ${time}${seats && `, seat ${seats}`}${by && `, by ${by}`}`,
    byList: (time: string) => `By the list of ${time}`,
    notOnList: (time: string) =>
      `Not on this phone’s list of ${time}. It may have been sold since: try where there is a signal.`,
    changedTo: (code: string) => `This booking was changed. The new one is ${code}.`,
    notValidByList: 'This ticket is no longer valid: its booking was cancelled or changed.',
    otherTrip: (trip: string) => `It is for ${trip}.`,
    fromStop: (city: string) => `This ticket is from ${city}, and the bus is not there yet.`,
    toStop: (city: string) => `This ticket is to ${city}, and the bus has left there.`,
    takenUntil: (city: string) => `Somebody else has the seat until ${city}.`,
    busIsAt: (city: string) => `Bus is at ${city}`,
  },
  reasons: {
    INVALID: 'This ticket is not known here.',
    WRONG_TRIP: 'This ticket is for another trip.',
    TRIP_CANCELLED: 'This trip is cancelled.',
    CANCELLED: 'This ticket was cancelled.',
    CHANGED: 'This booking was changed to another trip.',
    NOT_PAID: 'This ticket was never paid.',
    TOO_EARLY: 'Boarding begins 12 hours before departure.',
    TOO_LATE: 'This journey is over.',
    REFERENCE_UNCLEAR: 'No ticket of this bus, or several, end like this.',
    UNKNOWN_SEAT: 'This seat is not on the ticket.',
    ALREADY: 'Somebody else has boarded it already.',
  },
  disputed: {
    title: 'Please look again',
    text: (said: string, answer: string) => `This phone said “${said}”, the office says “${answer}”.`,
    unknownTicket: 'An unknown ticket',
    settled: 'Done',
    delay: (minutes: string, time: string) =>
      `The office did not accept at ${time} that the bus is ${minutes} minutes late.`,
    notLate: (time: string) => `The office did not accept at ${time} that the bus is not late any more.`,
    left: (city: string, time: string) => `The office did not accept that the bus left ${city} at ${time}.`,
    takenBack: (city: string, time: string) =>
      `The office did not accept what you took back at ${time}: for it the bus has left ${city}.`,
  },
  refusals: {
    TOO_EARLY: 'That is too long before its time.',
    TRIP_CANCELLED: 'This trip is cancelled.',
    TRIP_DEPARTED: 'That was too late.',
    NOT_FOUND: 'This trip is not known there.',
    TRIP_ARRIVED: 'The bus has arrived.',
    VALIDATION: 'The bus was past that stop already.',
  },
};
