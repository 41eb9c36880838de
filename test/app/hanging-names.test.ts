import { expect } from 'chai';
import { resolveNames } from '../../adapters/names/resolve-names.ts';
import { paisa } from '../../core/kernel/money.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip } from '../support/catalogue.ts';
import { type Api, onEveryServer } from '../support/http.ts';
import { type NameServer, nameServer } from '../support/name-server.ts';
import { aPassengerId } from '../support/people.ts';
import { authenticate, tokenOf } from '../support/plain-tokens.ts';

const GATEWAY = 'wallet.hanging.example';
/** More checkouts than Node has threads for the system's resolver. */
const CHECKOUTS = 6;

let names: NameServer | undefined;
/** Resolves names by a name server of the test, once there is one. */
const resolveName = (name: string) =>
  resolveNames({ servers: names ? [names.address] : ['127.0.0.1:9'], hostsFile: '/none' })(name);

onEveryServer(
  'the service beside a gateway whose name does not resolve',
  (api) => {
    const book = async ({ dependencies }: Api) => {
      const userId = await aPassengerId(dependencies);
      const { id: tripId } = await aTrip(dependencies);
      return aBooking(dependencies, { userId, tripId, total: paisa(120_000) });
    };

    it('checkouts at a gateway whose name hangs end in time, and the database answers meanwhile', async () => {
      names = await nameServer();
      const bookings = [];
      for (let count = 0; count < CHECKOUTS; count += 1) bookings.push(await book(api()));
      const checkouts = Promise.all(
        bookings.map(async ({ id, userId }) => {
          const { json } = await api().post(`/api/bookings/${id}/checkout`, { gateway: 'KHALTI' }, tokenOf(userId));
          return json.code as string;
        }),
      );
      const ended = checkouts.then(() => 'ended');
      const reading = async (): Promise<string> => {
        for (let count = 0; count < 5; count += 1)
          expect((await api().get('/api/popular-routes')).status).to.equal(200);
        return 'read';
      };
      expect(await Promise.race([ended, reading()])).to.equal('read');
      expect(await checkouts).to.deep.equal(bookings.map(() => 'GATEWAY_UNAVAILABLE'));
      expect(new Set(names.asked)).to.deep.equal(new Set([GATEWAY]));
    });
  },
  {
    environment: { KHALTI_SECRET_KEY: 'key', KHALTI_BASE_URL: `https://${GATEWAY}` },
    overrides: { authenticate, resolveName },
  },
);
