import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Booking } from '../../../core/bookings/booking.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { aBooking } from '../../support/bookings.ts';
import { inBrowser } from '../../support/browser.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type Api, startApi } from '../../support/http.ts';
import { aPassengerId } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';

inBrowser('the page of the sandbox gateway', (open) => {
  let api: Api;
  let booking: Booking;

  beforeEach(async () => {
    api = await startApi({ overrides: { authenticate } });
    const trip = await aTrip(api.dependencies, { fare: paisa(120_050) });
    booking = await aBooking(api.dependencies, {
      userId: await aPassengerId(api.dependencies),
      tripId: trip.id,
      seats: [seat('A1')],
      total: paisa(120_050),
    });
  });
  afterEach(() => api.close());

  /** Opens the gateway's page as a passenger does: another page posts a form. */
  const arrive = async (page: Page): Promise<void> => {
    const { json } = await api.post(`/api/bookings/${booking.id}/checkout`, undefined, tokenOf(booking.userId));
    const { form_fields: fields, gateway_url: action } = json as {
      form_fields: Record<string, string>;
      gateway_url: string;
    };
    const inputs = Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
      .join('');
    await page.setContent(`<form method="post" action="${action}">${inputs}<button>Go</button></form>`);
    await page.click('button');
  };
  const status = async () =>
    ((await api.get(`/api/bookings/${booking.id}`, tokenOf(booking.userId))).json as { payment_status: string })
      .payment_status;

  it('the sandbox page shows payee and amount, and returns to the service when the payer pays', async () => {
    const { page, faults } = await open(api.url);
    await arrive(page);
    expect(await page.textContent('main'))
      .to.include('Bus Ticket')
      .and.include('Rs 1,200.50')
      .and.include('No money moves');
    expect(await page.getByRole('button').allTextContents()).to.deep.equal([
      'Pay',
      'Fail',
      'Walk away',
      'Money arrives, window closes',
      'Money arrives in 30 seconds',
      'Money arrives, two returns',
      'One rupee less arrives',
    ]);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL(/payment-result\.html/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).to.deep.equal({
      success: 'true',
      booking_id: String(booking.id),
    });
    expect([await status(), faults]).to.deep.equal(['COMPLETE', []]);
  });

  it('the sandbox page returns to the service without payment data when the payment fails', async () => {
    const { page, faults } = await open(api.url);
    await arrive(page);
    await page.getByRole('button', { name: 'Fail' }).click();
    await page.waitForURL(/payment-result\.html/);
    expect(new URL(page.url()).searchParams.get('reason')).to.equal('cancelled');
    expect([await status(), faults]).to.deep.equal(['CANCELED', []]);
  });

  it('the sandbox page can be left without paying', async () => {
    const { page, faults } = await open(api.url);
    await arrive(page);
    await page.getByRole('button', { name: 'Walk away' }).click();
    await page.getByRole('heading', { name: 'You left without paying' }).waitFor();
    expect(await status()).to.equal('INITIATED');
    expect(faults).to.deep.equal([]);
  });

  it('the sandbox page fits the screen of a phone', async () => {
    const { page } = await open(api.url);
    await page.setViewportSize({ width: 320, height: 568 });
    await arrive(page);
    await page.getByRole('button', { name: 'Walk away' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(320);
  });
});
