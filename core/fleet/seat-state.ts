/** The state of a seat in events. BLOCKED: not for sale, or removed from the map. */
export type SeatState = 'LOCKED' | 'AVAILABLE' | 'BOOKED' | 'BLOCKED';
