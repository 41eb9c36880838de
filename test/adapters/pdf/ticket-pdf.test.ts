import { expect } from 'chai';
import fc from 'fast-check';
import { drawTicket } from '../../../adapters/pdf/draw-ticket.ts';
import { pdfTicketPrinter } from '../../../adapters/pdf/printers.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Ticket } from '../../../core/tickets/ports.ts';
import { seat } from '../../support/catalogue.ts';
import { type SeenPage, lookAt } from '../../support/pdf.ts';
import { listenTo } from '../../support/pdf-structure.ts';

const sitting = (...numbers: readonly string[]): Ticket['seats'] =>
  numbers.map((number) => ({ seat: seat(number), name: '', boardingPoint: '' }));

const aTicket = (traits: Partial<Ticket> = {}): Ticket => ({
  language: 'en',
  bookingCode: 'BT261121004711',
  bookedAt: Date.UTC(2026, 10, 21, 4, 5, 6) as Instant,
  passengerName: 'Sita Rai',
  sourceCity: 'Kathmandu',
  destinationCity: 'Pokhara',
  companyName: 'Blue Sky Yatayat',
  busName: 'Blue Sky Deluxe',
  registrationNo: 'BA 3 KHA 1234',
  departure: '2026-12-01 07:00',
  arrival: '2026-12-01 14:45',
  gettingOn: { name: 'Kathmandu', time: '2026-12-01 07:00' },
  companyPhone: null,
  soldBy: null,
  crew: [],
  seats: sitting('A1', 'A2'),
  places: 2,
  amountPaid: paisa(240_050),
  status: 'CONFIRMED',
  token:
    'eyJ0IjoidGlja2V0IiwiYiI6MjE0NzQ4MzY0NywiYyI6IkJUMjYxMTIxMDA0NzExIiwiaWF0IjoxNzk1MjQwMDAwMDAwfQ.3mZV1c8Yt8b9GQ0m7c4nq1x5l2k8s6d4f2h0j9k7m5n',
  ...traits,
});

const seen = async (traits: Partial<Ticket> = {}): Promise<SeenPage> => {
  const pages = await lookAt(await drawTicket(aTicket(traits)));
  expect(pages).to.have.length(1);
  return pages[0]!;
};

/** True if something below the coloured band is too near to an edge for a printer. */
function touchesMargins({ pixels, pixelWidth }: SeenPage): boolean {
  const pixelHeight = pixels.length / 4 / pixelWidth;
  const [margin, band] = [Math.round(20 * 3), Math.round(80 * 3)];
  const isInk = (x: number, y: number): boolean => pixels[(y * pixelWidth + x) * 4]! < 250;
  for (let y = band; y < pixelHeight; y += 1) {
    for (let x = 0; x < pixelWidth; x += 1) {
      const inside = x >= margin && x < pixelWidth - margin && y < pixelHeight - margin / 2;
      if (inside) x = pixelWidth - margin - 1;
      else if (isInk(x, y)) return true;
    }
  }
  return false;
}

describe('the ticket as a PDF', () => {
  it('a ticket’s PDF is one A5 page in landscape with the whole booking, as text', async () => {
    const page = await seen();
    expect([page.width, page.height].map(Math.round)).to.deep.equal([595, 420]);
    for (const words of [
      'BT261121004711',
      'Sita Rai',
      'Kathmandu',
      'Pokhara',
      'Blue Sky Yatayat',
      'Blue Sky Deluxe',
      'BA 3 KHA 1234',
      '2026-12-01 07:00',
      'Tuesday 1 December 2026 · 15 Mangsir 2083',
      '2026-12-01 14:45',
      'A1, A2',
      'Rs 2,400.50',
      'CONFIRMED',
    ])
      expect(page.text).to.include(words);
  });

  it('a ticket’s PDF has the ticket’s token in a QR code that another reader decodes', async () => {
    expect((await seen()).code).to.equal(aTicket().token);
  });

  it('a ticket’s PDF lists each seat with its passenger and boarding point', async () => {
    const [one, other] = sitting('A1', 'A2');
    const seats = [
      { ...one!, name: 'Maya Gurung', boardingPoint: 'Kalanki' },
      { ...other!, name: 'हरि बहादुर' },
    ];
    const { text } = await seen({ seats });
    expect(text).to.match(/A1 Maya Gurung\s+Gets on: Kalanki\s+A2 हरि बहादुर/);
  });

  it('a ticket’s PDF says where and when to get on in the largest letters, and the company’s phone number', async () => {
    const gettingOn = { name: 'Kalanki', time: '2026-12-01 07:25' };
    const { text, code } = await seen({ gettingOn, companyPhone: '01-4412345' });
    expect(text).to.include('07:25 · Kalanki').and.include('Questions? 01-4412345');
    expect(code).to.equal(aTicket().token);
  });

  it('a ticket’s PDF says how many places are booked on a bus without a seat map', async () => {
    expect((await seen({ seats: [], places: 3 })).text).to.include('3 seats');
    expect((await seen({ seats: [], places: 1 })).text)
      .to.include('1 seat')
      .and.not.include('1 seats');
  });

  it('a ticket’s PDF is in Nepali for a booking in Nepali', async () => {
    const { text } = await seen({ language: 'ne', seats: [], places: 3 });
    for (const words of [
      'बुकिङ कोड',
      '१५ मंसिर २०८३, बिहान ७:००',
      'मङ्गलबार · १ डिसेम्बर २०२६',
      '३ सिट',
      'रु २,४००.५०',
      'पक्का',
    ])
      expect(text).to.include(words);
    expect(text.replace(/BT[0-9]+|Sita Rai|Kathmandu|Pokhara|Blue Sky \w+|BA 3 KHA 1234/g, '')).not.to.match(
      /[A-Za-z0-9]/,
    );
  });

  it('a ticket’s PDF tells screen readers the language, the reading order and the meaning of the QR code', async () => {
    for (const language of ['en', 'ne'] as const) {
      const pdf = Buffer.from(await drawTicket(aTicket({ language }))).toString('latin1');
      expect(pdf)
        .to.include(`/Lang (${language})`)
        .and.match(/\/Marked true/);
      const parts = [...pdf.matchAll(/\/S \/(Document|H1|P|L|LI|LBody|Figure)\b/g)].map(([, type]) => type);
      expect(parts).to.include.members(['Document', 'H1', 'P', 'L', 'LI', 'LBody', 'Figure']);
      expect(pdf).to.match(/\/S \/Figure[^>]*\/Alt/s);
    }
  });

  it('a screen reader reads each label of a ticket’s PDF apart from its value, and each line apart from the next', async () => {
    const [one, other] = sitting('A1', 'A2');
    const seats = [{ ...one!, name: 'Maya Gurung', boardingPoint: 'Kalanki' }, other!];
    const { spoken } = await listenTo(await drawTicket(aTicket({ seats, companyPhone: '01-4412345' })));
    expect(spoken.map(({ text }) => text)).to.deep.equal([
      'Bus e-ticket',
      'Blue Sky Yatayat',
      'Booking code',
      'BT261121004711',
      'Kathmandu – Pokhara',
      'Getting on',
      '07:00 · Kathmandu',
      'Tuesday 1 December 2026 · 15 Mangsir 2083',
      'Departure',
      '2026-12-01 07:00',
      'Arrival',
      '2026-12-01 14:45',
      'Seats',
      'A1, A2',
      'A1',
      'Maya Gurung',
      'Gets on: Kalanki',
      'A2',
      '–',
      'Booked by',
      'Sita Rai',
      'Bus',
      'Blue Sky Deluxe',
      'BA 3 KHA 1234',
      'Amount paid',
      'Rs 2,400.50',
      'QR code of the ticket',
      'CONFIRMED',
      'Show this code to the crew when you board.',
      'Questions? 01-4412345',
      'Please be at the stop in good time, and keep this ticket until the end of your journey. All times are local times.',
    ]);
    expect(spoken.filter(({ type }) => type !== 'P')).to.deep.equal([
      { type: 'H1', text: 'Kathmandu – Pokhara' },
      { type: 'Lbl', text: 'A1' },
      { type: 'Lbl', text: 'A2' },
      { type: 'Figure', text: 'QR code of the ticket' },
    ]);
  });

  it('a long text on a ticket’s PDF keeps its words apart where it goes on in the next line', async () => {
    const passengerName = 'Mahalakshmi Venkataramanan Rai';
    const { spoken } = await listenTo(await drawTicket(aTicket({ passengerName })));
    expect(spoken.map(({ text }) => text)).to.include(passengerName);
  });

  it('a ticket’s PDF was created when its seats were booked, whenever it is printed', async () => {
    expect((await listenTo(await drawTicket(aTicket()))).created).to.equal('D:20261121040506Z');
  });

  it('a ticket’s PDF names the crew with their phones beside the company’s, and stays on its page', async () => {
    const crew = [
      { role: 'DRIVER' as const, name: 'Ram Thapa', phone: '9841000000' },
      { role: 'CONDUCTOR' as const, name: 'Sita Kumari Rai', phone: '9851012345' },
    ];
    const page = await seen({ crew, companyPhone: '01-4412345' });
    for (const part of ['Driver Ram Thapa 9841000000', 'Conductor Sita Kumari Rai 9851012345', '01-4412345'])
      expect(page.text).to.include(part);
    expect(touchesMargins(page)).to.equal(false);
    expect((await seen({ crew, language: 'ne' })).text.normalize('NFC')).to.include('चालक');
  });

  it('a ticket’s PDF says the booking’s status in words', async () => {
    expect((await seen({ status: 'CHECKED_IN' })).text).to.include('CHECKED IN');
  });

  it('a ticket’s PDF shows names in Devanagari, and a search finds them', async () => {
    const page = await seen({
      passengerName: 'शर्मिला द्विवेदी',
      companyName: 'नीलो आकाश यातायात प्रा. लि.',
      busName: 'सुपर डिलक्स (Super Deluxe)',
    });
    for (const words of ['शर्मिला द्विवेदी', 'नीलो आकाश यातायात प्रा. लि.', 'सुपर डिलक्स', '(Super Deluxe)'])
      expect(page.text).to.include(words);
    expect(page.code).to.equal(aTicket().token);
  });

  it('a ticket’s PDF stays on its page however long the names are', async () => {
    const page = await seen({
      passengerName: 'Mahalakshmi Venkataramanan Krishnamurthy '.repeat(8),
      companyName: 'TheVeryLongHimalayanTransportCompany'.repeat(5),
      sourceCity: 'Mahendranagar (Bhimdatta Municipality) '.repeat(3),
      destinationCity: 'काठमाडौँउपत्यका'.repeat(12),
      busName: 'Himalayan Super Deluxe Sofa Seater '.repeat(4),
      registrationNo: 'Bagmati Province 03-001 KHA 1234 '.repeat(3),
      seats: sitting(...Array.from({ length: 40 }, (_, index) => `UPPER-${index}`)),
      amountPaid: paisa(Number.MAX_SAFE_INTEGER),
    });
    expect(page.text).to.include('Mahalakshmi').and.to.include('…');
    expect(touchesMargins(page)).to.equal(false);
    expect(page.code).to.equal(aTicket().token);
  });

  it('a ticket’s PDF has room for very long city names, and can be drawn with empty names', async () => {
    for (const traits of [
      { sourceCity: 'W'.repeat(200) },
      { sourceCity: '', destinationCity: '' },
      { passengerName: '', companyName: ' \u200b ' },
    ]) {
      expect(touchesMargins(await seen(traits))).to.equal(false);
    }
  });

  it('a ticket’s PDF draws names in any script', async () => {
    const character = fc
      .oneof(
        fc.integer({ min: 0x900, max: 0x97f }),
        fc.constantFrom(0x200b, 0x200c, 0x200d, 0x202e, 0x25cc, 0x20, 0, 0xd800),
        fc.integer({ min: 0x20, max: 0x1ffff }),
      )
      .map((code) => String.fromCodePoint(code));
    const name = fc.array(character, { maxLength: 30 }).map((characters) => characters.join(''));
    await fc.assert(
      fc.asyncProperty(name, name, async (passengerName, sourceCity) => {
        expect((await drawTicket(aTicket({ passengerName, sourceCity }))).length).to.be.greaterThan(5_000);
      }),
      { numRuns: 60 },
    );
  });

  it('a ticket’s PDF is the same to the byte whenever it is drawn', async () => {
    expect(await drawTicket(aTicket())).to.deep.equal(await drawTicket(aTicket()));
    expect(await drawTicket(aTicket())).not.to.deep.equal(await drawTicket(aTicket({ seats: sitting('A1', 'A3') })));
  });

  it('ticket PDFs are drawn on worker threads, several at a time', async () => {
    const printer = pdfTicketPrinter();
    const tickets = ['A1', 'A2', 'A3'].map((number) => aTicket({ seats: sitting(number) }));
    const printed = await Promise.all(tickets.map((ticket) => printer.print(ticket)));
    for (const [index, ticket] of tickets.entries())
      expect(Buffer.from(printed[index]!)).to.deep.equal(await drawTicket(ticket));
  });

  it('a ticket’s PDF that cannot be drawn does not fail other PDFs', async () => {
    const printer = pdfTicketPrinter();
    const broken = printer.print({ ...aTicket(), departure: undefined as unknown as string });
    const whole = printer.print(aTicket());
    expect(await broken.catch((error: unknown) => error)).to.be.instanceOf(Error);
    expect((await whole).length).to.be.greaterThan(5_000);
  });
});
