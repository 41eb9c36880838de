import type { AgentId, AgentStatementId, StatementId, WebhookId } from '../../../core/kernel/ids.ts';
import type { Delivery } from '../../../core/listening/delivery.ts';
import { PLATFORM, agentAs, companyAs } from '../../../core/listening/owner.ts';
import type { Deliveries, EventFeed, ToldFacts, WebhookViews, Webhooks } from '../../../core/listening/ports.ts';
import type { Webhook } from '../../../core/listening/webhook.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import { type Calls, BOOKING, LATER, LIMIT, N, NOW, OPERATOR, REFUND, SINCE, TRIPS, seldom } from './rows.ts';

const WEBHOOK = 7 as WebhookId;
const COMPANY = companyAs(OPERATOR);
const page = { limit: LIMIT };

const webhook: Webhook = {
  id: WEBHOOK,
  owner: COMPANY,
  url: 'https://example.com/hook',
  description: '',
  types: [['*', SINCE]],
  status: 'ACTIVE',
  disabledBecause: null,
  activeSince: SINCE,
  disabledAt: null,
  lastSuccessAt: null,
  failingSince: null,
  secret: 'sealed',
  oldSecret: null,
  createdAt: SINCE,
};

const delivery: Delivery = {
  id: N,
  webhookId: WEBHOOK,
  eventId: 'evt_1',
  type: 'booking.confirmed',
  kind: 'EVENT',
  body: '{}',
  status: 'PENDING',
  attempts: 0,
  failures: 0,
  rounds: 0,
  responseStatus: null,
  failed: false,
  lastAttemptAt: null,
  nextAttemptAt: NOW,
};

export const LISTENING_CALLS: Calls<
  Stores,
  {
    readonly toldFacts: ToldFacts;
    readonly eventFeed: EventFeed;
    readonly webhooks: Webhooks;
    readonly deliveries: Deliveries;
  }
> = {
  toldFacts: {
    bookings: ({ toldFacts }) => toldFacts.bookings([BOOKING]),
    trips: ({ toldFacts }) => toldFacts.trips(TRIPS),
    agentsBookings: ({ toldFacts }) => toldFacts.agentsBookings(TRIPS),
    refunds: ({ toldFacts }) => toldFacts.refunds([REFUND]),
    statements: ({ toldFacts }) => toldFacts.statements([N as StatementId]),
    accounts: ({ toldFacts }) => toldFacts.accounts([N as AgentId]),
    agentStatements: ({ toldFacts }) => toldFacts.agentStatements([N as AgentStatementId]),
  },
  eventFeed: {
    add: ({ eventFeed }) =>
      eventFeed.add([
        { id: 'evt_new', owner: PLATFORM, type: 'booking.confirmed', bookingId: BOOKING, body: '{}', at: NOW },
      ]),
    number: ({ eventFeed }) => eventFeed.number(LIMIT),
    lastPlace: ({ eventFeed }) => eventFeed.lastPlace(),
    list: async ({ eventFeed }) => {
      const choice = { owner: COMPANY, since: SINCE, behind: N, limit: LIMIT };
      await eventFeed.list(choice, N + LIMIT);
      await eventFeed.list({ ...choice, types: ['booking.confirmed'] }, N + LIMIT);
    },
    listByMoment: ({ eventFeed }) => eventFeed.listByMoment({ owner: COMPANY, since: SINCE, limit: LIMIT }),
    count: ({ eventFeed }) =>
      eventFeed.count({ owner: COMPANY, types: ['booking.confirmed'] }, { start: SINCE, end: NOW }),
    prune: ({ eventFeed }) => eventFeed.prune(SINCE, LIMIT),
  },
  webhooks: {
    lockOwner: seldom,
    count: ({ webhooks }) => webhooks.count(COMPANY),
    isOfSandbox: ({ webhooks }) => webhooks.isOfSandbox(agentAs(N)),
    add: ({ webhooks }) => webhooks.add(webhook),
    lockOwned: ({ webhooks }) => webhooks.lockOwned(WEBHOOK, COMPANY),
    lock: ({ webhooks }) => webhooks.lock(WEBHOOK),
    save: ({ webhooks }) => webhooks.save(webhook),
    remove: ({ webhooks }) => webhooks.remove(WEBHOOK),
    active: ({ webhooks }) => webhooks.active(),
  },
  deliveries: {
    add: ({ deliveries }) => deliveries.add([delivery], NOW),
    find: ({ deliveries }) => deliveries.find(WEBHOOK, N),
    claim: ({ deliveries }) =>
      deliveries.claim(WEBHOOK, { perEndpoint: 8, inAll: LIMIT }, { now: NOW, until: LATER, doubtfulUntil: NOW }),
    renew: ({ deliveries }) => deliveries.renew([N], NOW, LATER),
    settle: ({ deliveries }) =>
      deliveries.settle(delivery, { responseStatus: 200, failed: false, at: NOW }, { status: 'DELIVERED', at: null }),
    repeat: ({ deliveries }) => deliveries.repeat(delivery, NOW),
    giveUpAll: ({ deliveries }) => deliveries.giveUpAll(WEBHOOK),
    tests: ({ deliveries }) => deliveries.tests(WEBHOOK, SINCE),
    attemptsSince: ({ deliveries }) => deliveries.attemptsSince(COMPANY, SINCE, NOW),
    isReplaying: ({ deliveries }) => deliveries.isReplaying(WEBHOOK),
    prune: ({ deliveries }) => deliveries.prune(SINCE, LIMIT),
  },
};

export const LISTENING_VIEW_CALLS: Calls<Views, WebhookViews> = {
  list: ({ webhookViews }) => webhookViews.list(COMPANY, page),
  find: ({ webhookViews }) => webhookViews.find(WEBHOOK, COMPANY),
  deliveries: async ({ webhookViews }) => {
    await webhookViews.deliveries(WEBHOOK, page);
    await webhookViews.deliveries(WEBHOOK, { ...page, after: [N] });
  },
  delivery: ({ webhookViews }) => webhookViews.delivery(WEBHOOK, N),
  anyUnnumbered: ({ webhookViews }) => webhookViews.anyUnnumbered(),
  due: ({ webhookViews }) => webhookViews.due(NOW),
  sealedOtherwise: seldom,
};
