import { to } from '../../api/settings.ts';
import { api } from '../session.ts';

/**
 * Starts a payment and sends the browser to its gateway. Posts a form, opens the gateway's page, or shows the page with
 * the QR code. The Content-Security-Policy of the current page must allow the form.
 */
export async function goToGateway(booking: number, gateway: string | undefined): Promise<void> {
  const checkout = await api.post('/api/bookings/{id}/checkout', {
    path: { id: booking },
    body: gateway === undefined ? {} : { gateway },
  });
  switch (checkout.kind) {
    case 'redirect':
      location.assign(checkout.redirect_url);
      break;
    case 'qr':
      location.assign(to(`/pay/${booking}/scan?gateway=${checkout.gateway}`));
      break;
    case 'form':
      postForm(checkout.gateway_url, checkout.form_fields);
      break;
  }
}

function postForm(url: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
