import { expect } from 'chai';
import { aCompanyOnline, twoSeatsSold } from '../support/office-web.ts';
import { expectAccessible, hasFocus, onWeb } from '../support/web.ts';

const WORDS = {
  en: {
    about: 'About this trip',
    seats: 'Seats',
    manifest: 'Manifest',
    money: 'Money',
    takenIn: 'Taken in',
    qr: 'QR of the company',
  },
  ne: { about: 'यो यात्राबारे', seats: 'सिट', manifest: 'यात्रुसूची', money: 'रकम', takenIn: 'उठेको', qr: 'कम्पनीको क्यूआर' },
};

onWeb('the tabs of a trip in the portal', (web) => {
  for (const language of ['en', 'ne'] as const)
    it(`a trip’s seats, manifest and money are tabs that arrow keys reach, and a reload keeps the open tab, in ${language}`, async () => {
      const words = WORDS[language];
      const { trip, manager, at, booking } = await twoSeatsSold(web);
      const page = await (await at(manager, { width: 1280, language })).open(`/portal/trips/${trip.id}`);
      const tabs = page.getByRole('tablist', { name: words.about });
      const tab = (name: string) => tabs.getByRole('tab', { name, exact: true });
      await page.getByRole('region', { name: words.seats, exact: true }).waitFor();
      expect(await tabs.getByRole('tab').allInnerTexts()).to.deep.equal([words.seats, words.manifest, words.money]);

      await tab(words.seats).focus();
      await page.keyboard.press('ArrowRight');
      expect(await hasFocus(tab(words.manifest))).to.equal(true);
      await page.getByRole('tabpanel', { name: words.manifest }).getByText(booking.booking_code).first().waitFor();
      await expectAccessible(page);

      await page.keyboard.press('End');
      const money = page.getByRole('tabpanel', { name: words.money });
      const row = money.getByRole('row', { name: booking.booking_code });
      await row.getByText(words.qr).waitFor();
      await money.getByText(words.takenIn).waitFor();
      await expectAccessible(page);
      await page.reload();
      await row.getByRole('link', { name: booking.booking_code }).click();
      await page.getByRole('heading', { level: 1, name: booking.booking_code }).waitFor();
    });

  it('a sold seat on a trip’s page shows the passenger and the seller, and opens the booking', async () => {
    const { trip, manager, at, booking } = await twoSeatsSold(web);
    const page = await (await at(manager, { width: 1280 })).open(`/portal/trips/${trip.id}`);
    await page.getByRole('button', { name: /^A1, Hari Bahadur, sold by / }).click();
    await page.getByRole('heading', { level: 1, name: booking.booking_code }).waitFor();
  });

  it('a passenger of the manifest takes at most 110 px on a phone', async () => {
    const { trip, manager, at } = await twoSeatsSold(web);
    const page = await (await at(manager)).open(`/portal/trips/${trip.id}?tab=manifest`);
    const rows = page.getByRole('tabpanel', { name: 'Manifest' }).getByRole('row');
    await rows.nth(1).waitFor();
    const { height } = (await rows.nth(1).boundingBox())!;
    expect(height).to.be.at.most(110);
    await expectAccessible(page);
  });

  it('a conductor sees a trip’s seats and manifest, but no money', async () => {
    const { trip, member, at } = await aCompanyOnline(web);
    const conductor = await member('CONDUCTOR');
    const page = await (await at(conductor)).open(`/portal/trips/${trip.id}?tab=money`);
    await page.getByRole('region', { name: 'Seats', exact: true }).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).to.deep.equal(['Seats', 'Manifest']);
    await expectAccessible(page);
  });
});
