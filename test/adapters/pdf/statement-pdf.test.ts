import { expect } from 'chai';
import { drawStatement } from '../../../adapters/pdf/draw-statement.ts';
import { pdfStatementPrinter } from '../../../adapters/pdf/printers.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { PrintedLine, PrintedStatement } from '../../../core/ledger/statement-ports.ts';
import { type SeenPage, lookAt } from '../../support/pdf.ts';

const aLine = (traits: Partial<PrintedLine> = {}): PrintedLine => ({
  bookingCode: 'BT261121004711',
  departure: '2026-11-20 07:00',
  kind: 'EARNED',
  gross: paisa(200_050),
  commission: paisa(15_004),
  net: paisa(185_046),
  ...traits,
});

const aStatement = (traits: Partial<PrintedStatement> = {}): PrintedStatement => ({
  issuer: { name: 'Sajha Yatayat', url: 'https://tickets.example.com' },
  number: 'ST-2026-000042',
  of: 'COMPANY',
  name: 'Blue Sky Yatayat',
  panNo: '301234567',
  from: '2026-11-01',
  until: '2026-11-20',
  madeOn: '2026-11-21',
  sums: {
    openingBalance: paisa(-85_047),
    net: paisa(46_262),
    setOff: paisa(10_001),
    total: paisa(-48_786),
  },
  columns: { gross: paisa(50_013), commission: paisa(3_751), net: paisa(46_262) },
  lines: [
    aLine(),
    aLine({ kind: 'CANCELLATION', gross: paisa(-150_037), commission: paisa(-11_253), net: paisa(-138_784) }),
  ],
  status: 'PAID',
  reference: 'NIC-2026/77810',
  paidOn: '2026-11-22',
  ...traits,
});

const seen = async (traits: Partial<PrintedStatement> = {}): Promise<readonly SeenPage[]> =>
  lookAt(await drawStatement(aStatement(traits)));

const codes = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `BT2611210${String(index).padStart(5, '0')}`);

const withLines = (count: number): Partial<PrintedStatement> => ({
  lines: codes(count).map((bookingCode) => aLine({ bookingCode })),
});

describe('the statement as a PDF', () => {
  it('a statement’s PDF is an upright A4 page with every amount of the statement, as text', async () => {
    const [page, ...more] = await seen();
    expect(more).to.deep.equal([]);
    expect([page!.width, page!.height].map(Math.round)).to.deep.equal([595, 842]);
    for (const words of [
      'ST-2026-000042 · Sajha Yatayat · https://tickets.example.com',
      ...['Statement ST-2026-000042', 'Blue Sky Yatayat', 'PAN 301234567', '2026-11-01 to 2026-11-20'],
      ...['Made on 2026-11-21', 'PAID on 2026-11-22', 'NIC-2026/77810'],
      ...['-850.47', '462.62', '-100.01', 'NPR -487.86', 'set off on its next statement'],
      'BT261121004711 2026-11-20 07:00 Earned 2000.50 150.04 1850.46',
      'BT261121004711 2026-11-20 07:00 Cancellation -1500.37 -112.53 -1387.84',
      'Sum 500.13 37.51 462.62',
      'Page 1 of 1',
    ])
      expect(page!.text).to.include(words);
  });

  it('a statement’s PDF says that the statement is not yet paid', async () => {
    const [page] = await seen({ status: 'OPEN', reference: null, paidOn: null, panNo: null });
    expect(page!.text).to.include('Status OPEN').and.to.include('Reference –').and.to.include('PAN –');
  });

  it('a statement’s PDF says that a positive total is to be paid, and writes zero cash without a minus sign', async () => {
    const sums = { openingBalance: paisa(0), net: paisa(46_262), setOff: paisa(0), total: paisa(46_262) };
    const [page] = await seen({ sums });
    expect(page!.text).to.include('to be paid to the company NPR 462.62').and.not.to.include('-0.00');
  });

  it('a statement’s PDF continues on further pages, each with the header of the table', async () => {
    // With 29 and 74 lines, the sums or the last line no longer fit on the previous page.
    for (const count of [0, 28, 29, 74]) {
      const pages = await seen(withLines(count));
      for (const [index, { text }] of pages.entries())
        expect(text, `${count} lines`)
          .to.include('Booking Departure Kind Gross Commission Net')
          .and.to.include(`Page ${index + 1} of ${pages.length}`)
          .and.to.include('ST-2026-000042');
      const shown = pages.flatMap(({ text }) => text.match(/BT\d{12}|Sum/g) ?? []);
      expect(shown, `${count} lines`).to.deep.equal([...codes(count), 'Sum']);
    }
  });

  it('a statement’s PDF shows names in Devanagari, and a search finds them', async () => {
    const [page] = await seen({ name: 'नीलो आकाश यातायात प्रा. लि.', reference: 'भुक्तानी ७७८१०' });
    expect(page!.text).to.include('नीलो आकाश यातायात प्रा. लि.').and.to.include('भुक्तानी ७७८१०');
  });

  it('a statement’s PDF stays within its margins however long names and amounts are', async () => {
    const huge = paisa(-99_999_999_999_99);
    const [page] = await seen({
      name: 'TheVeryLongHimalayanTransportCompany'.repeat(5),
      reference: 'W'.repeat(100),
      sums: { openingBalance: huge, net: huge, setOff: huge, total: huge },
      columns: { gross: huge, commission: huge, net: huge },
      lines: [aLine({ gross: paisa(-12_000_000_00), commission: paisa(-1_200_000_00), net: paisa(-10_800_000_00) })],
    });
    expect(page!.text).to.include('TheVeryLong').and.to.include('…').and.to.include('NPR -99999999999.99');
    expect(touchesMargins(page!)).to.equal(false);
  });

  it('a statement’s PDF is the same to the byte whenever it is drawn', async () => {
    expect(await drawStatement(aStatement())).to.deep.equal(await drawStatement(aStatement()));
    expect(await drawStatement(aStatement())).not.to.deep.equal(await drawStatement(aStatement(withLines(3))));
  });

  it('a statement’s PDF is drawn on a worker thread', async () => {
    const printed = await pdfStatementPrinter().print(aStatement());
    expect(Buffer.from(printed)).to.deep.equal(await drawStatement(aStatement()));
  });
});

/** True if something is drawn so near to an edge that a hole punch or a printer would cut it off. */
function touchesMargins({ pixels, pixelWidth }: SeenPage): boolean {
  const pixelHeight = pixels.length / 4 / pixelWidth;
  const margin = Math.round(30 * 3);
  const isInk = (x: number, y: number): boolean => pixels[(y * pixelWidth + x) * 4]! < 250;
  for (let y = 0; y < pixelHeight; y += 1)
    for (let x = 0; x < pixelWidth; x += 1) {
      const isInside = x >= margin && x < pixelWidth - margin && y >= margin && y < pixelHeight - margin;
      if (isInside) x = pixelWidth - margin - 1;
      else if (isInk(x, y)) return true;
    }
  return false;
}
