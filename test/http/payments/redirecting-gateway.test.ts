import { expect } from 'chai';
import type { PaymentGateway } from '../../../core/payments/ports.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { fakeGateway } from '../../support/gateway.ts';
import { onEveryServer } from '../../support/http.ts';
import { paymentOf } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';

const ledger = fakeGateway();

/** Takes no form: the browser is led to a page of its own, and comes back as from any other. */
const redirecting: PaymentGateway = {
  ...ledger,
  name: 'WALLET',
  checkout: ({ transactionUuid }) => ({ kind: 'redirect', url: `https://wallet.example/pay/${transactionUuid}` }),
};

onEveryServer(
  'a gateway that redirects',
  (api) => {
    it('a booking is paid through a gateway that redirects as through one with a form', async () => {
      const asha = await aPassengerId(api().dependencies);
      const booking = await aBooking(api().dependencies, {
        userId: asha,
        tripId: (await aTrip(api().dependencies)).id,
        seats: [seat('A1')],
      });

      const { status, json } = await api().post(`/api/bookings/${booking.id}/checkout`, undefined, tokenOf(asha));
      expect(status).to.equal(200);
      expect(Object.keys(json)).to.deep.equal(['gateway_url', 'remaining_seconds', 'booking']);
      const [, uuid = ''] = /^https:\/\/wallet\.example\/pay\/(.+)$/.exec(json.gateway_url) ?? [];

      const payment = await paymentOf(api().dependencies, uuid);
      expect([payment.gateway, payment.status]).to.deep.equal(['WALLET', 'INITIATED']);

      const back = await api().get(
        `/api/payments/passenger/gateway/success?data=${encodeURIComponent(ledger.pay(payment))}`,
      );
      expect(new URL(back.headers.get('location') ?? '').searchParams.get('success')).to.equal('true');
      expect((await api().get(`/api/bookings/${booking.id}`, tokenOf(asha))).json).to.include({
        booking_status: 'CONFIRMED',
        payment_status: 'COMPLETE',
      });
    });
  },
  { overrides: { authenticate, gateway: redirecting } },
);
