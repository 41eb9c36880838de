import type { Schemas } from '../../api/operations.ts';
import type { KeptFor } from '../../parts/changing/kept-kinds.ts';
import { plainDigits } from '../../words/digits.ts';

/** A counter sale while the clerk types it. An empty text means "not given". */
export interface SaleDraft {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly paidBy: 'CASH' | 'QR' | 'FONEPAY';
  readonly reference: string;
  /** Cash from the customer, in rupees. The page computes the change from it; the request does not contain it. */
  readonly received: string;
  /** Whether the passengers are already on the bus. Asked only after the departure. */
  readonly onBoard: boolean;
  /** Null until the clerk chooses; then the usual point applies. Empty if the clerk chooses "Not said". */
  readonly boarding: string | null;
  readonly dropping: string;
  /** The names of the passengers by seat, except the contact's name. */
  readonly names: Readonly<Record<string, string>>;
  /**
   * The claims of passengers on kept seats, by seat number, as the clerk enters them: `WOMEN`, `DISABLED`, or an age
   * as typed.
   */
  readonly kept?: Readonly<Record<string, string>>;
}

/** An empty draft with the same way of paying, because the next customer probably pays the same way. */
export const emptySale = (paidBy: SaleDraft['paidBy'] = 'CASH'): SaleDraft => ({
  name: '',
  phone: '',
  email: '',
  paidBy,
  reference: '',
  received: '',
  onBoard: false,
  boarding: null,
  dropping: '',
  names: {},
});

/** Whether nothing was typed. Ignores the way of paying, which stays from sale to sale. */
export const isEmptySale = ({ names, kept = {}, ...draft }: SaleDraft): boolean =>
  [draft.name, draft.phone, draft.email, draft.reference, draft.received, draft.dropping].every(
    (text) => text === '',
  ) &&
  draft.boarding === null &&
  Object.keys(names).length === 0 &&
  Object.keys(kept).length === 0;

/** The seats to sell by number; on a bus without a seat map, a number of places. */
export type Wanted = { readonly seat_numbers: readonly string[] } | { readonly seats: number };

export const countOf = (wanted: Wanted): number => ('seats' in wanted ? wanted.seats : wanted.seat_numbers.length);

/** The fields of a passenger by which they may have a kept seat. */
function keptFields(said: string | undefined): { gender?: 'F'; needs?: 'DISABLED'[]; age?: string } {
  if (said === undefined || said === '') return {};
  if (said === 'WOMEN') return { gender: 'F' };
  return said === 'DISABLED' ? { needs: ['DISABLED'] } : { age: plainDigits(said.trim()) };
}

/** The kinds of kept seats that the passengers on these seats claim. */
export const claimedKinds = ({ kept = {} }: Pick<SaleDraft, 'kept'>, seats: readonly string[]): readonly KeptFor[] => [
  ...new Set(
    seats
      .flatMap((seat) => kept[seat] || [])
      .map((said) => (said === 'WOMEN' || said === 'DISABLED' ? said : ('ELDERLY' as const))),
  ),
];

/** The field of a request by which a passenger claims a kept seat, and what it must be. */
const CLAIMS: Readonly<Record<KeptFor, { readonly field: string; readonly message: string }>> = {
  WOMEN: { field: 'gender', message: 'must be F or O: the seat is kept for women' },
  DISABLED: { field: 'needs', message: 'must be DISABLED: the seat is kept for people with disabilities' },
  ELDERLY: { field: 'age', message: 'must be 60 or more: the seat is kept for elderly people' },
};

/** Errors for the chosen kept seats that no passenger claims, by field of the request. */
export const unclaimedSeats = (
  { kept = {} }: Pick<SaleDraft, 'kept'>,
  map: Schemas['SeatMap'],
  chosen: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    chosen.flatMap((number, index) => {
      const kind = map.has_seat_map && map.seats.find(({ seat_number }) => seat_number === number)?.kept_for;
      if (!kind || kept[number]) return [];
      const { field, message } = CLAIMS[kind];
      return [[`passengers[${index}].${field}`, message]];
    }),
  );

/** An order's seats, section, passengers and contact. A passenger without a name gets the contact's name. */
export function orderOf(draft: SaleDraft, wanted: Wanted, section: { from_stop?: number; to_stop?: number } = {}) {
  const points = {
    ...(draft.boarding && { boarding_point: draft.boarding }),
    ...(draft.dropping && { dropping_point: draft.dropping }),
  };
  const passengers =
    'seats' in wanted
      ? Array.from({ length: wanted.seats }, () => points)
      : wanted.seat_numbers.map((seat_number) => {
          const name = draft.names[seat_number]?.trim();
          return { seat_number, ...(name && { name }), ...points, ...keptFields(draft.kept?.[seat_number]) };
        });
  const isSaid = passengers.some((one) => Object.keys(one).some((field) => field !== 'seat_number'));
  return {
    ...('seats' in wanted ? { seats: wanted.seats } : { seat_numbers: [...wanted.seat_numbers] }),
    ...section,
    ...(isSaid && { passengers }),
    contact: { name: draft.name.trim(), phone: draft.phone.trim(), email: draft.email.trim() || null },
  };
}

/** The body of the request that sells at the counter. */
export const saleOf = (draft: SaleDraft, wanted: Wanted, section: { from_stop?: number; to_stop?: number } = {}) => ({
  ...orderOf(draft, wanted, section),
  paid_by: draft.paidBy,
  ...(draft.onBoard && { on_board: true }),
  ...(draft.paidBy === 'QR' && draft.reference.trim() && { reference: draft.reference.trim() }),
});
