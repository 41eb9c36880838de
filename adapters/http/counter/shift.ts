import { Type } from '@sinclair/typebox';
import { difference, expectedCash } from '../../../core/counter/shift.ts';
import type { ShownShift } from '../../../core/counter/ports.ts';
import { type Paisa, toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { isoOrNull, moment, nullable, rupees } from '../route/fields.ts';

export const shiftResponse = Type.Object(
  {
    id: Type.Integer({ examples: [5] }),
    staff: Type.Object(
      {
        id: Type.Integer({ description: 'Of the membership, which may have ended since.', examples: [4] }),
        full_name: Type.String({ examples: ['Ram Thapa'] }),
      },
      { description: 'Whose shift it is.' },
    ),
    opened_at: moment(),
    closed_at: nullable(moment({ description: 'Null while it is open.' })),
    opening_cash: rupees({ examples: [500] }),
    sales: rupees({ description: 'NPR that were taken in cash. What is paid by QR is in no shift.', examples: [3600] }),
    refunds: rupees({ description: 'NPR that were paid back in cash.', examples: [0] }),
    expected_cash: rupees({ description: 'NPR: opening_cash and sales less refunds.', examples: [4100] }),
    counted_cash: nullable(rupees({ description: 'NPR; null while it is open.', examples: [4095.5] })),
    difference: nullable(
      rupees({ description: 'NPR: counted_cash less expected_cash; null while it is open.', examples: [-4.5] }),
    ),
    note: nullable(Type.String({ examples: ['Gave change to a porter.'] })),
  },
  { title: 'Shift' },
);

export const toShiftResponse = (shift: ShownShift) => ({
  id: shift.id,
  staff: { id: shift.staffId, full_name: shift.staffName },
  opened_at: toIso(shift.openedAt),
  closed_at: isoOrNull(shift.closedAt),
  opening_cash: toRupees(shift.openingCash),
  sales: toRupees(shift.sales),
  refunds: toRupees(shift.refunds),
  expected_cash: toRupees(expectedCash(shift)),
  counted_cash: rupeesOrNull(shift.countedCash),
  difference: rupeesOrNull(difference(shift)),
  note: shift.note,
});

const rupeesOrNull = (amount: Paisa | null): number | null => (amount === null ? null : toRupees(amount));
