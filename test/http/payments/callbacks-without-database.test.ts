import { expect } from 'chai';
import { startApi } from '../../support/http.ts';
import { at, CLIENT, FAILURE, landing, SUCCESS } from '../../support/gateway-callbacks.ts';

/** Settings of a gateway outside the sandbox, because the sandbox reads its key from the database at the start. */
const environment = {
  PASSENGER_CLIENT_BASE: CLIENT,
  BASE_URL: 'https://bus.example',
  ESEWA_FORM_URL: 'https://gateway.example/form',
  ESEWA_STATUS_URL: 'https://gateway.example/status/',
  ESEWA_PRODUCT_CODE: 'BUS',
  ESEWA_SECRET_KEY: 'a key of our own',
};

describe('callbacks while the database is down', () => {
  it('gateway callbacks redirect the browser even while the database is down', async () => {
    let isGone = false;
    const api = await startApi({
      environment,
      between: (transact) => (work) => (isGone ? Promise.reject(new Error('The database is gone.')) : transact(work)),
    });
    isGone = true;
    expect(landing(await api.get(`${SUCCESS}?data=e30=`))).to.deep.equal(
      at({ success: 'false', reason: 'unverified' }),
    );
    expect(landing(await api.get(`${FAILURE}?data=e30=`))).to.deep.equal(
      at({ success: 'false', booking_id: '', reason: 'cancelled' }),
    );
    await api.close();
  });
});
