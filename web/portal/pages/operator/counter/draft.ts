/** A sale while it is typed. Empty texts are what nobody said. */
export interface SaleDraft {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly paidBy: 'CASH' | 'QR';
  readonly reference: string;
  readonly boarding: string;
  readonly dropping: string;
  /** Names of those who are not the traveller, by seat. */
  readonly names: Readonly<Record<string, string>>;
}

/** The next person at the window pays as the last one did, most likely. */
export const emptySale = (paidBy: SaleDraft['paidBy'] = 'CASH'): SaleDraft => ({
  ...{ name: '', phone: '', email: '', paidBy, reference: '', boarding: '', dropping: '', names: {} },
});

/** What is sold: seats by their numbers, or on a bus without a map so many places. */
export type Wanted = { readonly seat_numbers: readonly string[] } | { readonly seats: number };

export const countOf = (wanted: Wanted): number => ('seats' in wanted ? wanted.seats : wanted.seat_numbers.length);

/** What is sent. Passengers are named only where something is said of them: else they take the contact's name. */
export function saleOf(draft: SaleDraft, wanted: Wanted) {
  const points = {
    ...(draft.boarding && { boarding_point: draft.boarding }),
    ...(draft.dropping && { dropping_point: draft.dropping }),
  };
  const passengers =
    'seats' in wanted
      ? Array.from({ length: wanted.seats }, () => points)
      : wanted.seat_numbers.map((seat_number) => {
          const name = draft.names[seat_number]?.trim();
          return { seat_number, ...(name && { name }), ...points };
        });
  const isSaid = passengers.some((one) => Object.keys(one).some((field) => field !== 'seat_number'));
  return {
    ...('seats' in wanted ? { seats: wanted.seats } : { seat_numbers: [...wanted.seat_numbers] }),
    ...(isSaid && { passengers }),
    contact: { name: draft.name.trim(), phone: draft.phone.trim(), email: draft.email.trim() || null },
    paid_by: draft.paidBy,
    ...(draft.paidBy === 'QR' && draft.reference.trim() && { reference: draft.reference.trim() }),
  };
}
