import { Type } from '@sinclair/typebox';
import { difference, expectedCash } from '../../../core/counter/shift.ts';
import type { Position } from '../../../core/accounts/membership.ts';
import type { ShownShift } from '../../../core/counter/ports.ts';
import { type ShiftReport, sumsAreHidden } from '../../../core/counter/view-shifts.ts';
import { type Paisa, toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { isoOrNull, moment, nullable, rupees } from '../route/fields.ts';

const HIDDEN = 'It is null for clerks while the shift is open, if the company has blind_count.';

export const shiftResponse = Type.Object(
  {
    id: Type.Integer({ examples: [5] }),
    staff: Type.Object(
      {
        id: Type.Integer({
          description: "Identifies the person's membership, which may have ended since.",
          examples: [4],
        }),
        full_name: Type.String({ examples: ['Ram Thapa'] }),
      },
      { description: 'Names the person whose shift it is.' },
    ),
    opened_at: moment(),
    closed_at: nullable(moment({ description: 'Tells when the shift was closed; null while it is open.' })),
    opening_cash: rupees({ examples: [500] }),
    sales: nullable(
      rupees({
        description: `Gives the cash that was taken, in NPR. Payments by QR code belong to no shift. ${HIDDEN}`,
        examples: [3600],
      }),
    ),
    refunds: nullable(rupees({ description: `Gives the cash that was paid back, in NPR. ${HIDDEN}`, examples: [0] })),
    expected_cash: nullable(
      rupees({
        description: `Gives the cash that should be in the till: opening_cash and sales less refunds, in NPR. ${HIDDEN}`,
        examples: [4100],
      }),
    ),
    counted_cash: nullable(
      rupees({
        description: 'Gives the cash that was counted at the end, in NPR; null while the shift is open.',
        examples: [4095.5],
      }),
    ),
    difference: nullable(
      rupees({
        description:
          'Gives the difference between counted_cash and expected_cash, in NPR; null while the shift is open. Below zero, cash is missing.',
        examples: [-4.5],
      }),
    ),
    note: nullable(Type.String({ examples: ['Gave change to a porter.'] })),
  },
  { title: 'Shift' },
);

/** Converts a shift for a caller with this position, who may not be allowed to see its sums yet. */
export const toShiftResponse = (position: Position) => (shift: ShownShift) => {
  const shown = (amount: Paisa): number | null => (sumsAreHidden(shift, position) ? null : toRupees(amount));
  return {
    id: shift.id,
    staff: { id: shift.staffId, full_name: shift.staffName },
    opened_at: toIso(shift.openedAt),
    closed_at: isoOrNull(shift.closedAt),
    opening_cash: toRupees(shift.openingCash),
    sales: shown(shift.sales),
    refunds: shown(shift.refunds),
    expected_cash: shown(expectedCash(shift)),
    counted_cash: rupeesOrNull(shift.countedCash),
    difference: rupeesOrNull(difference(shift)),
    note: shift.note,
  };
};

/** A shift with the sales and refunds of its person. */
export const shiftReportResponse = Type.Object(
  {
    ...shiftResponse.properties,
    sold: nullable(
      Type.Object(
        {
          tickets: Type.Integer({ description: 'Counts the sold seats and places.', examples: [12] }),
          cash: rupees({ description: 'Gives the cash of these sales, in NPR.', examples: [9600] }),
          qr: rupees({ description: 'Gives the payments by the company’s own QR code, in NPR.', examples: [2400] }),
          fonepay: rupees({ description: 'Gives the payments by Fonepay QR, in NPR.', examples: [0] }),
        },
        {
          description: `Counts the sales of the person of the shift while it was open, also what was cancelled later. ${HIDDEN}`,
        },
      ),
    ),
    refunded: nullable(
      rupees({
        description: `Gives the money that was given back: cash from this shift, and QR payments of sales that were undone, in NPR. ${HIDDEN}`,
        examples: [0],
      }),
    ),
  },
  { title: 'ShiftReport' },
);

export const toShiftReport =
  (position: Position) =>
  ({ shift, takings }: ShiftReport) => ({
    ...toShiftResponse(position)(shift),
    sold: takings && {
      tickets: takings.tickets,
      cash: toRupees(takings.cash),
      qr: toRupees(takings.qr),
      fonepay: toRupees(takings.codes),
    },
    refunded: takings && toRupees(takings.refunded),
  });

const rupeesOrNull = (amount: Paisa | null): number | null => (amount === null ? null : toRupees(amount));
