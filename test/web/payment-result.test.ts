import { expect } from 'chai';
import type { UserId } from '../../core/kernel/ids.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { expectAccessible, onWeb } from '../support/web.ts';
import { outcomeOf } from '../../web/passenger/payments/payment-outcome.ts';

describe('the payment result', () => {
  const changedTo = { id: 18, booking_code: 'BT2611220018' };
  const resultOf = (query: string, status?: Booking['status'], changed = false) =>
    outcomeOf(
      Object.fromEntries(new URLSearchParams(query)),
      status && { booking_status: status, changed_to: changed ? changedTo : null },
    );

  it('the payment result page shows the result that its URL contains until the booking is loaded', () => {
    expect(resultOf('success=true')).to.equal('booked');
    expect(resultOf('success=false&reason=cancelled')).to.equal('notPaid');
    expect(resultOf('success=false&reason=unverified')).to.equal('checking');
    expect(resultOf('success=false&reason=refund_due')).to.equal('late');
    expect(resultOf('success=false&reason=refunded')).to.equal('refunded');
    expect(resultOf('success=false&reason=not_matched')).to.equal('unknown');
    for (const query of ['', 'reason=success', 'success=false&reason=constructor'])
      expect(resultOf(query)).to.equal('none');
  });

  it('the payment result page shows the status of the loaded booking, unless its URL says that money is refunded', () => {
    expect(resultOf('success=false&reason=unverified', 'CONFIRMED')).to.equal('booked');
    expect(resultOf('success=true', 'PENDING_PAYMENT')).to.equal('checking');
    expect(resultOf('success=false&reason=cancelled', 'PENDING_PAYMENT')).to.equal('notPaid');
    expect(resultOf('success=false&reason=refund_due', 'EXPIRED')).to.equal('late');
    for (const status of ['CANCELLED', 'REFUNDED'] as const)
      expect(resultOf('success=true', status), status).to.equal('refunded');
  });

  it('the payment result page says of a second payment that the ticket is valid', () => {
    for (const reason of ['refund_due', 'refunded'])
      expect(resultOf(`success=false&reason=${reason}`, 'CONFIRMED')).to.equal('twice');
  });

  it('the payment result page calls a changed booking changed, not cancelled', () => {
    expect(resultOf('success=true', 'CANCELLED', true)).to.equal('changed');
  });
});

onWeb('the payment result page', (web) => {
  for (const [query, title, advice] of [
    ['success=true&booking_id=17', 'You are booked', 'Ticket'],
    ['success=false&reason=cancelled&booking_id=17', 'Not paid yet', 'Try again'],
    ['success=false&reason=unverified&booking_id=17', 'Not paid yet', 'do not pay a second time'],
    ['success=false&reason=refund_due&booking_id=17', 'Your money comes back', 'within 7 days'],
    ['success=false&reason=refunded&booking_id=17', 'Your money comes back', 'refund is recorded'],
    ['success=false&reason=not_matched&booking_id=', 'Not paid yet', 'any booking of ours'],
    ['success=true&booking_id=%3Cimg%20src=x%3E&reason=%3Cb%3E', 'You are booked', 'Your bookings'],
    ['', 'There is no payment to show', 'how a payment went'],
  ] as const)
    it(`the payment result page at "${query}" explains the result and the next step`, async () => {
      const page = await web.visit(`/payment-result.html?${query}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.getByRole('main').getByText(advice).first().waitFor();
      expect(await page.title()).to.contain(title);
      await expectAccessible(page);
    });

  it('the payment result page links to the ticket, or to a new payment', async () => {
    const links = async (query: string) => {
      const page = await web.visit(`/payment-result.html?booking_id=17&${query}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const link = page.getByRole('main').getByRole('link').first();
      return [await link.innerText(), await link.getAttribute('href')];
    };
    expect(await links('success=true')).to.deep.equal(['Ticket', '/bookings/17']);
    expect(await links('success=false&reason=cancelled')).to.deep.equal(['Try again', '/pay/17']);
  });

  it('the payment result page finds the passenger’s unpaid booking if its URL names no booking', async () => {
    const person = { full_name: 'Asha Gurung', email: 'left.unpaid@example.com', password: 'secret-123' };
    const session = (await web.api.post('/api/passenger/register', person)).json;
    const { dependencies } = web.api;
    const { id: tripId } = await aTrip(dependencies);
    const { id } = await aBooking(dependencies, { userId: session.user.id as UserId, tripId, seats: [seat('A1')] });
    for (const query of ['', '?success=false&reason=not_matched&booking_id=']) {
      const page = await (await web.person({ session })).open(`/payment-result.html${query}`);
      await page.getByRole('heading', { name: 'Not paid yet' }).waitFor();
      const link = page.getByRole('link', { name: 'Try again' });
      await link.waitFor();
      expect(await link.getAttribute('href')).to.equal(`/pay/${id}`);
      await page.getByText('Kathmandu to Pokhara').waitFor();
      expect(await page.getByRole('main').innerText()).to.match(/Kathmandu to Pokhara\s+10:00 Kathmandu, Sun 22 Nov/);
    }
  });

  it('the payment result page checks the payment until it is confirmed, and shows the ticket then', async () => {
    const person = { full_name: 'Asha Gurung', email: 'asha@example.com', password: 'secret-123' };
    const session = (await web.api.post('/api/passenger/register', person)).json;
    const { dependencies } = web.api;
    const { id: tripId } = await aTrip(dependencies);
    const { id } = await aBooking(dependencies, { userId: session.user.id as UserId, tripId, seats: [seat('A1')] });
    const { open, context } = await web.person({ session });
    const page = await open(`/payment-result.html?success=false&reason=unverified&booking_id=${id}`);
    await page.getByRole('heading', { name: 'Not paid yet' }).waitFor();
    await dependencies.transact(({ bookings }) => bookings.move(id, 'confirm'));
    await context.clock.fastForward(6_000);
    await page.getByRole('heading', { name: 'You are booked' }).waitFor();
    await page.getByRole('img', { name: 'Ticket code' }).waitFor();
  });
});
