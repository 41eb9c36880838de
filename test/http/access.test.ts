import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { ACCESS } from '../../adapters/http/route/access.ts';
import type { Access } from '../../adapters/http/route/access.ts';
import { openApi } from '../../adapters/http/route/openapi.ts';
import { route } from '../../adapters/http/route/route.ts';
import type { Route } from '../../adapters/http/route/route.ts';
import { bookingUnknown } from '../../core/bookings/refusals.ts';
import { startEdge } from '../support/edge.ts';
import type { Edge } from '../support/edge.ts';
import type { Json } from '../support/http.ts';

const TOKENS = ['none', 'wrong', 'passenger', 'operator', 'admin'] as const;

/** What each token gets: the role it is known by, nobody, or the code of the problem. In the order of TOKENS. */
const OUTCOMES: Readonly<Record<Access, readonly string[]>> = {
  public: ['nobody', 'nobody', 'nobody', 'nobody', 'nobody'],
  optional: ['nobody', 'nobody', 'PASSENGER', 'OPERATOR', 'ADMIN'],
  user: ['TOKEN_MISSING', 'TOKEN_INVALID', 'PASSENGER', 'OPERATOR', 'ADMIN'],
  passenger: ['TOKEN_MISSING', 'TOKEN_INVALID', 'PASSENGER', 'WRONG_ROLE', 'WRONG_ROLE'],
  operator: ['TOKEN_MISSING', 'TOKEN_INVALID', 'WRONG_ROLE', 'OPERATOR', 'WRONG_ROLE'],
  admin: ['TOKEN_MISSING', 'TOKEN_INVALID', 'WRONG_ROLE', 'WRONG_ROLE', 'ADMIN'],
};

const open = (access: Access): Route =>
  route({
    method: 'get',
    path: `/api/${access}`,
    operationId: access,
    summary: access,
    access,
    status: 200,
    response: Type.Object({ role: Type.String() }),
    handle: async ({ caller }) => ({ role: caller?.role ?? 'nobody' }),
  });

describe('who may call a route', () => {
  const routes = (Object.keys(ACCESS) as Access[]).map(open);
  let edge: Edge;

  before(async () => {
    edge = await startEdge({ routes });
  });
  after(() => edge.close());

  for (const [access, outcomes] of Object.entries(OUTCOMES)) {
    it(`is checked and documented alike: ${access}`, async () => {
      const answers = await Promise.all(
        TOKENS.map((token) => edge.get(`/api/${access}`, token === 'none' ? undefined : token)),
      );
      expect(answers.map(({ json }) => json.role ?? json.code)).to.deep.equal(outcomes);

      const { security, responses } = (openApi({ version: '1', baseUrl: 'http://localhost', routes }) as Json).paths[
        `/api/${access}`
      ].get;
      expect(
        security.some((way: object) => 'accessToken' in way),
        'a token can be shown',
      ).to.equal(outcomes.includes('PASSENGER') || outcomes.includes('TOKEN_MISSING'));
      expect(
        security.length === 0 || security.some((way: object) => Object.keys(way).length === 0),
        'none need be',
      ).to.equal(!outcomes.includes('TOKEN_MISSING'));
      expect('401' in responses).to.equal(outcomes.includes('TOKEN_MISSING'));
      expect('403' in responses).to.equal(outcomes.includes('WRONG_ROLE'));
    });
  }

  it('names refusals by the functions that make them, so that no code can be misspelt', () => {
    const naming = (refuses: Route['refuses'] & object): Route => ({ ...open('public'), refuses });
    expect(naming([bookingUnknown]).refuses?.map(({ kind, code }) => [kind, code])).to.deep.equal([
      ['absent', 'BOOKING_UNKNOWN'],
    ]);
    // @ts-expect-error A code is no refusal.
    naming(['BOOKING_UNKNOWN']);
    // @ts-expect-error Nor is what looks like one and makes none.
    naming([{ kind: 'absent', code: 'BOOKING_UNKNOWN' }]);
  });
});
