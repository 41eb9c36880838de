import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { paisa } from '../../core/kernel/money.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip } from '../support/catalogue.ts';
import { type EsewaServer, startEsewa } from '../support/esewa-server.ts';
import { eventually } from '../support/eventually.ts';
import { type Api, type Json, startApi } from '../support/http.ts';
import { aPassengerId } from '../support/people.ts';
import { authenticate, tokenOf } from '../support/plain-tokens.ts';

/** A fake Khalti server that opens payment pages, and never answers any other request. */
async function hangingKhalti() {
  const hanging = new Set<ServerResponse>();
  let pages = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.endsWith('/initiate/')) {
      const pidx = `page-${(pages += 1)}`;
      const page = { pidx, payment_url: `https://wallet.example/${pidx}`, expires_at: '2027-01-01', expires_in: 1_800 };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page));
      return;
    }
    hanging.add(response);
    response.once('close', () => hanging.delete(response));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The number of requests that the gateway has not answered yet. */
    waiting: () => hanging.size,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('the service beside a gateway that hangs', () => {
  let khalti: Awaited<ReturnType<typeof hangingKhalti>>;
  let esewa: EsewaServer;
  let api: Api;

  beforeEach(async () => {
    khalti = await hangingKhalti();
    esewa = await startEsewa();
    api = await startApi({
      environment: {
        ...esewa.environment,
        KHALTI_SECRET_KEY: 'key',
        KHALTI_BASE_URL: khalti.url,
        EXPIRY_CRON: '* * * * * *',
      },
      overrides: { authenticate, runsJobs: true },
    });
  });
  afterEach(async () => {
    khalti.close();
    await esewa.close();
  });

  async function checkOut(gateway: string): Promise<{ readonly token: string; readonly id: number; begun: Json }> {
    const { dependencies } = api;
    const userId = await aPassengerId(dependencies);
    const { id } = await aBooking(dependencies, {
      userId,
      tripId: (await aTrip(dependencies)).id,
      total: paisa(120_000),
    });
    const token = tokenOf(userId);
    const { status, json, text } = await api.post(`/api/bookings/${id}/checkout`, { gateway }, token);
    expect(status, text).to.equal(200);
    return { token, id, begun: json };
  }

  it('a payment gateway that does not answer delays neither jobs, nor other checkouts, nor the end of the service', async () => {
    await checkOut('KHALTI');
    const bought = await checkOut('ESEWA');
    esewa.say(bought.begun.form_fields.transaction_uuid, 'COMPLETE');
    api.clock.advance(6);
    await eventually(() => khalti.waiting() === 1);
    await eventually(async () => {
      const { json } = await api.get(`/api/bookings/${bought.id}`, bought.token);
      return json.booking_status === 'CONFIRMED';
    });
    await checkOut('ESEWA');
    expect(khalti.waiting()).to.equal(1);
    await api.close();
    expect(khalti.waiting(), 'the enquiry is still open when the service has stopped').to.equal(1);
  });
});
