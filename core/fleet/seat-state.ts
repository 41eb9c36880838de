/** The state of a seat in events. BLOCKED: not for sale, or no longer on the seat map. */
export type SeatState = 'LOCKED' | 'AVAILABLE' | 'BOOKED' | 'BLOCKED';
