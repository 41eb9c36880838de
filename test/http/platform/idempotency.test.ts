import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { id, text } from '../../../adapters/http/route/fields.ts';
import { type Route, route } from '../../../adapters/http/route/route.ts';
import { asService } from '../../../adapters/knex/acting-caller.ts';
import type { Caller } from '../../../core/accounts/account.ts';
import { answerOnce } from '../../../core/platform/answer-once.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { type Instant, hoursAfter, secondsAfter } from '../../../core/kernel/time.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../../core/stores.ts';
import { type HandClock, handClock } from '../../support/clock.ts';
import { type Edge, startEdge } from '../../support/edge.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';
import { aWorld } from '../../support/world.ts';

onEveryEngine('Idempotency-Key', (engine) => {
  let edge: Edge;
  let clock: HandClock;
  let users: readonly UserId[];
  /** The number of times that the use case ran. */
  let effects: number;
  /** Runs in each call of the use case, after the count. Tests replace this function. */
  let work: () => Promise<void>;

  const response = Type.Object({ number: Type.Integer(), name: Type.String() });
  const handle = async (name: string) => {
    const number = (effects += 1);
    await work();
    return { number, name };
  };
  const routes: readonly Route[] = [
    route({
      method: 'post',
      path: '/api/orders',
      operationId: 'placeOrder',
      summary: 'Order',
      description: 'Exists for a test.',
      returns: 'The answer.',
      access: 'passenger',
      idempotent: true,
      body: Type.Object({ name: text() }),
      status: 201,
      response,
      handle: ({ body }) => handle(body.name),
    }),
    route({
      method: 'post',
      path: '/api/orders/:id/pay',
      operationId: 'payOrder',
      summary: 'Pay',
      description: 'Exists for a test.',
      returns: 'The answer.',
      access: 'passenger',
      idempotent: true,
      params: Type.Object({ id: id() }),
      status: 200,
      response,
      handle: ({ params }) => handle(String(params.id)),
    }),
    route({
      method: 'post',
      path: '/api/plain',
      operationId: 'plain',
      summary: 'Plain',
      description: 'Exists for a test.',
      returns: 'The answer.',
      access: 'passenger',
      status: 200,
      response,
      handle: () => handle('plain'),
    }),
  ];

  beforeEach(async () => {
    [effects, work, clock] = [0, async () => undefined, handClock()];
    users = [await aPassengerId(engine()), await aPassengerId(engine())];
    edge = await startEdge({
      routes,
      answerOnce: answerOnce({ ...aWorld, clock, transact: engine().transact, asService }),
      authenticate: async (token): Promise<Caller> => ({
        userId: users[Number(token)]!,
        role: 'PASSENGER',
        tokenVersion: 0,
        tokenExpiresAt: 0 as Instant,
      }),
    });
  });
  afterEach(() => edge.close());

  const order = (body: unknown, key: string, user = 0, path = '/api/orders') =>
    edge.post(path, body, String(user), { 'Idempotency-Key': key });
  const replayed = ({ headers }: { readonly headers: Headers }) => headers.get('idempotency-replayed') === 'true';

  it('an Idempotency-Key that is used again gets the status, body and content type of the first answer', async () => {
    const [first, again] = [await order({ name: 'a' }, 'k'), await order({ name: 'a' }, 'k')];
    expect([first.status, first.json, replayed(first)]).to.deep.equal([201, { number: 1, name: 'a' }, false]);
    expect([again.status, again.text, again.headers.get('content-type'), replayed(again)]).to.deep.equal([
      201,
      first.text,
      first.headers.get('content-type'),
      true,
    ]);
    expect(effects).to.equal(1);
  });

  it('an Idempotency-Key has one effect, even if many requests with it arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => order({ name: 'a' }, 'k')));
    expect(effects).to.equal(1);
    for (const { status, json } of answers) expect([201, 409]).to.include(status, JSON.stringify(json));
    expect(answers.filter((one) => one.status === 201 && !replayed(one))).to.have.length(1);
  });

  it('an Idempotency-Key that is used again answers 409 with Retry-After while the first request is running', async () => {
    let finish = (): void => undefined;
    const started = new Promise<void>((begun) => {
      work = () =>
        new Promise((done) => {
          finish = done;
          begun();
        });
    });
    const first = order({ name: 'a' }, 'k');
    await started;
    const second = await order({ name: 'a' }, 'k');
    expect([second.status, second.json.code, second.headers.get('retry-after')]).to.deep.equal([
      409,
      'IDEMPOTENCY_IN_PROGRESS',
      '1',
    ]);
    finish();
    expect((await first).status).to.equal(201);
    expect(replayed(await order({ name: 'a' }, 'k'))).to.equal(true);
  });

  it('an Idempotency-Key is refused with a different body, even one that differs only by a space', async () => {
    await order('{"name":"a"}', 'k');
    for (const body of ['{"name":"b"}', '{"name": "a"}', undefined]) {
      const { status, json } = await order(body, 'k');
      expect([status, json.code]).to.deep.equal([422, 'IDEMPOTENCY_KEY_REUSED']);
    }
    expect(effects).to.equal(1);
  });

  it('an Idempotency-Key is separate for each user and path, and the same for two spellings of one path', async () => {
    for (const [key, user, path] of [
      ['k', 0, '/api/orders/1/pay'],
      ['K', 0, '/api/orders/1/pay'],
      ['k', 1, '/api/orders/1/pay'],
      ['k', 0, '/api/orders/2/pay'],
      ['k', 0, '/api/orders'],
    ] as const) {
      expect(replayed(await order({}, key, user, path))).to.equal(false);
    }
    expect(effects).to.equal(5);
    for (const path of ['/api/orders/1/pay?x=1', '/api/orders/%31/pay', '/api/orders/01/pay'])
      expect(replayed(await order({}, 'k', 0, path)), path).to.equal(true);
  });

  it('an Idempotency-Key that is used again repeats the first answer even if the first answer was a refusal', async () => {
    work = async () => {
      throw new Refusal('conflict', 'SOLD', 'Sold already.');
    };
    const [first, again] = [await order({ name: 'a' }, 'k'), await order({ name: 'a' }, 'k')];
    expect([
      first.status,
      again.status,
      again.text,
      again.headers.get('content-type'),
      replayed(again),
      effects,
    ]).to.deep.equal([409, 409, first.text, 'application/problem+json', true, 1]);
  });

  it('an Idempotency-Key is not used up by an invalid request', async () => {
    const reserved: unknown[] = [];
    const answering = answerOnce({ ...aWorld, clock, transact: engine().transact, asService });
    await edge.close();
    edge = await startEdge({
      routes,
      answerOnce: async (request, ...rest) => {
        reserved.push(request.key);
        return answering(request, ...rest);
      },
      authenticate: async (token): Promise<Caller> => ({
        userId: users[Number(token)]!,
        role: 'PASSENGER',
        tokenVersion: 0,
        tokenExpiresAt: 0 as Instant,
      }),
    });
    for (const body of [{ name: {} }, '{', '[]']) {
      const answer = await order(body, 'v');
      expect([answer.status, replayed(answer)]).to.deep.equal([400, false]);
    }
    expect(reserved).to.deep.equal([]);
    expect((await order({ name: 'a' }, 'v')).status).to.equal(201);
    expect(replayed(await order({ name: 'a' }, 'v'))).to.equal(true);
  });

  for (const [status, failure] of [
    [500, new Error('a fault')],
    [503, new Refusal('unavailable', 'DOWN', 'Down.', { cause: new Error('gone') })],
    [401, new Refusal('unauthenticated', 'GONE', 'Gone.')],
    [400, new Refusal('invalid', 'VALIDATION', 'No such day.')],
    [429, new Refusal('throttled', 'SLOW', 'Slow down.', { retryAfterSeconds: 7 })],
  ] as const) {
    it(`an Idempotency-Key can be used again after its request was answered with ${status}`, async () => {
      work = async () => {
        throw failure;
      };
      const first = await order({ name: 'a' }, 'k');
      expect([first.status, first.headers.get('retry-after')]).to.deep.equal([status, status === 429 ? '7' : null]);
      expect(edge.reported).to.deep.equal(status >= 500 ? [failure] : []);
      work = async () => undefined;
      const again = await order({ name: 'b' }, 'k');
      expect([again.status, replayed(again), effects]).to.deep.equal([201, false, 2]);
    });
  }

  it('an Idempotency-Key can be used for a different request after 24 hours', async () => {
    await order({ name: 'a' }, 'k');
    clock.set(secondsAfter(hoursAfter(clock(), 24), -1));
    expect(replayed(await order({ name: 'a' }, 'k'))).to.equal(true);
    clock.set(secondsAfter(clock(), 1));
    expect((await order({ name: 'b' }, 'k')).json).to.deep.equal({ number: 2, name: 'b' });
  });

  it('an Idempotency-Key must have 1 to 255 printable ASCII characters', async () => {
    for (const key of ['', 'a'.repeat(256), 'caf\u00e9', 'a\tb']) {
      const { status, json } = await order({ name: 'a' }, key);
      expect([status, json.code, json.errors[0].field], JSON.stringify(key)).to.deep.equal([
        400,
        'VALIDATION',
        'Idempotency-Key',
      ]);
    }
    expect(effects).to.equal(0);
    for (const key of ['a', '~'.repeat(255), 'with blanks, "quotes" and \\'])
      expect((await order({ name: 'a' }, key)).status).to.equal(201);
  });

  it('an Idempotency-Key is ignored by routes that do not support it', async () => {
    for (const key of ['k', 'k', '']) expect(replayed(await order({}, key, 0, '/api/plain'))).to.equal(false);
    expect(effects).to.equal(3);
  });

  const broken = new Error('the database is gone');

  /** Restarts the server with this `transact`, which may fail when a key is reserved or an answer is stored. */
  const runOn = async (transact: Transact<Stores>) => {
    await edge.close();
    edge = await startEdge({
      routes,
      authenticate: async () => ({
        userId: users[0]!,
        role: 'PASSENGER',
        tokenVersion: 0,
        tokenExpiresAt: 0 as Instant,
      }),
      answerOnce: answerOnce({ ...aWorld, clock, transact, asService }),
    });
  };

  it('a request whose answer cannot be stored under its Idempotency-Key succeeds, and the error is reported', async () => {
    let calls = 0;
    await runOn((task) => ((calls += 1) === 2 ? Promise.reject(broken) : engine().transact(task)));
    expect((await order({ name: 'a' }, 'k')).status).to.equal(201);
    expect(edge.reported).to.deep.equal([broken]);
  });

  /** Sets the outcomes of the next transactions, in order. Transactions after these succeed. */
  const runInTurn = async (...fates: readonly ('done' | 'not done' | 'done, but nobody learns of it')[]) => {
    const left = [...fates];
    await runOn(async (task) => {
      const fate = left.shift();
      if (fate === 'not done') throw broken;
      const result = await engine().transact(task);
      if (fate === 'done, but nobody learns of it') throw broken;
      return result;
    });
  };

  it('an Idempotency-Key can be used again at once if the database failed while releasing the key', async () => {
    await runInTurn('done', 'not done');
    work = async () => {
      throw new Refusal('unavailable', 'DOWN', 'Down.', { cause: broken });
    };
    expect((await order({ name: 'a' }, 'k')).status).to.equal(503);
    work = async () => undefined;
    clock.set(secondsAfter(clock(), 1));
    const again = await order({ name: 'a' }, 'k');
    expect([again.status, replayed(again), effects]).to.deep.equal([201, false, 2]);
    expect(replayed(await order({ name: 'a' }, 'k'))).to.equal(true);
  });

  it('an Idempotency-Key can be used again at once if it is unknown whether the key’s reservation was committed', async () => {
    await runInTurn('done, but nobody learns of it', 'not done', 'done, but nobody learns of it');
    for (let tries = 1; tries <= 3; tries += 1) {
      expect((await order({ name: 'a' }, 'k')).status).to.equal(500);
      clock.set(secondsAfter(clock(), 1));
    }
    expect(effects).to.equal(0);
    const answer = await order({ name: 'a' }, 'k');
    expect([answer.status, replayed(answer), effects]).to.deep.equal([201, false, 1]);
    expect(replayed(await order({ name: 'a' }, 'k'))).to.equal(true);
  });
});
