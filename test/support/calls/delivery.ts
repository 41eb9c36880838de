import type { MailId, NoticeId, SmsId } from '../../../core/kernel/ids.ts';
import { newTripSms } from '../../../core/platform/sms.ts';
import { seatsChanged } from '../../../core/seats/seat-events.ts';
import { aSandboxPayment } from '../sandbox.ts';
import type { Stores } from '../../../core/stores.ts';
import { anExpiryMail, anInvitationMail } from '../mails.ts';
import { type Calls, BOOKING, FREE, LATER, LIMIT, N, NOW, OTHER, SINCE, TRIP } from './rows.ts';

const MAIL = { kind: 'BOOKING_CONFIRMED', bookingId: BOOKING } as const;
const NOTICE = N as NoticeId;
const CLAIMED = { id: N as MailId, mail: MAIL, queuedAt: NOW, attempt: 1, notice: NOTICE };

const SMS = { kind: 'CONFIRMED', bookingId: BOOKING } as const;
const WAITING_SMS = { id: N as SmsId, sms: SMS, expiresAt: LATER, attempt: 1, notice: NOTICE };

const SANDBOX_PAYMENT = aSandboxPayment({ id: 'id-7' });

export const DELIVERY_CALLS = {
  events: { record: ({ events }) => events.record(seatsChanged(TRIP, FREE, 'LOCKED'), NOW) },
  outbox: {
    pending: ({ outbox }) => outbox.pending(LIMIT),
    hasPending: ({ outbox }) => outbox.hasPending(),
    markSent: ({ outbox }) => outbox.markSent([5, 1_005, 2_005], NOW),
    requeueRecent: ({ outbox }) => outbox.requeueRecent(10),
    backlog: ({ outbox }) => outbox.backlog(),
    prune: ({ outbox }) => outbox.prune(SINCE, LIMIT),
  },
  leases: {
    take: ({ leases }) => leases.take({ name: 'relay', holder: 'me' }, LATER, NOW),
    release: ({ leases }) => leases.release({ name: 'relay', holder: 'me' }),
  },
  processBeats: {
    beat: ({ processBeats }) => processBeats.beat({ name: 'here/1', version: '0.1.0', clock: NOW }),
    prune: ({ processBeats }) => processBeats.prune(NOW),
  },
  idempotency: {
    reserve: async ({ idempotency }) => {
      const options = { bodyHash: 'hash', now: NOW, runningUntil: LATER, keptSince: SINCE };
      for (const key of ['new', 'new', 'key-7'])
        await idempotency.reserve({ userId: OTHER, path: '/api/bookings', key }, options);
    },
    keep: ({ idempotency }) =>
      idempotency.keep({ userId: OTHER, path: '/api/bookings', key: 'key-7' }, LATER, {
        status: 201,
        contentType: 'application/json',
        body: '{}',
      }),
    release: ({ idempotency }) => idempotency.release({ userId: OTHER, path: '/api/bookings', key: 'key-7' }, LATER),
    prune: ({ idempotency }) => idempotency.prune(SINCE, LIMIT),
  },
  mailQueue: {
    add: ({ mailQueue }) => mailQueue.add(MAIL, NOW),
    repeat: ({ mailQueue }) => mailQueue.repeat(MAIL, NOW, LATER),
    post: ({ mailQueue }) => mailQueue.post([anExpiryMail(), anInvitationMail()], NOW),
    postClaimed: ({ mailQueue }) => mailQueue.postClaimed(anExpiryMail(), NOW, LATER),
    anyDue: ({ mailQueue }) => mailQueue.anyDue(NOW),
    claim: ({ mailQueue }) => mailQueue.claim(NOW, LATER, 10),
    markSent: ({ mailQueue }) => mailQueue.markSent(CLAIMED, NOW),
    postpone: ({ mailQueue }) => mailQueue.postpone(CLAIMED, LATER),
    giveUp: ({ mailQueue }) => mailQueue.giveUp(CLAIMED, 'FAILED'),
    prunePosted: ({ mailQueue }) => mailQueue.prunePosted(SINCE, LIMIT),
  },
  notices: {
    replace: ({ notices }) => notices.replace(TRIP, [{ bookingId: BOOKING, byMail: true, bySms: true }]),
  },
  liveLinks: {
    codeOf: ({ liveLinks }) => liveLinks.codeOf(BOOKING, 'fresh'),
    find: ({ liveLinks }) => liveLinks.find('code-7'),
    end: ({ liveLinks }) => liveLinks.end(BOOKING),
    prune: 'seldom',
  },
  ticketLinks: {
    codeOf: ({ ticketLinks }) => ticketLinks.codeOf(BOOKING, 'fresh'),
    find: ({ ticketLinks }) => ticketLinks.find('code-7'),
  },
  smsQueue: {
    add: ({ smsQueue }) => smsQueue.add([newTripSms(SMS, { arrivesAt: LATER })], NOW),
    due: ({ smsQueue }) => smsQueue.due(NOW, LIMIT),
    take: ({ smsQueue }) => smsQueue.take(WAITING_SMS, 1, NOW),
    putBack: ({ smsQueue }) => smsQueue.putBack(WAITING_SMS, LATER),
    giveUp: ({ smsQueue }) => smsQueue.giveUp(WAITING_SMS, 'FAILED'),
    backlog: ({ smsQueue }) => smsQueue.backlog(),
    partsSent: ({ smsQueue }) => smsQueue.partsSent({ start: SINCE, end: NOW }),
    prune: ({ smsQueue }) => smsQueue.prune(SINCE, LIMIT),
  },
  sandbox: {
    open: ({ sandbox }) => sandbox.open(SANDBOX_PAYMENT),
    find: ({ sandbox }) => sandbox.find('WALLET', 'id-7'),
    findPaid: ({ sandbox }) => sandbox.findPaid('WALLET', 'transaction-7'),
    save: ({ sandbox }) => sandbox.save(SANDBOX_PAYMENT),
    setFault: ({ sandbox }) => sandbox.setFault({ gateway: 'WALLET', fault: 'timeout', times: 1 }, NOW),
    takeFault: ({ sandbox }) => sandbox.takeFault('WALLET', ['timeout', 'garbage']),
    keepKey: ({ sandbox }) => sandbox.keepKey('WALLET', 'key'),
    prune: ({ sandbox }) => sandbox.prune(SINCE, LIMIT),
  },
} as const satisfies Partial<Calls<Stores, Stores>>;
