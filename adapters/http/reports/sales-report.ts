import { Type } from '@sinclair/typebox';
import { toRupees } from '../../../core/kernel/money.ts';
import type { Cell } from '../../../core/kernel/table.ts';
import { type SalesFigures, type SalesReport, type SalesRow, occupancy } from '../../../core/reports/sales.ts';
import { rupees } from '../route/fields.ts';

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] });

const figures = {
  trips: count('Counts the trips that have not been cancelled.', 2),
  seats_offered: count('Counts the seats in use, or places, of these trips.', 80),
  seats_sold: count('Counts the seats or places of bookings that are paid and not cancelled.', 61),
  boarded: count('Counts the sold seats whose passengers have got on.', 58),
  no_shows: count('Counts the sold seats on trips that have left whose passengers have not got on.', 3),
  occupancy: Type.Number({
    description:
      'Gives the share of the offered seats that is sold, from 0 to 1 with four decimals. On a trip with stops between, each seat counts on every part.',
    examples: [0.7625],
  }),
  gross: rupees({
    description: 'Gives the price of the bookings that were paid, also when they were cancelled later, in NPR.',
    examples: [73200],
  }),
  refunds: rupees({
    description:
      'Gives the price of cancelled bookings less their fees, in NPR. Goodwill is the platform’s own, and money that came too late or twice has sold nothing: neither is part of it.',
    examples: [3360],
  }),
  fees: rupees({
    description: 'Gives the fees of cancellations, in NPR. They are part of what stays: of commission and earning.',
    examples: [240],
  }),
  commission: rupees({ description: 'Gives the platform’s part of gross − refunds, in NPR.', examples: [6984] }),
  earning: rupees({ description: 'Gives the company’s part of gross − refunds, in NPR.', examples: [62856] }),
};

export const salesReportResponse = Type.Object(
  {
    rows: Type.Array(
      Type.Object(
        {
          key: Type.String({
            description:
              'Is the key of the row: a day `YYYY-MM-DD`, the id of a trip or bus, or `<source_id>-<destination_id>`.',
            examples: ['2026-11-20', '42', '1-2'],
          }),
          label: Type.String({
            description: 'Names the row, to show to people.',
            examples: ['Kathmandu – Pokhara'],
          }),
          ...figures,
        },
        { title: 'SalesRow' },
      ),
      { description: 'Lists the rows of the report, by key.' },
    ),
    total: Type.Object(figures, { title: 'SalesTotal', description: 'Gives the figures of all rows together.' }),
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
