import { api } from '../session.ts';

/** Starts a payment and posts to the gateway. The page's Content-Security-Policy must allow that form. */
export async function goToGateway(booking: number): Promise<void> {
  const { gateway_url, form_fields, redirect_url } = await api.post('/api/bookings/{id}/checkout', {
    path: { id: booking },
    body: {},
  });
  if (redirect_url !== undefined) location.assign(redirect_url);
  if (gateway_url === undefined || form_fields === undefined) return;
  const form = document.createElement('form');
  form.method = 'post';
  form.action = gateway_url;
  for (const [name, value] of Object.entries(form_fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
