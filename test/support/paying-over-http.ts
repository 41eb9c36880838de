import { expect } from 'chai';
import type { Api } from './http.ts';
import { postForm } from './sandbox-payments.ts';

/**
 * Begins a payment of a booking at the sandbox of eSewa. Returns a function that pays it and comes back to the service,
 * as the browser of a passenger does.
 */
export async function beginPayment(api: Api, booking: number, token: string): Promise<() => Promise<void>> {
  const begun = await api.post(`/api/bookings/${booking}/checkout`, { gateway: 'ESEWA' }, token);
  expect(begun.status, begun.text).to.equal(200);
  const { gateway_id: reference, gateway_url: page, form_fields: fields } = begun.json;
  await postForm(api, page, fields);
  return async () => {
    const { json } = await api.post('/sandbox/esewa/act', { reference, action: 'pay' });
    expect((await api.get(json.redirect_url)).status).to.equal(302);
  };
}

/** Pays a booking at the sandbox of eSewa. */
export const payOverHttp = async (api: Api, booking: number, token: string): Promise<void> =>
  (await beginPayment(api, booking, token))();
