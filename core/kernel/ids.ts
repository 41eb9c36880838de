/** A database key: a positive integer of at most 2^31 − 1, which fits both databases. */
type Id<Of extends string> = number & { readonly keyOf: Of };

export type UserId = Id<'user'>;
export type OperatorId = Id<'operator'>;
/** The key of a membership of a company's staff, or of the invitation to one. */
export type StaffId = Id<'staff'>;
export type CityId = Id<'city'>;
export type BusId = Id<'bus'>;
export type DocumentId = Id<'document'>;
/** The key of a seat of a bus, which it keeps when it is renumbered or moved. */
export type SeatId = Id<'seat'>;
/** The key of a schedule, as the API calls a trip: one journey of one bus. */
export type TripId = Id<'trip'>;
export type BookingId = Id<'booking'>;
export type PaymentId = Id<'payment'>;
export type RefundId = Id<'refund'>;

/** What is written on the seat, unique among the seats of a bus's map: `A1`. */
export type SeatNumber = string & { readonly label: 'seat' };

export const LARGEST_ID = 2 ** 31 - 1;

/** Whether a number can be a key. */
export const isId = (value: number): boolean => Number.isSafeInteger(value) && value >= 1 && value <= LARGEST_ID;
