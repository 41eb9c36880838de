import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { writeEvent } from '../../adapters/http/listening/write-event.ts';
import { type EventDelivery, deliverEvents } from '../../core/listening/deliver-events.ts';
import { testWebhook } from '../../core/listening/ask-for-deliveries.ts';
import { disableWebhook } from '../../core/listening/disable-webhook.ts';
import { changeWebhook } from '../../core/listening/keep-webhooks.ts';
import { numberEvents } from '../../core/listening/number-events.ts';
import type { OperatorId, UserId, WebhookId } from '../../core/kernel/ids.ts';
import { daysAfter, hoursAfter, secondsAfter, toIso } from '../../core/kernel/time.ts';
import { agentSalesOn, aProgram } from '../support/agent-sales.ts';
import { anAgent, anAgentKey } from '../support/agents.ts';
import { aTrip } from '../support/catalogue.ts';
import { eventually } from '../support/eventually.ts';
import { type HookReceiver, hookReceiver } from '../support/hook-receiver.ts';
import { type Json, onEveryServer } from '../support/http.ts';
import { anOperator } from '../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf } from '../support/plain-tokens.ts';
import { codeOf } from '../support/refusals.ts';
import { expectProblem } from '../support/problems.ts';
import { type StatedCompany, aPaidBooking, aStatedCompany } from '../support/stating.ts';

onEveryServer(
  'webhooks',
  (api) => {
    let company: StatedCompany;
    let owner: string;
    let userId: UserId;
    let receiver: HookReceiver;
    let delivery: EventDelivery;

    beforeEach(async () => {
      company = await aStatedCompany(api().dependencies);
      userId = await ownerOf(company.operatorId);
      owner = staffTokenOf('OWNER', userId, company.operatorId);
      receiver = await hookReceiver();
      delivery = deliverEvents({ ...api().dependencies, countAttempt: () => undefined });
    });
    afterEach(() => receiver.close());

    const ownerOf = (operatorId: OperatorId): Promise<UserId> =>
      api().dependencies.transact(async ({ owners, users }) => {
        const [owner] = await owners.of(operatorId);
        return (await users.findByEmail(owner!.email))!.id;
      });
    const emailOf = (operatorId: OperatorId): Promise<string> =>
      api().dependencies.transact(async ({ owners }) => (await owners.of(operatorId))[0]!.email);
    /** The addresses of the mails about disabled webhooks that were queued since the last call. */
    const mailsOfDisabled = async (): Promise<readonly string[]> => {
      const before = api().mailer.sent.length;
      await api().useCases.sendMails();
      const mails = api().mailer.sent.slice(before);
      return mails.flatMap((mail) => (mail.kind === 'webhook-disabled' ? [mail.to] : [])).sort();
    };
    const path = '/api/operator/webhooks';
    const add = async (more: object = {}): Promise<Json> => {
      const answer = await api().post(path, { url: receiver.url, events: ['*'], ...more }, owner);
      expect(answer.status, answer.text).to.equal(201);
      return answer.json;
    };
    const sell = () => aPaidBooking(api().dependencies, company);
    /** Makes the attempts that are due. */
    const deliver = async (): Promise<void> => {
      for (let before = -1; before !== receiver.received.length;) {
        before = receiver.received.length;
        await delivery.begin(() => undefined);
        await delivery.settled();
      }
    };
    const deliveriesOf = async ({ id }: Json): Promise<Json[]> =>
      (await api().get(`${path}/${id}/deliveries`, owner)).json.results;
    const webhookOf = async ({ id }: Json): Promise<Json> =>
      (await api().get(path, owner)).json.results.find((one: Json) => one.id === id);
    const patch = (webhook: Json, body: object) => api().patch(`${path}/${webhook.id}`, body, owner);
    /** The moment by the clock of the test, which a signature's check takes for now. */
    const verify = (secret: string, { body, headers }: HookReceiver['received'][number]): Json => {
      const webhook = new Webhook(secret);
      const now = Date.now;
      Date.now = () => api().clock();
      try {
        return webhook.verify(body, headers as Record<string, string>);
      } finally {
        Date.now = now;
      }
    };

    it('a new webhook shows its secret once, and hears what happens from then on', async () => {
      await sell();
      api().clock.advance(1);
      const webhook = await add({ events: ['booking.confirmed'], description: 'Accounting' });
      expect(webhook).to.have.all.keys(
        ...['id', 'url', 'events', 'description', 'status', 'disabled_because'],
        ...['last_success_at', 'failing_since', 'created_at', 'secret'],
      );
      expect(webhook).to.include({ description: 'Accounting', status: 'ACTIVE', disabled_because: null });
      expect(webhook.secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(await webhookOf(webhook)).to.deep.equal(
        Object.fromEntries(Object.entries(webhook).filter(([key]) => key !== 'secret')),
      );
      const { id, code } = await sell();
      await deliver();
      expect(receiver.received.map(({ body }) => JSON.parse(body).data.booking_id)).to.deep.equal([id]);
      const [hook] = receiver.received;
      expect(hook?.headers).to.include({
        'content-type': 'application/json',
        'user-agent': 'busticket-webhooks/1',
      });
      const event = verify(webhook.secret, hook!);
      expect(event).to.include({ type: 'booking.confirmed', timestamp: toIso(api().clock()) });
      expect(event.data).to.include({ booking_code: code, booking_status: 'CONFIRMED', total_amount: 2000.5 });
      const [shown] = await deliveriesOf(webhook);
      expect(shown).to.include({ status: 'DELIVERED', attempts: 1, response_status: 204, error: null });
      expect(shown.event_id).to.equal(hook?.headers['webhook-id']);
      const one = (await api().get(`${path}/${webhook.id}/deliveries/${shown.id}`, owner)).json;
      expect(one.event).to.deep.equal(event);
    });

    it('a webhook’s signature refuses a changed byte, another secret and an old timestamp', async () => {
      const webhook = await add();
      await sell();
      await deliver();
      const [hook] = receiver.received;
      verify(webhook.secret, hook!);
      expect(() => verify(webhook.secret, { ...hook!, body: `${hook!.body} ` })).to.throw();
      expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, hook!)).to.throw();
      api().clock.advance(6);
      expect(() => verify(webhook.secret, hook!)).to.throw();
    });

    it('both secrets sign for a day after a rotation, and the old one ends at once if asked', async () => {
      const webhook = await add();
      const rotated = (await api().post(`${path}/${webhook.id}/rotate`, {}, owner)).json;
      expect(rotated.secret).to.not.equal(webhook.secret);
      await sell();
      await deliver();
      const [hook] = receiver.received;
      for (const secret of [webhook.secret, rotated.secret]) verify(secret, hook!);
      const [newer, older, ...more] = String(hook?.headers['webhook-signature']).split(' ');
      const signedBy = (signature: string | undefined) => ({
        ...hook!,
        headers: { ...hook!.headers, 'webhook-signature': signature },
      });
      verify(rotated.secret, signedBy(newer));
      verify(webhook.secret, signedBy(older));
      expect(more).to.deep.equal([]);
      api().clock.advance(24 * 60);
      await sell();
      await deliver();
      const last = receiver.received.at(-1)!;
      verify(rotated.secret, last);
      expect(() => verify(webhook.secret, last)).to.throw();
      const again = (await api().post(`${path}/${webhook.id}/rotate`, { at_once: true }, owner)).json;
      await sell();
      await deliver();
      verify(again.secret, receiver.received.at(-1)!);
      expect(() => verify(rotated.secret, receiver.received.at(-1)!)).to.throw();
    });

    it('only the two newest secrets sign after two rotations', async () => {
      const webhook = await add();
      const [second, third] = [
        (await api().post(`${path}/${webhook.id}/rotate`, {}, owner)).json,
        (await api().post(`${path}/${webhook.id}/rotate`, {}, owner)).json,
      ];
      await sell();
      await deliver();
      for (const { secret } of [second, third]) verify(secret, receiver.received[0]!);
      expect(() => verify(webhook.secret, receiver.received[0]!)).to.throw();
    });

    it('an Idempotency-Key keeps no secret: a webhook that is added or rotated twice has two secrets', async () => {
      const key = { 'Idempotency-Key': 'once' };
      const wanted = { url: receiver.url, events: ['*'] };
      const added = [await api().post(path, wanted, owner, key), await api().post(path, wanted, owner, key)];
      expect(new Set(added.map(({ json }) => json.id)).size).to.equal(2);
      const rotate = () => api().post(`${path}/${added[0]!.json.id}/rotate`, {}, owner, key);
      const rotated = [await rotate(), await rotate()];
      expect(new Set([...added, ...rotated].map(({ json }) => json.secret)).size).to.equal(4);
    });

    it('a failed attempt is repeated with growing pauses, and the delivery fails after the last one', async () => {
      const webhook = await add({ events: ['booking.confirmed'] });
      receiver.answer = { status: 500, body: 'secret of the receiver' };
      await sell();
      await deliver();
      const start = api().clock();
      const [first] = await deliveriesOf(webhook);
      expect(first).to.include({ status: 'PENDING', attempts: 1, response_status: 500, error: null });
      const pause = (Date.parse(first.next_attempt_at) - start) / 1_000;
      expect(pause).to.be.within(4, 6);
      expect((await webhookOf(webhook)).failing_since).to.equal(toIso(start));
      for (let attempts = 2; attempts <= 9; attempts += 1) {
        api().clock.set(Date.parse((await deliveriesOf(webhook))[0].next_attempt_at) as typeof start);
        await deliver();
        expect((await deliveriesOf(webhook))[0]).to.include({ attempts });
      }
      expect((await deliveriesOf(webhook))[0]).to.include({ status: 'FAILED', next_attempt_at: null });
      expect(receiver.received).to.have.length(9);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
      expect(new Set(receiver.received.map(({ body }) => body)).size).to.equal(1);

      const again = () => api().post(`${path}/${webhook.id}/deliveries/${first.id}/redeliver`, undefined, owner);
      expect((await again()).json).to.include({ id: first.id, status: 'PENDING' });
      await deliver();
      const [repeated] = await deliveriesOf(webhook);
      expect(repeated).to.include({ status: 'PENDING', attempts: 10 });
      expect(Date.parse(repeated!.next_attempt_at) - api().clock()).to.be.within(4_000, 6_000);

      receiver.answer = { status: 200 };
      expect((await again()).status).to.equal(202);
      await deliver();
      expect((await deliveriesOf(webhook))[0]).to.include({ status: 'DELIVERED', attempts: 11 });
      expect((await webhookOf(webhook)).failing_since).to.equal(null);
    });

    it('an attempt waits for as long as the receiver asks', async () => {
      const webhook = await add({ events: ['booking.confirmed'] });
      receiver.answer = { status: 503, headers: { 'retry-after': '3600' } };
      await sell();
      await deliver();
      expect((await deliveriesOf(webhook))[0].next_attempt_at).to.equal(toIso(secondsAfter(api().clock(), 3_600)));
    });

    it('a redirect is a failure and is not followed', async () => {
      const webhook = await add({ events: ['booking.confirmed'] });
      receiver.answer = { status: 302, headers: { location: receiver.url } };
      await sell();
      await delivery.begin(() => undefined);
      await delivery.settled();
      expect(receiver.received).to.have.length(1);
      expect((await deliveriesOf(webhook))[0]).to.include({ status: 'PENDING', response_status: 302 });
    });

    it('an address that is gone is disabled at once, and its owners get one mail', async () => {
      const webhook = await add({ events: ['booking.confirmed'] });
      receiver.answer = { status: 410 };
      await sell();
      await sell();
      await deliver();
      expect(await webhookOf(webhook)).to.include({ status: 'DISABLED', disabled_because: 'gone' });
      expect((await deliveriesOf(webhook)).map(({ status }) => status)).to.deep.equal(['FAILED', 'FAILED']);
      expect(await mailsOfDisabled()).to.deep.equal([await emailOf(company.operatorId)]);
      const refused = await api().post(`${path}/${webhook.id}/replay`, { since: toIso(api().clock()) }, owner);
      expectProblem(refused, 409, 'WEBHOOK_DISABLED');
    });

    it('the mail about a disabled webhook goes to the contact of an agent, and for the platform to every administrator', async () => {
      receiver.answer = { status: 410 };
      const agent = await anAgent(api().dependencies);
      const { key } = await anAgentKey(api().dependencies, agent, { scopes: ['webhooks'] });
      const administrators = await api().dependencies.transact(({ users }) => users.administrators());
      expect(administrators).to.not.be.empty;
      for (const [base, token, addresses] of [
        ['/api/agent/webhooks', key, [agent.contactEmail]],
        ['/api/admin/webhooks', adminTokenOf(company.admin), administrators.map(({ email }) => email)],
      ] as const) {
        const { json } = await api().post(base, { url: receiver.url, events: ['*'] }, token);
        await api().dependencies.transact((stores) =>
          disableWebhook(stores, json.id as WebhookId, 'failing', api().clock()),
        );
        expect(await mailsOfDisabled(), base).to.deep.equal([...addresses].sort());
      }
    });

    it('an address that failed for three days is disabled, wakes again and says what it has missed', async () => {
      const webhook = await add({ events: ['booking.confirmed'] });
      receiver.answer = { status: 500 };
      await sell();
      await deliver();
      api().clock.advance(72 * 60);
      await deliver();
      expect(await webhookOf(webhook)).to.include({ status: 'DISABLED', disabled_because: 'failing' });
      api().clock.advance(1);
      const since = api().clock();
      await sell();
      await sell();
      await deliver();
      receiver.answer = { status: 200 };
      api().clock.advance(1);
      const woken = await patch(webhook, { status: 'ACTIVE' });
      expect(woken.json).to.include({ status: 'ACTIVE', disabled_because: null, missed: 2, failing_since: null });
      const before = receiver.received.length;
      await deliver();
      expect(receiver.received).to.have.length(before);
      const replay = await api().post(`${path}/${webhook.id}/replay`, { since: toIso(since) }, owner);
      expect(replay.status).to.equal(202);
      expect(replay.json).to.deep.equal({ deliveries: 2, until: toIso(since) });
      expectProblem(
        await api().post(`${path}/${webhook.id}/replay`, { since: toIso(since) }, owner),
        409,
        'REPLAY_RUNNING',
      );
      await patch(webhook, { status: 'DISABLED' });
      await patch(webhook, { status: 'ACTIVE' });
      expect(
        (await deliveriesOf(webhook)).map(({ kind }) => kind),
        'a replay given up before it began',
      ).to.not.include('REPLAY');
      expect((await api().post(`${path}/${webhook.id}/replay`, { since: toIso(since) }, owner)).status).to.equal(202);
      await deliver();
      expect(receiver.received).to.have.length(before + 2);
    });

    it('a webhook whose secret cannot be read is disabled, and wakes only after a rotation', async () => {
      const webhook = await add({ events: ['booking.confirmed'] });
      const { dependencies } = api();
      const otherKey = { ...dependencies.webhookSecrets, open: () => undefined };
      const unable = { ...dependencies, webhookSecrets: otherKey };
      await sell();
      const delivering = deliverEvents({ ...unable, countAttempt: () => undefined });
      await delivering.begin(() => undefined);
      await delivering.settled();
      expect(receiver.received).to.deep.equal([]);
      expect(await webhookOf(webhook)).to.include({ status: 'DISABLED', disabled_because: 'secret' });
      expect((await deliveriesOf(webhook)).map(({ status }) => status)).to.deep.equal(['FAILED']);
      const by = { owner: { kind: 'OPERATOR', id: company.operatorId }, actor: { role: 'OPERATOR', userId } } as const;
      const waking = changeWebhook(unable)(by, webhook.id, { status: 'ACTIVE' });
      expect(await codeOf(waking)).to.equal('SECRET_UNREADABLE');
      expect((await api().post(`${path}/${webhook.id}/rotate`, {}, owner)).status).to.equal(200);
      expect((await patch(webhook, { status: 'ACTIVE' })).json).to.include({ status: 'ACTIVE', missed: 0 });
    });

    it('a test reaches a disabled webhook, is not repeated and is not in the list of events', async () => {
      const webhook = await add({ events: ['booking.confirmed'] });
      await patch(webhook, { status: 'DISABLED' });
      expect(await webhookOf(webhook)).to.include({ status: 'DISABLED', disabled_because: 'you' });
      receiver.answer = { status: 410 };
      const asked = await api().post(`${path}/${webhook.id}/test`, undefined, owner);
      expect(asked.status).to.equal(202);
      await deliver();
      expect(JSON.parse(receiver.received[0]!.body)).to.deep.include({
        type: 'webhook.test',
        data: { webhook_id: webhook.id },
      });
      const [test] = await deliveriesOf(webhook);
      expect(test).to.include({ id: asked.json.delivery_id, status: 'FAILED', response_status: 410 });
      expect(await webhookOf(webhook)).to.include({ disabled_because: 'you', failing_since: null });
      const listed = (await api().get('/api/operator/events?types=webhook.test', owner)).status;
      expect(listed).to.equal(400);
    });

    it('a webhook takes five tests a minute, or any number without limits', async () => {
      const webhook = await add();
      const by = { kind: 'OPERATOR', id: company.operatorId } as const;
      const test = (rateLimit: boolean) =>
        testWebhook({ ...api().dependencies, rateLimit, writeEvent })(by, webhook.id);
      for (let sent = 0; sent < 5; sent += 1) await test(true);
      api().clock.advance(0.5);
      const refused = await test(true).catch((error: unknown) => error);
      expect(refused).to.include({ kind: 'throttled', code: 'TOO_MANY_TESTS', retryAfterSeconds: 30 });
      await test(false);
      api().clock.advance(0.6);
      await test(true);
    });

    it('a replay is sent oldest first, whichever transaction committed first, and after new events', async () => {
      const webhook = await add();
      const at = api().clock();
      const one = (id: string, seconds: number) => ({
        id: `evt_${webhook.id}${id}`,
        owner: { kind: 'OPERATOR', id: company.operatorId } as const,
        type: 'webhook.test' as const,
        bookingId: null,
        body: JSON.stringify({ type: 'webhook.test', timestamp: toIso(at), data: { webhook_id: webhook.id } }),
        at: secondsAfter(at, seconds - 60),
      });
      await api().dependencies.transact(({ eventFeed }) => eventFeed.add([one('later', 2)]));
      await api().dependencies.transact(({ eventFeed }) => eventFeed.add([one('earlier', 1)]));
      await delivery.begin(() => undefined);
      await delivery.settled();
      const since = toIso(secondsAfter(at, -60));
      const replay = await api().post(`${path}/${webhook.id}/replay`, { since }, owner);
      expect(replay.json).to.deep.equal({ deliveries: 2, until: toIso(secondsAfter(at, -58)) });
      expect((await deliveriesOf(webhook)).map(({ event_id: id }) => id)).to.deep.equal(
        ['later', 'earlier'].map((id) => `evt_${webhook.id}${id}`),
      );
      await sell();
      await numberEvents(api().dependencies)();
      const claimed = await api().dependencies.transact(({ deliveries }) =>
        deliveries.claim(
          webhook.id as WebhookId,
          { perEndpoint: 2, inAll: 9 },
          { now: api().clock(), until: api().clock(), doubtfulUntil: api().clock() },
        ),
      );
      expect(claimed.map(({ kind }) => kind).sort()).to.deep.equal(['EVENT', 'REPLAY']);
    });

    it('a hanging receiver keeps no other waiting, and gets one attempt at a time while it fails', async () => {
      const other = await hookReceiver();
      try {
        other.answer = null;
        const slow = await add({ url: other.url, events: ['booking.confirmed'] });
        await add({ events: ['booking.confirmed'] });
        for (let count = 0; count < 10; count += 1) await sell();
        await delivery.begin(() => undefined);
        while (receiver.received.length < 8) await delivery.begin(() => undefined);
        expect(other.received.length).to.be.at.most(8);
        await other.close();
        await delivery.settled();
        expect((await webhookOf(slow)).failing_since).to.not.equal(null);
        const attempts = async (): Promise<number> =>
          (await deliveriesOf(slow)).map(({ attempts: made }) => made as number).reduce((sum, made) => sum + made, 0);
        expect(await attempts()).to.equal(8);
        api().clock.advance(0.1);
        await delivery.begin(() => undefined);
        await delivery.settled();
        expect(await attempts()).to.equal(9);
        const unreachable = (await deliveriesOf(slow)).find(({ attempts }) => attempts > 0);
        expect(unreachable).to.include({ response_status: null, error: 'unreachable' });
      } finally {
        await other.close();
      }
    });

    it('a process that died takes no connections of a webhook after a second and a half', async () => {
      await add({ events: ['booking.confirmed'] });
      receiver.answer = null;
      for (let count = 0; count < 8; count += 1) await sell();
      await delivery.begin(() => undefined);
      await eventually(() => receiver.received.length === 8);
      receiver.answer = { status: 204 };
      await sell();
      const other = deliverEvents({ ...api().dependencies, countAttempt: () => undefined });
      const [LESS, MORE] = [1.4 / 60, 0.2 / 60];
      for (const [pause, received] of [
        [LESS, 8],
        [MORE, 9],
      ] as const) {
        api().clock.advance(pause);
        await other.begin(() => undefined);
        await other.settled();
        expect(receiver.received).to.have.length(received);
      }
    });

    it('a delivery whose process died is attempted by another process after five seconds, and not while the process lives', async () => {
      const other = deliverEvents({ ...api().dependencies, countAttempt: () => undefined });
      const [FOUR_SECONDS, ONE_SECOND] = [4 / 60, 1 / 60];
      const { id } = await add({ events: ['booking.confirmed'] });
      receiver.answer = null;
      await sell();
      await delivery.begin(() => undefined);
      await eventually(() => receiver.received.length === 1);
      api().clock.advance(FOUR_SECONDS);
      await delivery.renew();
      api().clock.advance(FOUR_SECONDS);
      expect(await api().dependencies.webhookViews.due(api().clock())).to.not.include(id);
      // Nobody renews the claim any more.
      api().clock.advance(ONE_SECOND);
      receiver.answer = { status: 204 };
      await other.begin(() => undefined);
      await other.settled();
      expect(receiver.received.map(({ headers }) => headers['webhook-id'])).to.deep.equal(
        Array(2).fill(receiver.received[0]!.headers['webhook-id']),
      );
    });

    it('an owner has at most ten webhooks, also when many are added at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 14 }, () => api().post(path, { url: receiver.url, events: ['*'] }, owner)),
      );
      expect(answers.filter(({ status }) => status === 201)).to.have.length(10);
      for (const answer of answers.filter(({ status }) => status !== 201))
        expectProblem(answer, 409, 'TOO_MANY_WEBHOOKS');
    });

    it('a webhook of another owner answers like an unknown one', async () => {
      const webhook = await add();
      const other = await anOperator(api().dependencies);
      const stranger = staffTokenOf('OWNER', other.id, other.operatorId);
      const admin = adminTokenOf(company.admin);
      const unknown = await api().patch(`${path}/99999`, { description: 'x' }, owner);
      for (const [base, token] of [
        ['/api/operator/webhooks', stranger],
        ['/api/admin/webhooks', admin],
      ] as const) {
        const answers = [
          await api().patch(`${base}/${webhook.id}`, { description: 'x' }, token),
          await api().delete(`${base}/${webhook.id}`, undefined, token),
          await api().post(`${base}/${webhook.id}/rotate`, {}, token),
          await api().post(`${base}/${webhook.id}/test`, undefined, token),
          await api().get(`${base}/${webhook.id}/deliveries`, token),
          await api().post(`${base}/${webhook.id}/replay`, { since: toIso(api().clock()) }, token),
        ];
        for (const { status, json } of answers)
          expect({ status, code: json.code }).to.deep.equal({ status: 404, code: unknown.json.code });
      }
    });

    it('a key with the scope webhooks keeps the webhooks of its agent, and reads what the agent has heard', async () => {
      const agent = await anAgent(api().dependencies);
      const program = await aProgram(api().dependencies, agent);
      const listening = await anAgentKey(api().dependencies, agent, { scopes: ['webhooks'] });
      const { key: reading } = await anAgentKey(api().dependencies, agent, { scopes: ['read'] });
      const mine = '/api/agent/webhooks';
      const wanted = { url: receiver.url, events: ['*'] };
      expectProblem(await api().post(mine, wanted, reading), 403, 'SCOPE_MISSING');
      const webhook = await api().post(mine, wanted, listening.key);
      expect(webhook.status, webhook.text).to.equal(201);
      const selling = agentSalesOn(api().dependencies, api().clock);
      const trip = await aTrip(api().dependencies, { seats: ['A1'], departsAt: hoursAfter(api().clock(), 48) });
      await selling.hold(program, trip.id, ['A1']);
      await selling.order(program, trip.id, { numbers: ['A1'], reference: 'HT-9' });
      await deliver();
      const [told] = receiver.received.map((sent) => verify(webhook.json.secret, sent));
      expect(told).to.deep.include({ type: 'booking.confirmed' });
      expect(told.data).to.include({ reference: 'HT-9', agent_id: agent.id });
      const { results } = (await api().get('/api/agent/events', reading)).json;
      expect(results.map(({ data }: Json) => data)).to.deep.equal([told.data]);
    });

    it('an agent of the sandbox has at most two webhooks, and sixty attempts an hour', async () => {
      const agent = await anAgent(api().dependencies, { isTest: true });
      const { key } = await anAgentKey(api().dependencies, agent, { scopes: ['webhooks'] });
      const asked = { url: receiver.url, events: ['booking.confirmed'] };
      const answers = await Promise.all(Array.from({ length: 4 }, () => api().post('/api/agent/webhooks', asked, key)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 201, 409, 409]);
      expectProblem(
        answers.find(({ status }) => status === 409)!,
        409,
        'TOO_MANY_WEBHOOKS',
      );
      const hooks = answers.filter(({ status }) => status === 201).map(({ json }) => json.id as WebhookId);
      await api().dependencies.transact(({ deliveries }) =>
        deliveries.add(
          Array.from({ length: 70 }, (_, index) => ({
            webhookId: hooks[index % 2]!,
            eventId: `evt_${index}`,
            type: 'booking.confirmed',
            kind: 'REPLAY',
            body: '{}',
          })),
          api().clock(),
        ),
      );
      await deliver();
      expect(receiver.received).to.have.length(60);
      api().clock.advance(61);
      await deliver();
      expect(receiver.received).to.have.length(70);

      api().clock.advance(61);
      const [old] = (await api().get(`/api/agent/webhooks/${hooks[0]}/deliveries`, key)).json.results;
      for (let times = 0; times < 65; times += 1) {
        await api().dependencies.transact(({ deliveries }) => deliveries.repeat(old, api().clock()));
        await deliver();
      }
      expect(receiver.received.length, 'sent again on request').to.be.within(120, 130);
    });

    it('only owners keep webhooks, and managers read events', async () => {
      const manager = staffTokenOf('MANAGER', userId, company.operatorId);
      const clerk = staffTokenOf('CLERK', userId, company.operatorId);
      expect((await api().get(path, manager)).status).to.equal(403);
      expect((await api().get('/api/operator/events', manager)).status).to.equal(200);
      expect((await api().get('/api/operator/events', clerk)).status).to.equal(403);
      expect((await api().get('/api/admin/events', manager)).status).to.equal(403);
    });

    it('what a webhook cannot have is refused by its field', async () => {
      for (const [given, field] of [
        [{ events: [] }, 'events'],
        [{ events: ['booking.sold'] }, 'events'],
        [{ events: ['webhook.test'] }, 'events'],
        [{ events: ['*', 'booking.confirmed'] }, 'events'],
        [{ url: 'ftp://example.com/hook' }, 'url'],
        [{ url: `https://example.com/${'x'.repeat(490)}` }, 'url'],
        [{ description: 'x'.repeat(201) }, 'description'],
      ] as const) {
        const answer = await api().post(path, { url: receiver.url, events: ['*'], ...given }, owner);
        expectProblem(answer, 400, 'VALIDATION');
        expect(answer.json.errors[0].field.split(/[/.[]/)[0], answer.text).to.equal(field);
      }
      const webhook = await add();
      for (const since of [toIso(daysAfter(api().clock(), -8)), toIso(hoursAfter(api().clock(), 1)), 'yesterday']) {
        const answer = await api().post(`${path}/${webhook.id}/replay`, { since }, owner);
        expectProblem(answer, 400, 'VALIDATION');
        expect(answer.json.errors[0].field).to.equal('since');
      }
    });

    it('the activity log tells what was done to a webhook, and never its secret', async () => {
      const webhook = await add({ url: `${receiver.url}?key=hidden` });
      await patch(webhook, { description: 'Accounting' });
      await api().post(`${path}/${webhook.id}/rotate`, {}, owner);
      await patch(webhook, { status: 'DISABLED' });
      expect((await api().delete(`${path}/${webhook.id}`, undefined, owner)).status).to.equal(204);
      const log = await api().get(`/api/admin/activity-log?subject=webhook:${webhook.id}`, adminTokenOf(company.admin));
      expect(log.json.results.map(({ kind }: Json) => kind).reverse()).to.deep.equal([
        'WEBHOOK_ADDED',
        'WEBHOOK_CHANGED',
        'WEBHOOK_ROTATED',
        'WEBHOOK_DISABLED',
        'WEBHOOK_DELETED',
      ]);
      expect(log.text).to.not.include('whsec_').and.not.include('hidden');
    });
  },
  { environment: { WEBHOOKS_LOCAL: 'on' }, overrides: { authenticate } },
);
