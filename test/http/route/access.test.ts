import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { type Access, ACCESS, type CallerOf } from '../../../adapters/http/route/access.ts';
import { openApi } from '../../../adapters/http/route/openapi.ts';
import { type Route, route } from '../../../adapters/http/route/route.ts';
import { deviceTokenInvalid } from '../../../core/boarding/refusals.ts';
import { bookingUnknown } from '../../../core/bookings/refusals.ts';
import type { DeviceId, OperatorId } from '../../../core/kernel/ids.ts';
import { type Edge, startEdge } from '../../support/edge.ts';
import type { Json } from '../../support/http.ts';

const TOKENS = [
  'none',
  'wrong',
  'passenger',
  'operator',
  'admin',
  'owner',
  'manager',
  'clerk',
  'conductor',
  'agents-owner',
  'agents-manager',
  'agents-clerk',
  'device_1',
  'device_2',
  'bt_read',
  'bt_sell',
  'bt_webhooks',
] as const;

const [MISSING, INVALID, ROLE, GONE, LOW] = [
  'TOKEN_MISSING',
  'TOKEN_INVALID',
  'WRONG_ROLE',
  'ROLE_GONE',
  'POSITION_TOO_LOW',
];

const REVOKED = 'DEVICE_TOKEN_INVALID';
const NO_KEYS = Array<string>(3).fill('KEY_INVALID');
const NO_DEVICES = [INVALID, INVALID, ...NO_KEYS];
const AGENTS = Array<string>(3).fill('OPERATOR');
const NO_AGENTS = Array<string>(3).fill(ROLE);
const NO_COMPANY = Array<string>(3).fill('NOT_A_COMPANY');
const [SCOPE, STRANGERS] = [
  'SCOPE_MISSING',
  [MISSING, INVALID, ROLE, 'NOT_AN_AGENT', ROLE, ...Array<string>(4).fill('NOT_AN_AGENT')],
];

const OPERATORS = Array<string>(4).fill('OPERATOR');
const NO_OPERATORS = Array<string>(4).fill(ROLE);

/**
 * The result for each of TOKENS, in the same order: the caller's role, `nobody`, or the code of a refusal. The caller
 * `operator` is on no staff, and `device_2` is revoked.
 */
const OUTCOMES: Readonly<Record<Access, readonly string[]>> = {
  public: TOKENS.map(() => 'nobody'),
  optional: [
    'nobody',
    'nobody',
    'PASSENGER',
    'OPERATOR',
    'ADMIN',
    ...OPERATORS,
    ...AGENTS,
    'nobody',
    'nobody',
    ...NO_KEYS,
  ],
  user: [MISSING, INVALID, 'PASSENGER', 'OPERATOR', 'ADMIN', ...OPERATORS, ...AGENTS, ...NO_DEVICES],
  passenger: [MISSING, INVALID, 'PASSENGER', ROLE, ROLE, ...NO_OPERATORS, ...NO_AGENTS, ...NO_DEVICES],
  operator: [MISSING, INVALID, ROLE, 'OPERATOR', ROLE, ...OPERATORS, ...AGENTS, ...NO_DEVICES],
  admin: [MISSING, INVALID, ROLE, ROLE, 'ADMIN', ...NO_OPERATORS, ...NO_AGENTS, ...NO_DEVICES],
  office: [MISSING, INVALID, ROLE, 'OPERATOR', 'ADMIN', ...OPERATORS, ...AGENTS, ...NO_DEVICES],
  officeOrTicket: ['nobody', INVALID, ROLE, 'OPERATOR', 'ADMIN', ...OPERATORS, ...AGENTS, ...NO_DEVICES],
  owner: [MISSING, INVALID, ROLE, GONE, ROLE, 'OPERATOR', LOW, LOW, LOW, ...NO_COMPANY, ...NO_DEVICES],
  manager: [MISSING, INVALID, ROLE, GONE, ROLE, 'OPERATOR', 'OPERATOR', LOW, LOW, ...NO_COMPANY, ...NO_DEVICES],
  clerk: [MISSING, INVALID, ROLE, GONE, ROLE, 'OPERATOR', 'OPERATOR', 'OPERATOR', LOW, ...NO_COMPANY, ...NO_DEVICES],
  conductor: [MISSING, INVALID, ROLE, GONE, ROLE, ...OPERATORS, ...NO_COMPANY, ...NO_DEVICES],
  crew: [MISSING, INVALID, ROLE, GONE, ROLE, ...OPERATORS, ...NO_COMPANY, 'device 1', REVOKED, ...NO_KEYS],
  agentReader: [...STRANGERS, ...AGENTS, INVALID, INVALID, 'key', 'key', SCOPE],
  agentSeller: [...STRANGERS, ...AGENTS, INVALID, INVALID, SCOPE, 'key', SCOPE],
  agentAccountant: [...STRANGERS, 'OPERATOR', 'OPERATOR', LOW, INVALID, INVALID, 'key', 'key', SCOPE],
  agentWebhooks: [...STRANGERS, 'OPERATOR', LOW, LOW, INVALID, INVALID, SCOPE, SCOPE, 'key'],
  agentListener: [...STRANGERS, 'OPERATOR', 'OPERATOR', LOW, INVALID, INVALID, 'key', 'key', 'key'],
  agentManager: [...STRANGERS, 'OPERATOR', 'OPERATOR', LOW, INVALID, INVALID, SCOPE, SCOPE, SCOPE],
  agentOwner: [...STRANGERS, 'OPERATOR', LOW, LOW, INVALID, INVALID, SCOPE, SCOPE, SCOPE],
};

/** The role of a caller as OUTCOMES name it. */
function nameOf(caller: CallerOf<Access>): string {
  if (!caller) return 'nobody';
  if ('deviceId' in caller) return `device ${caller.deviceId}`;
  if ('agentId' in caller) return 'keyId' in caller.by ? 'key' : 'OPERATOR';
  return caller.role;
}

const open = (access: Access, traits: Partial<Route> = {}): Route => ({
  ...route({
    method: 'get',
    path: `/api/${access}`,
    operationId: access,
    summary: access,
    description: 'Exists for a test.',
    returns: 'The answer.',
    access,
    status: 200,
    response: Type.Object({ role: Type.String() }),
    handle: async ({ caller }) => ({ role: nameOf(caller) }),
  }),
  ...traits,
});

const change = (path: string, whileSuspended: boolean): Route =>
  route({
    method: 'post',
    path,
    operationId: path,
    summary: path,
    description: 'Exists for a test.',
    returns: 'The answer.',
    access: 'clerk',
    whileSuspended,
    status: 200,
    response: Type.Object({ operator_id: Type.Integer(), position: Type.String() }),
    // The route's access rule guarantees that the caller has a company.
    handle: async ({ caller: { staff } }) => ({ operator_id: staff.operatorId, position: staff.position }),
  });
const changes = [change('/api/changes', false), change('/api/all-the-same', true)];

describe('access rules', () => {
  const routes = (Object.keys(ACCESS) as Access[]).map((access) => open(access));
  let edge: Edge;

  before(async () => {
    edge = await startEdge({
      routes: [...routes, ...changes],
      authenticateDevice: async (token) => {
        if (token !== 'device_1') throw deviceTokenInvalid();
        return { deviceId: 1 as DeviceId, operatorId: 3 as OperatorId };
      },
    });
  });
  after(() => edge.close());

  for (const [access, outcomes] of Object.entries(OUTCOMES)) {
    it(`the access rule “${access}” lets in only the callers that its documentation names`, async () => {
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
      ).to.equal(outcomes.includes('PASSENGER') || outcomes.includes(INVALID));
      expect(
        security.length === 0 || security.some((way: object) => Object.keys(way).length === 0),
        'none need be',
      ).to.equal(!outcomes.includes('TOKEN_MISSING'));
      expect('401' in responses).to.equal([INVALID, 'KEY_INVALID'].some((code) => outcomes.includes(code)));
      expect('403' in responses).to.equal(outcomes.includes(ROLE));
      expect(JSON.stringify(responses).includes(LOW)).to.equal(outcomes.includes(LOW));
    });
  }

  it('a route’s handler for company staff gets the caller’s company and position', async () => {
    const { json } = await edge.post('/api/changes', {}, 'clerk');
    expect(json).to.deep.equal({ operator_id: 3, position: 'CLERK' });
  });

  it('staff of a suspended company can read, and can change data only by routes that allow it', async () => {
    const codes = await Promise.all(
      [
        edge.get('/api/conductor', 'suspended-conductor'),
        edge.post('/api/changes', {}, 'suspended-owner'),
        edge.post('/api/changes', {}, 'suspended-conductor'),
        edge.post('/api/all-the-same', {}, 'suspended-owner'),
      ].map(async (answer) => (await answer).json.code ?? (await answer).status),
    );
    expect(codes).to.deep.equal([200, 'COMPANY_SUSPENDED', 'POSITION_TOO_LOW', 200]);
    const { paths } = openApi({ version: '1', baseUrl: 'http://localhost', routes: changes }) as Json;
    const documented = changes.map(({ path }) =>
      JSON.stringify(paths[path].post.responses).includes('COMPANY_SUSPENDED'),
    );
    expect(documented).to.deep.equal([true, false]);
  });

  it('a route lists its errors as functions, so that a misspelt error code does not compile', () => {
    const naming = (refuses: Route['refuses'] & object): Route => ({ ...open('public'), refuses });
    expect(naming([bookingUnknown]).refuses?.map(({ kind, code }) => [kind, code])).to.deep.equal([
      ['absent', 'BOOKING_UNKNOWN'],
    ]);
    // @ts-expect-error A code is no refusal.
    naming(['BOOKING_UNKNOWN']);
    // @ts-expect-error An object that only looks like a refusal is none, either.
    naming([{ kind: 'absent', code: 'BOOKING_UNKNOWN' }]);
  });
});
