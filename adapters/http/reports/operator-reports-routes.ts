import { Type } from '@sinclair/typebox';
import { SALES_BY } from '../../../core/reports/sales.ts';
import type { ViewSales } from '../../../core/reports/view-sales.ts';
import { salesReportResponse, toSalesReport, toSalesTable } from './sales-report.ts';
import { type CsvNeeds, CSV, csvFile } from '../route/csv-file.ts';
import { choice, day } from '../route/fields.ts';
import { fileRoute, route } from '../route/route.ts';

interface Uses extends CsvNeeds {
  readonly viewSales: ViewSales;
}

const query = Type.Object({
  from: day({ description: 'Gives the first local day of departure.', examples: ['2026-11-01'] }),
  to: day({
    description: 'Gives the last local day of departure. The report covers at most 366 days in all.',
    examples: ['2026-11-30'],
  }),
  by: choice(SALES_BY, {
    description: 'Says what each row is about: a day, a trip, a bus or a route.',
    examples: ['day'],
  }),
});

/** The rules by which both reports count money. */
const RULES =
  'Money stands where its trip departs, whenever it came or went back. In every row gross − refunds = commission + ' +
  'earning. A cancelled trip offers nothing; it has a row of its own if it had sold something before.';

export const reportRoutes = ({ viewSales, csv }: Uses) => [
  route({
    method: 'get',
    path: '/api/operator/reports/sales',
    operationId: 'viewSales',
    summary: 'See what was sold, by day, trip, bus or route',
    description: `Adds up what your company sold. ${RULES}`,
    returns: 'Shows a row for each day, trip, bus or route, and the total.',
    access: 'manager',
    query,
    status: 200,
    response: salesReportResponse,
    handle: async ({ caller, query: asked }) => toSalesReport(await viewSales(caller.staff.operatorId, asked)),
  }),

  fileRoute({
    method: 'get',
    path: '/api/operator/reports/sales.csv',
    operationId: 'downloadSales',
    summary: 'Download what was sold as CSV',
    description: `Answers what your company sold as a table. ${RULES} The last line is the total.`,
    returns: 'Gives the report as a CSV file.',
    access: 'manager',
    query,
    mediaTypes: [CSV],
    handle: async ({ caller, query: asked }) => {
      const { header, rows } = toSalesTable(await viewSales(caller.staff.operatorId, asked));
      return csvFile({ csv }, `sales-by-${asked.by}-${asked.from}-${asked.to}`, header, rows);
    },
  }),
];
