import { randomUUID } from 'node:crypto';
import type { TObject, TSchema } from '@sinclair/typebox';
import { expect } from 'chai';
import { ruleOf } from '../../../adapters/http/route/access.ts';
import type { Route } from '../../../adapters/http/route/route.ts';
import { buildRoutes } from '../../../app/areas.ts';
import type { Role } from '../../../core/accounts/account.ts';
import type { Position } from '../../../core/accounts/membership.ts';
import type { OperatorId, StaffId, UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import type { AccountStores } from '../../../core/accounts/world.ts';
import type { CompanyStores } from '../../../core/companies/world.ts';
import { sha256Digests } from '../../../adapters/crypto/keys.ts';
import { aDevice } from '../../support/devices.ts';
import { eventually } from '../../support/eventually.ts';
import { hold } from '../../support/held-request.ts';
import { type Api, onEveryServer, startApi } from '../../support/http.ts';
import { type GoodRequest, GOOD_REQUESTS } from '../../support/office-requests.ts';
import { type Office, anOffice } from '../../support/office.ts';
import { readTexts } from '../../support/texts.ts';

/*
 * Every route that changes something is called with a body that comes late: first the head, which names a caller who
 * may call; then the caller loses that right; then the body. The service itself lists the routes, so a new route is
 * tested at once.
 */

/** Callers of agents have tests of their own (test/agents). */
const isHeld = ({ method, access }: Route): boolean =>
  method !== 'get' && ruleOf(access).token !== 'ignored' && !ruleOf(access).agents;

const routes = await (async () => {
  const api = await startApi();
  await api.close();
  return buildRoutes(api.useCases, api.dependencies).filter(isHeld);
})();

/** The office's route that does the same as a route of the crew; other routes themselves. */
const twinOf = (route: Route): Route =>
  routes.find(
    ({ method, path }) => method === route.method && path === route.path.replace('/conductor/', '/operator/'),
  ) ?? route;

const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

/** The caller of a route: a user in a role, with a session of its own. */
interface Someone {
  readonly userId: UserId;
  readonly role: Role;
  readonly family: string;
  readonly token: string;
}

type Stores = AccountStores & CompanyStores;

/** An end of the caller's right to call. `undo` restores the right for the next test. */
interface Cause {
  readonly name: string;
  /** Whether the route's callers can lose their right in this way. */
  readonly concerns: (route: Route) => boolean;
  readonly end: (stores: Stores, who: Someone, place: Place) => Promise<unknown>;
  readonly undo?: (stores: Stores, who: Someone, place: Place) => Promise<unknown>;
}

/** The place of the company's owner in its staff. */
interface Place {
  readonly operatorId: OperatorId;
  staffId: StaffId;
  readonly at: Parameters<AccountStores['sessions']['revokeFamily']>[1];
}

const leastOf = ({ access }: Route): Position | undefined => ruleOf(access).least;

const CAUSES: readonly Cause[] = [
  {
    name: 'signed out',
    concerns: () => true,
    end: ({ sessions }, { family }, { at }) => sessions.revokeFamily(family, at),
  },
  {
    name: 'signed out everywhere',
    concerns: () => true,
    end: ({ users }, { userId }) => users.raiseTokenVersion(userId),
  },
  {
    name: 'suspended',
    concerns: () => true,
    end: ({ users }, { userId }) => users.setStatus(userId, 'SUSPENDED'),
    undo: ({ users }, { userId }) => users.setStatus(userId, 'ACTIVE'),
  },
  {
    name: 'demoted',
    concerns: (route) => leastOf(route) !== undefined && leastOf(route) !== 'CONDUCTOR',
    end: ({ staff }, _, { staffId }) => staff.changePosition(staffId, 'CONDUCTOR'),
    undo: ({ staff }, _, { staffId }) => staff.changePosition(staffId, 'OWNER'),
  },
  {
    name: 'removed from the company',
    concerns: (route) => leastOf(route) !== undefined,
    end: ({ staff }, { userId }) => staff.leave(userId),
    undo: rejoin,
  },
];

async function rejoin({ staff }: Stores, { userId }: Someone, place: Place): Promise<void> {
  const { operatorId, at } = place;
  const person = { email: `back-${userId}@example.com`, fullName: 'Sita Rai', phone: null, nonce: 'back' };
  const invitation = { ...person, operatorId, position: 'OWNER' as const, invitedAt: at, expiresAt: hoursAfter(at, 1) };
  const id = (await staff.invite(invitation))!;
  await staff.join(id, { userId, joinedAt: at, gaveRole: false, createdAccount: false });
  place.staffId = id;
}

/** Values for fields whose schema does not tell a valid value. */
const VALUES: Readonly<Record<string, unknown>> = {
  ticket: 'x',
  password: 'secret-123',
  current_password: 'himal-2026',
  code: '123456',
};

/** A valid value of a schema: its example, its default, or the simplest value of its type. */
function valueOf(name: string, schema: TSchema): unknown {
  const [example] = (schema['examples'] as readonly unknown[] | undefined) ?? [];
  const known = example ?? VALUES[name] ?? schema['default'] ?? schema['const'];
  if (known !== undefined) return known;
  const [first] = (schema['anyOf'] as readonly TSchema[] | undefined) ?? [];
  if (first) return valueOf(name, first);
  const { type, enum: values } = schema as { readonly type?: string; readonly enum?: readonly unknown[] };
  if (values) return values[0];
  if (type === 'object') return objectOf(schema as TObject);
  if (type === 'array') return [valueOf(name, schema['items'] as TSchema)];
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1;
  if (type === 'boolean') return false;
  return 'x';
}

/** The needed fields of an object, and the fields with an example. */
const objectOf = ({ properties = {}, required = [] }: Partial<TObject>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name, schema]) => required.includes(name) || schema['examples'] !== undefined)
      .map(([name, schema]) => [name, valueOf(name, schema)]),
  );

const bodyOf = ({ body }: Pick<Route, 'body'>): Record<string, unknown> => objectOf(body ?? {});

/** A request as it is sent. */
interface Sent {
  readonly route: Route;
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** A file in a form, for a route outside the back office. */
function formOf(field: string): FormData {
  const form = new FormData();
  form.append(field, new Blob(['a picture']), 'a.png');
  return form;
}

async function sentOf(route: Route, { id, n = 1, key, body, form }: GoodRequest): Promise<Sent> {
  const pieces: Readonly<Record<string, number | undefined>> = { n, key };
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => String(pieces[name] ?? id));
  if (!form) {
    const bytes = Buffer.from(JSON.stringify(body ?? {}));
    return { route, path, type: 'application/json', bytes };
  }
  const encoded = new Response(form());
  return {
    route,
    path,
    type: encoded.headers.get('content-type') ?? '',
    bytes: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** The transactions that were committed. */
let committed = 0;
/** The requests whose heads the service has judged. */
let heads = 0;
let running: Api | undefined;

onEveryServer(
  'bodies that come after their caller lost the right to call',
  (api) => {
    let office: Office;
    let place: Place;
    let requests: readonly Sent[] = [];
    const who: Partial<Record<Role, UserId>> = {};

    before(async () => {
      running = api();
      office = await anOffice(running);
      const { transact } = api().dependencies;
      const [passenger, admin] = [office.passenger, office.admin].map((token) => Number(token.split('-')[1]) as UserId);
      Object.assign(who, { PASSENGER: passenger, ADMIN: admin, OPERATOR: office.member.userId });
      const membership = await transact(({ staff }) => staff.ofUser(office.member.userId));
      place = { operatorId: office.member.operatorId, staffId: membership!.id, at: api().clock() };
      const prepared: Sent[] = [];
      for (const route of routes) prepared.push(await sentOf(route, await goodRequest(route)));
      requests = prepared;
    });

    async function signIn(role: Role): Promise<Someone> {
      const { transact, tokens } = api().dependencies;
      const [userId, family, at] = [who[role]!, randomUUID(), api().clock()];
      const account = await transact(async ({ users, sessions }) => {
        const expiresAt = hoursAfter(at, 1);
        await sessions.add({ id: randomUUID(), family, startedAt: at, userId, role, issuedAt: at, expiresAt });
        return (await users.find(userId))!;
      });
      const { tokenVersion } = account;
      const token = tokens.issueAccess({ userId, role, tokenVersion, signedInAt: at, family }, hoursAfter(at, 1));
      return { userId, role, family, token };
    }

    const roleOf = ({ access }: Route): Role => (ruleOf(access).roles ?? ['PASSENGER'])[0] as Role;
    /** A valid request of the route. No test lets it succeed, so all tests use the same requests. */
    async function goodRequest(route: Route): Promise<GoodRequest> {
      const key = route.path.includes(':id') ? office.keysFor(route.path).mine : undefined;
      const prepare = GOOD_REQUESTS[twinOf(route).operationId];
      if (prepare) {
        const good = await prepare(api(), office);
        const id = good.id ?? key;
        return { ...good, ...(id !== undefined && { id }) };
      }
      const upload = route.upload && { form: () => formOf(route.upload!.field) };
      return { ...(key !== undefined && { id: key }), body: bodyOf(route), ...upload };
    }

    /**
     * Holds back the bodies of all these routes at once, ends the callers' right to call, and sends the bodies. Every
     * answer must be a refusal, and nothing may be stored.
     */
    async function expectRefused(
      called: readonly Sent[],
      tokenOf: (route: Route) => string,
      end: () => Promise<unknown>,
    ): Promise<void> {
      heads = 0;
      const held = called.map((sent) => ({
        name: nameOf(sent.route),
        ...hold(api(), { ...sent, method: sent.route.method }, tokenOf(sent.route)),
      }));
      await eventually(() => heads === called.length);
      await end();
      committed = 0;
      const answers = await Promise.all(held.map(async ({ name, release }) => ({ name, ...(await release()) })));
      expect(answers.filter(({ status }) => status !== 401 && status !== 403)).to.deep.equal([]);
      expect(committed).to.equal(0);
    }

    for (const { name, concerns, end, undo } of CAUSES)
      it(`a request whose caller is ${name} before its body comes changes nothing, on every route`, async function () {
        this.timeout(300_000);
        const { transact } = api().dependencies;
        const called = requests.filter(({ route }) => concerns(route));
        const callers = new Map<Role, Someone>();
        for (const role of new Set(called.map(({ route }) => roleOf(route)))) callers.set(role, await signIn(role));
        await expectRefused(
          called,
          (route) => callers.get(roleOf(route))!.token,
          () =>
            transact(async (stores) => {
              for (const caller of callers.values()) await end(stores, caller, place);
            }),
        );
        await transact(async (stores) => {
          for (const caller of callers.values()) await undo?.(stores, caller, place);
        });
      });

    it('a stored answer of an Idempotency-Key is not given to a caller who is signed out before the body comes', async () => {
      const { transact } = api().dependencies;
      const route = routes.find(({ operationId }) => operationId === 'addCity')!;
      const sent = { ...(await sentOf(route, { body: { city_name: 'Dhankuta' } })), method: route.method };
      const admin = await signIn('ADMIN');
      const headers = { 'Idempotency-Key': 'a city' };
      const first = await hold(api(), sent, admin.token, { headers }).release();
      expect(first.status).to.equal(201);
      const again = await hold(api(), sent, admin.token, { headers }).release();
      expect([again.status, again.headers['idempotency-replayed']]).to.deep.equal([201, 'true']);

      heads = 0;
      const held = hold(api(), sent, admin.token, { headers });
      await eventually(() => heads === 1);
      await transact(({ sessions }) => sessions.revokeFamily(admin.family, api().clock()));
      const refused = await held.release();
      expect([refused.status, refused.code, refused.headers['idempotency-replayed']]).to.deep.equal([
        401,
        'SIGNED_OUT',
        undefined,
      ]);
    });

    it('a change of password that was begun before somebody proved the account’s number changes nothing', async () => {
      const [phone, email, password] = ['9841234567', 'squatter@example.com', 'himal-2026'];
      const registered = await api().post('/api/passenger/register', { full_name: 'Squatter', email, password, phone });
      const bytes = Buffer.from(JSON.stringify({ current_password: password, new_password: 'squatter-2027' }));
      const path = '/api/passenger/change-password';
      heads = 0;
      const sent = { method: 'post', path, type: 'application/json', bytes };
      const held = hold(api(), sent, registered.json.access as string, { bytes: '{"cu'.length });
      await eventually(() => heads === 1);

      const { ticket } = (await api().post('/api/passenger/phone/start', { phone })).json;
      const { code } = (await readTexts(api().dependencies, api().clock())).findLast(({ to }) => to === phone)!;
      const verified = await api().post('/api/passenger/phone/verify', { ticket, code, full_name: 'Asha Gurung' });
      expect(verified.status).to.equal(200);
      expect(verified.json.user.id).to.equal(registered.json.user.id);
      const account = () => api().dependencies.transact(({ users }) => users.find(verified.json.user.id));
      const before = await account();

      const refused = await held.release();
      expect([refused.status, refused.code]).to.deep.equal([401, 'SIGNED_OUT']);
      expect(await account()).to.deep.equal(before);
      for (const known of [password, 'squatter-2027'])
        expect((await api().post('/api/passenger/login', { identifier: phone, password: known })).status).to.equal(403);
    });

    it('a request whose device is revoked before its body comes changes nothing, on every route of the crew', async () => {
      const { transact } = api().dependencies;
      const phone = await aDevice(api().dependencies, { operatorId: office.member.operatorId });
      await expectRefused(
        requests.filter(({ route }) => ruleOf(route.access).devices),
        () => phone.token,
        () => transact(({ crewDevices }) => crewDevices.revoke(phone.id, api().clock())),
      );
    });
  },
  () => {
    /** Tells that a head's caller was judged. */
    const telling = <Result>(result: Result): Result => {
      heads += 1;
      return result;
    };
    return {
      overrides: {
        authenticate: (token: string) => running!.useCases.authenticate(token).finally(() => (heads += 1)),
        tokenDigests: { ...sha256Digests, of: (text: string) => telling(sha256Digests.of(text)) },
      },
      between: (transact) => async (work) => {
        const result = await transact(work);
        committed += 1;
        return result;
      },
    };
  },
);
