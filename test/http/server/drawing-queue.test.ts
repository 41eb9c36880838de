import { expect } from 'chai';
import type { PrintedStatement, StatementPrinter } from '../../../core/ledger/statement-ports.ts';
import { buildRoutes } from '../../../app/areas.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { onEveryServer } from '../../support/http.ts';
import { aPassenger } from '../../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';
import { aStatedCompany, aStatement } from '../../support/stating.ts';

let printed: PrintedStatement[] = [];
let finish: () => void = () => undefined;

/** A fake printer: draws a statement's PDF only when the test calls `finish`. */
const statementPrinter: StatementPrinter = {
  async print(statement) {
    printed.push(statement);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return new Uint8Array([START % 7]);
  },
};

onEveryServer(
  'the PDF queue',
  (api) => {
    let address: string;
    let token: string;

    beforeEach(async () => {
      printed = [];
      const { operatorId, admin } = await aStatedCompany(api().dependencies);
      const id = await aStatement(api().dependencies, operatorId);
      [address, token] = [`/api/admin/statements/${id}.pdf`, adminTokenOf(admin)];
    });

    it('the PDF queue draws one PDF per account at a time, lets 32 requests wait, and answers 503 to the next one', async () => {
      let answered = 0;
      const asked = Array.from({ length: 34 }, async () => {
        const answer = await api().get(address, token);
        answered += 1;
        return answer;
      });
      await eventually(() => answered === 1 && printed.length === 1);
      const done = Promise.all(asked);
      for (let drawn = 1; drawn < 34; drawn += 1) {
        await eventually(() => printed.length === drawn);
        finish();
      }
      const answers = await done;
      const [refused, ...others] = answers.filter(({ status }) => status !== 200);
      expect(others).to.deep.equal([]);
      expectProblem(refused!, 503, 'BUSY');
      expect(refused!.headers.get('retry-after')).to.equal('5');
    });

    it('a request for an unknown or another person’s document gets 404 or 409, not 503, while the PDF queue is full', async () => {
      const { dependencies } = api();
      const { id: trip } = await aTrip(dependencies, { seats: ['A1'] });
      const { operatorId } = await aStatedCompany(dependencies, 'Red Sky Yatayat');
      const [passenger, other] = [await aPassenger(dependencies), await aPassenger(dependencies)];
      const paid = { userId: other.id, tripId: trip, seats: [seat('A1')], status: 'CONFIRMED' } as const;
      const { id: foreign } = await aBooking(dependencies, paid);
      const asked = Array.from({ length: 34 }, () => api().get(address, token));
      await Promise.race(asked);

      const [office, traveller] = [staffTokenOf('OWNER', passenger.id, operatorId), tokenOf(passenger.id)];
      const statement = address.replace('admin', 'operator');
      const refused = {
        STATEMENT_UNKNOWN: [
          await api().get('/api/admin/statements/999999.pdf', token),
          await api().get(statement, office),
        ],
        TRIP_UNKNOWN: [await api().get(`/api/operator/trips/${trip}/manifest.pdf`, office)],
        BOOKING_UNKNOWN: [await api().get(`/api/operator/bookings/${foreign}/ticket`, office)],
      };
      for (const [code, answers] of Object.entries(refused))
        for (const answer of answers) expectProblem(answer, 404, code);
      const ticket = await api().get(`/api/bookings/${foreign}/ticket`, traveller);
      expectProblem(ticket, 409, 'TICKET_UNAVAILABLE');

      for (let drawn = 1; drawn < 34; drawn += 1) {
        await eventually(() => printed.length === drawn);
        finish();
      }
      await Promise.all(asked);
    });

    it('a document is looked up before the request for its PDF joins the queue', () => {
      const drawn = buildRoutes(api().useCases, api().dependencies).filter(({ draws }) => draws !== undefined);
      expect(drawn.filter(({ exists }) => !exists).map(({ path }) => path)).to.deep.equal([]);
    });

    it('a response that has no PDF does not wait in the PDF queue', () => {
      const drawn = buildRoutes(api().useCases, api().dependencies).filter(({ draws }) => draws !== undefined);
      const kinds = drawn.map(({ sends }) => ('mediaTypes' in sends ? sends.mediaTypes : []));
      expect(kinds).to.have.length.greaterThan(3);
      for (const kind of kinds) expect(kind).to.deep.equal(['application/pdf']);
    });

    it('a PDF is not drawn for a caller who hangs up while waiting', async () => {
      const caller = new AbortController();
      const first = api().get(address, token);
      await eventually(() => printed.length === 1);
      const headers = { Authorization: `Bearer ${token}` };
      const gone = fetch(api().url + address, { headers, signal: caller.signal }).catch(String);
      const [other] = [api().get('/api/admin/balances', token)];
      await other;
      caller.abort();
      await gone;
      // The server notices the hang-up before it answers a later request on another connection.
      const third = api().get(address, token);
      await api().get('/api/admin/balances', token);
      finish();
      expect((await first).status).to.equal(200);
      await eventually(() => printed.length === 2);
      finish();
      expect((await third).status).to.equal(200);
      expect(printed).to.have.length(2);
    });
  },
  { overrides: { authenticate, statementPrinter } },
);
