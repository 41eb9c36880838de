import { Type } from '@sinclair/typebox';
import { toRupees } from '../../../core/kernel/money.ts';
import type { Cell } from '../../../core/kernel/table.ts';
import { type SalesFigures, type SalesReport, type SalesRow, occupancy } from '../../../core/reports/sales.ts';
import { rupees } from '../route/fields.ts';

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] });

const figures = {
  trips: count('Trips that have not been cancelled.', 2),
  seats_offered: count('Their seats in use, or places.', 80),
  seats_sold: count('Seats or places of bookings that are paid and not cancelled.', 61),
  boarded: count('Of the seats sold, those whose passengers have got on.', 58),
  no_shows: count('Of the seats sold on trips that have left, the others.', 3),
  occupancy: Type.Number({
    description:
      'Sold seats / seats_offered, 0 to 1 with four decimals. On a trip with stops between, each seat counts on every part.',
    examples: [0.7625],
  }),
  gross: rupees({
    description: 'NPR that bookings cost which were paid, also when they were cancelled later.',
    examples: [73200],
  }),
  refunds: rupees({
    description:
      'NPR that cancelled bookings cost, less their fees. Goodwill is the platform’s own, and money that came too late or twice has sold nothing: neither is part of it.',
    examples: [3360],
  }),
  fees: rupees({
    description: 'NPR that cancelling was charged. They are part of what stays: of commission and earning.',
    examples: [240],
  }),
  commission: rupees({ description: 'NPR of gross − refunds that are the platform’s.', examples: [6984] }),
  earning: rupees({ description: 'NPR of gross − refunds that are the company’s.', examples: [62856] }),
};

export const salesReportResponse = Type.Object(
  {
    rows: Type.Array(
      Type.Object(
        {
          key: Type.String({
            description: 'A day `YYYY-MM-DD`; the id of a trip or bus; `<source_id>-<destination_id>`.',
            examples: ['2026-11-20', '42', '1-2'],
          }),
          label: Type.String({ description: 'What to call it.', examples: ['Kathmandu – Pokhara'] }),
          ...figures,
        },
        { title: 'SalesRow' },
      ),
      { description: 'By key.' },
    ),
    total: Type.Object(figures, { title: 'SalesTotal', description: 'The same of all rows together.' }),
  },
  { title: 'SalesReport' },
);

const toFigures = (of: SalesFigures) => ({
  trips: of.trips,
  seats_offered: of.seatsOffered,
  seats_sold: of.seatsSold,
  boarded: of.boarded,
  no_shows: of.noShows,
  occupancy: occupancy(of),
  gross: toRupees(of.gross),
  refunds: toRupees(of.refunds),
  fees: toRupees(of.fees),
  commission: toRupees(of.commission),
  earning: toRupees(of.earning),
});

const toRow = ({ key, label, ...of }: SalesRow) => ({ key, label, ...toFigures(of) });

export const toSalesReport = ({ rows, total }: SalesReport) => ({ rows: rows.map(toRow), total: toFigures(total) });

/** The sales report as a table. The last row is the total. */
export function toSalesTable({ rows, total }: SalesReport) {
  const table = [...rows, { key: 'total', label: 'Total', ...total }].map(toRow);
  return {
    header: ['key', 'label', ...Object.keys(figures)],
    rows: table.map((row): readonly Cell[] => Object.values(row)),
  };
}
