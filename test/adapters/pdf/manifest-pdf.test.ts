import { expect } from 'chai';
import { openDocument } from '../../../adapters/pdf/document.ts';
import { drawManifest } from '../../../adapters/pdf/draw-manifest.ts';
import { fit, settable, widthOf } from '../../../adapters/pdf/typesetting.ts';
import type { PrintedManifest, PrintedPassenger } from '../../../core/boarding/ports.ts';
import { seat } from '../../support/catalogue.ts';
import { lookAt } from '../../support/pdf.ts';

const passenger = (number: string | null, more: Partial<PrintedPassenger> = {}): PrintedPassenger => ({
  seat: number === null ? null : seat(number),
  places: 1,
  name: 'Asha Gurung',
  phone: '9812345678',
  boarded: 0,
  boardingPoint: 'Kalanki',
  droppingPoint: 'Mugling',
  bookingCode: 'BT261120004217',
  isCancelled: false,
  ...more,
});

const manifest = (passengers: readonly PrintedPassenger[]): PrintedManifest => ({
  sourceCity: 'Kathmandu',
  destinationCity: 'Pokhara',
  departure: '2026-11-20 07:00',
  busName: 'Blue Sky',
  registrationNo: 'BA 3 KHA 1234',
  isCancelled: false,
  crew: [],
  sold: 40,
  boarded: 1,
  revision: 17,
  printedAt: '2026-11-20 06:30',
  passengers,
});

const textOf = async (passengers: readonly PrintedPassenger[]): Promise<readonly string[]> =>
  (await lookAt(await drawManifest(manifest(passengers)))).map(({ text }) => text.normalize('NFC'));

describe('a printed manifest', () => {
  it('a printed manifest has seats, passengers, phone numbers, boarding and drop-off points and the time of printing on A4', async () => {
    const [page, ...others] = await lookAt(await drawManifest(manifest([passenger('A1', { name: 'सीता राई' })])));
    expect(others).to.deep.equal([]);
    expect([Math.round(page!.width), Math.round(page!.height)]).to.deep.equal([595, 842]);
    for (const text of ['Kathmandu – Pokhara', '2026-11-20 07:00', 'BA 3 KHA 1234', 'A1', 'सीता राई', '9812345678'])
      expect(page!.text.normalize('NFC')).to.include(text);
    for (const text of ['Kalanki', 'Mugling', 'Printed 2026-11-20 06:30, revision 17', 'Page 1 of 1'])
      expect(page!.text).to.include(text);
  });

  it('a printed manifest draws at most three combining marks of a letter, so that no name covers the next column', async () => {
    const name = `Z${'\u0301\u0489\u0336'.repeat(40)}`;
    const page = openDocument({ size: [595, 842], title: '', author: '' });
    expect(widthOf(page, settable(name), { font: 'bold', size: 15 })).to.be.below(60);
    for (const pile of [`Z${'\u0301\u200d'.repeat(40)}`, `é${'\u0301'.repeat(40)}`])
      expect(settable(pile).normalize('NFD').match(/\p{M}/gu), pile).to.have.length(3);
    const [text = ''] = await textOf([passenger('A1', { name }), passenger('A2')]);
    expect(text.match(/[\u0301\u0489\u0336]/g) ?? []).to.have.length.at.most(3);
  });

  it('a chain of joined characters in a name on a printed manifest is cut off inside its field', () => {
    const page = openDocument({ size: [595, 842], title: '', author: '' });
    const room = { font: 'bold', size: 15, least: 10.5, width: 196, lines: 1 } as const;
    for (const name of ['👩\u200d'.repeat(80), 'क्'.repeat(200), '\u1100'.repeat(100)])
      for (const line of fit(page, settable(name), room).lines)
        expect(widthOf(page, line, { font: 'bold', size: 10.5 })).to.be.at.most(196);
  });

  it('a printed manifest shows the booking’s code behind a name of which the font has no letter', async () => {
    const [text = ''] = await textOf([passenger('A1', { name: '王小明' }), passenger('A2', { name: 'Asha 王' })]);
    expect(text.split('BT261120004217')).to.have.length(2);
  });

  it('a printed manifest names the crew with their phones on each page', async () => {
    const crew = [
      { role: 'DRIVER' as const, name: 'राम थापा', phone: '9841000000' },
      { role: 'CONDUCTOR' as const, name: 'Sita Rai', phone: '9851012345' },
    ];
    const [page] = await lookAt(await drawManifest({ ...manifest([passenger('A1')]), crew }));
    const text = page!.text.normalize('NFC');
    for (const part of ['Driver', 'राम थापा', '9841000000', 'Conductor Sita Rai 9851012345'])
      expect(text).to.include(part);
  });

  it('a printed manifest shows trip and page number on each page', async () => {
    const pages = await textOf(Array.from({ length: 40 }, (_, index) => passenger(`S${index + 1}`)));
    expect(pages).to.have.length(3);
    for (const [index, page] of pages.entries())
      expect(page)
        .to.include('Kathmandu – Pokhara')
        .and.to.include(`Page ${index + 1} of 3`);
    expect(pages.join('\n').match(/S\d+/g)).to.have.length(40);
  });

  it('a printed manifest marks passengers whose bookings ended with the trip', async () => {
    const [page] = await textOf([passenger('A1'), passenger('A2', { name: 'Bina Rai', isCancelled: true })]);
    expect(page!.match(/cancelled/g)).to.have.length(1);
    expect(page).to.include('9812345678, cancelled');
  });

  it('a printed manifest has one page if there are no bookings, and counts boarded places if there is no seat map', async () => {
    expect(await textOf([])).to.have.length(1);
    const [page] = await textOf([passenger(null, { places: 3, boarded: 2, phone: null })]);
    expect(page).to.include('2 / 3').and.to.include('BT261120004217');
  });
});
