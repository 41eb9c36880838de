import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type Form, landing } from '../../support/gateway-callbacks.ts';
import { type Api, startApi } from '../../support/http.ts';
import { aPassengerId } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';
import { type Played, PLAYED, postForm } from '../../support/sandbox-payments.ts';

interface Begun {
  readonly kind: 'form' | 'redirect' | 'qr';
  readonly gateway_id: string;
  readonly gateway_url: string;
  readonly form_fields: Form;
  readonly redirect_url: string;
  readonly qr_text: string;
}

/** The outcome if the payer refuses: the reason on the result page, and the payment's status. */
const REFUSALS = {
  ESEWA: { reason: 'cancelled', status: 'CANCELED' },
  KHALTI: { reason: 'cancelled', status: 'CANCELED' },
  FONEPAY: { reason: undefined, status: 'PENDING' },
  // The answer of connectIPS is not final, because the payer may try again at the bank.
  CONNECTIPS: { reason: 'pending', status: 'PENDING' },
} as const;

describe('paying in the sandbox', () => {
  let api: Api;
  let booking: Booking;

  beforeEach(async () => {
    api = await startApi({ overrides: { authenticate } });
    booking = await aBooking(api.dependencies, {
      userId: await aPassengerId(api.dependencies),
      tripId: (await aTrip(api.dependencies)).id,
      seats: [seat('A1')],
      total: paisa(120_050),
    });
  });
  afterEach(() => api.close());

  const token = (): string => tokenOf(booking.userId);

  /** Checks out as a passenger does, up to the gateway's payment page or QR code. */
  const begin = async (gateway: Played): Promise<Begun> => {
    const { status, json, text } = await api.post(`/api/bookings/${booking.id}/checkout`, { gateway }, token());
    expect(status, text).to.equal(200);
    const begun = json as Begun;
    const page =
      begun.kind === 'form'
        ? await postForm(api, begun.gateway_url, begun.form_fields)
        : await api.get(begun.kind === 'redirect' ? begun.redirect_url : begun.qr_text);
    expect([page.status, page.text.includes('Rs 1,200.50')]).to.deep.equal([200, true]);
    return begun;
  };
  const act = async (gateway: Played, { gateway_id: reference }: Begun, action: string): Promise<string | null> => {
    const { json } = await api.post(`/sandbox/${gateway.toLowerCase()}/act`, { reference, action });
    return (json as { readonly redirect_url: string | null }).redirect_url;
  };
  /** Follows the gateway's redirect back to the service. Undefined if the gateway does not redirect the browser. */
  const comeBack = async (url: string | null) => {
    if (url === null) return undefined;
    const { success, reason } = landing(await api.get(url)) as { readonly success?: string; readonly reason?: string };
    return { success, reason };
  };
  const pay = async (gateway: Played, action: string) => comeBack(await act(gateway, await begin(gateway), action));
  const check = async () => {
    const { status, json } = await api.post(`/api/bookings/${booking.id}/payment/check`, undefined, token());
    expect(status).to.equal(200);
    return json as { readonly gateway: string; readonly status: string; readonly booking_status: string };
  };
  const refundsOf = (): Promise<readonly unknown[]> =>
    api.dependencies.transact(({ refunds }) => refunds.ofBooking(booking.id));
  const PAID = { status: 'COMPLETE', booking_status: 'CONFIRMED' };

  for (const gateway of PLAYED) {
    const comes = gateway !== 'FONEPAY';

    it(`a booking paid at ${gateway} is confirmed by the payer’s return, or by the passenger’s payment check`, async () => {
      expect(await pay(gateway, 'pay')).to.deep.equal(comes ? { success: 'true', reason: undefined } : undefined);
      expect(await check()).to.include({ gateway, ...PAID });
    });

    it(`a booking whose payment ${gateway} refuses stays unpaid, and can be paid by a second payment`, async () => {
      const { reason, status } = REFUSALS[gateway];
      expect(await pay(gateway, 'refuse')).to.deep.equal(comes ? { success: 'false', reason } : undefined);
      expect(await check()).to.include({ gateway, status, booking_status: 'PENDING_PAYMENT' });
      await pay('CONNECTIPS', 'pay');
      api.clock.advance(0.1);
      expect(await check()).to.include({ gateway: 'CONNECTIPS', ...PAID });
    });

    it(`a booking whose payer leaves ${gateway} without paying stays unpaid`, async () => {
      expect(await pay(gateway, 'walk_away')).to.equal(undefined);
      const { status, booking_status: bookingStatus } = await check();
      expect(['INITIATED', 'PENDING']).to.include(status);
      expect(bookingStatus).to.equal('PENDING_PAYMENT');
    });

    it(`a booking paid at ${gateway} is confirmed by reconciliation if the payer never returns`, async () => {
      expect(await pay(gateway, 'pay_silently')).to.equal(undefined);
      api.clock.advance(6);
      expect(await api.useCases.reconcilePayments(gateway, new Promise(() => undefined))).to.equal(1);
      const { json } = await api.get(`/api/bookings/${booking.id}`, token());
      expect(json).to.include({ booking_status: 'CONFIRMED', payment_status: 'COMPLETE' });
    });

    it(`a booking whose money reaches ${gateway} later is confirmed only after the money has arrived`, async () => {
      const back = await pay(gateway, 'pay_later');
      expect(back?.success).to.equal(comes ? 'false' : undefined);
      api.clock.advance(0.1);
      expect(await check()).to.include({ gateway, status: 'PENDING', booking_status: 'PENDING_PAYMENT' });
      api.clock.advance(0.5);
      expect(await check()).to.include({ gateway, ...PAID });
    });

    it(`a booking paid at ${gateway} is confirmed only once although the payer returns twice`, async () => {
      expect((await pay(gateway, 'pay_twice'))?.success).to.equal(comes ? 'true' : undefined);
      expect(await check()).to.include({ gateway, ...PAID });
      expect(await refundsOf()).to.deep.equal([]);
    });
  }

  for (const gateway of ['ESEWA', 'KHALTI', 'CONNECTIPS'] as const) {
    it(`a booking is not confirmed if the amount paid at ${gateway} differs from the amount due`, async () => {
      expect(await pay(gateway, 'pay_other')).to.deep.equal({ success: 'false', reason: 'unverified' });
      expect(await check()).to.include({ gateway, status: 'AMBIGUOUS', booking_status: 'PENDING_PAYMENT' });
      const [payment] = await api.dependencies.transact(({ payments }) => payments.ofBooking(booking.id));
      expect(payment?.gatewayAmount).to.equal(119_950);
    });
  }

  it('a KHALTI refund is paid by the sandbox, which then answers status enquiries with FULL_REFUND', async () => {
    const begun = await begin('KHALTI');
    await comeBack(await act('KHALTI', begun, 'pay'));
    const khalti = api.dependencies.gateways.of('KHALTI');
    const [payment] = await api.dependencies.transact(({ payments }) => payments.ofBooking(booking.id));
    if (!khalti?.refund || !payment) throw new Error('Nothing can be given back.');
    const { reference } = await khalti.enquire(payment);
    expect(await khalti.refund({ reference, part: undefined, wallet: undefined })).to.include({ outcome: 'paid' });
    expect((await khalti.enquire(payment)).status).to.equal('FULL_REFUND');
  });
});
