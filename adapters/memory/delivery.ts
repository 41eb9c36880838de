import type { Idempotency, RequestKey } from '../../core/platform/idempotency.ts';
import type { Leases } from '../../core/platform/leases.ts';
import type { ClaimedMail, MailQueue } from '../../core/platform/mail-queue.ts';
import type { ComposedMail } from '../../core/platform/mailer.ts';
import type { Outbox, Recorder } from '../../core/platform/outbox.ts';
import type { ServiceEvent } from '../../core/events.ts';
import type { MailId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../core/stores.ts';
import { type State, type StoredMail, nextId } from './state.ts';

export const memoryRecorder = (
  state: State,
  { announce, random, recordChange }: TransactionNeeds,
): Recorder<ServiceEvent> => ({
  async record(event, at) {
    state.outbox.push({ id: nextId<number>(state), ...announce(event, random.uuid(), at), recordedAt: at });
    recordChange({ thing: 'event' });
  },
});

export const memoryOutbox = (state: State): Outbox => ({
  pending: async (limit) =>
    state.outbox
      .filter(({ sentAt }) => sentAt === undefined)
      .slice(0, limit)
      .map(({ id, topic, payload }) => ({ id, topic, payload })),

  hasPending: async () => state.outbox.some(({ sentAt }) => sentAt === undefined),

  async markSent(ids, at) {
    for (const entry of state.outbox) if (ids.includes(entry.id)) entry.sentAt = at;
  },

  async requeueRecent(seconds) {
    const newest = Math.max(...state.outbox.map(({ sentAt = Number.NEGATIVE_INFINITY }) => sentAt));
    for (const entry of state.outbox)
      if (entry.sentAt !== undefined && entry.sentAt >= newest - seconds * 1_000) delete entry.sentAt;
  },

  async backlog() {
    const pending = state.outbox.filter(({ sentAt }) => sentAt === undefined);
    return { count: pending.length, since: pending[0]?.recordedAt };
  },

  async prune(before, limit) {
    const old = state.outbox.filter(({ sentAt }) => sentAt !== undefined && sentAt < before).slice(0, limit);
    state.outbox = state.outbox.filter((entry) => !old.includes(entry));
    return old.length;
  },
});

const nameOf = ({ path, key, ...sender }: RequestKey): string => JSON.stringify([sender, path, key]);

export const memoryIdempotency = (state: State): Idempotency => ({
  async reserve(request, { bodyHash, now, runningUntil, keptSince }) {
    const first = state.answers.get(nameOf(request));
    const dead = first?.runningUntil !== undefined && first.runningUntil <= now && first.bodyHash === bodyHash;
    if (!first || first.createdAt <= keptSince || dead) {
      state.answers.set(nameOf(request), { bodyHash, createdAt: now, runningUntil, answer: undefined });
      return 'first';
    }
    return first.bodyHash === bodyHash ? (first.answer ?? 'running') : 'other body';
  },

  async keep(request, runningUntil, answer) {
    const first = state.answers.get(nameOf(request));
    if (first?.runningUntil !== runningUntil) return false;
    state.answers.set(nameOf(request), { ...first, runningUntil: undefined, answer });
    return true;
  },

  async release(request, runningUntil) {
    if (state.answers.get(nameOf(request))?.runningUntil === runningUntil) state.answers.delete(nameOf(request));
  },

  async prune(before, limit) {
    const old = [...state.answers].filter(([, { createdAt }]) => createdAt < before).slice(0, limit);
    for (const [name] of old) state.answers.delete(name);
    return old.length;
  },
});

export const memoryLeases = (state: State): Leases => ({
  async take({ name, holder }, until, now) {
    const held = state.leases.find((lease) => lease.name === name);
    if (held && held.holder !== holder && held.expiresAt > now) return false;
    state.leases = [...state.leases.filter((lease) => lease !== held), { name, holder, expiresAt: until }];
    return true;
  },

  async release({ name, holder }) {
    state.leases = state.leases.filter((lease) => lease.name !== name || lease.holder !== holder);
  },
});

/** Reads a composed mail from JSON, the form in which databases store it. */
const mailOf = ({ about, content }: StoredMail): ClaimedMail['mail'] =>
  about ?? (JSON.parse(content ?? 'null') as ComposedMail);

export const memoryMailQueue = (state: State): MailQueue => {
  const unsent = ({ id, queuedAt }: ClaimedMail): StoredMail | undefined =>
    state.mailQueue.find((mail) => mail.id === id && mail.queuedAt === queuedAt && mail.sentAt === undefined);
  const claimed = (mail: ClaimedMail): StoredMail | undefined => {
    const known = unsent(mail);
    return known?.attempts === mail.attempt ? known : undefined;
  };
  const queue = (mail: Pick<StoredMail, 'about' | 'content'>, at: Instant): void => {
    const id = nextId<MailId>(state);
    const waiting = { queuedAt: at, attempts: 0, nextAttemptAt: at, sentAt: undefined };
    state.mailQueue = [...state.mailQueue, { id, ...mail, ...waiting }];
  };

  return {
    async add({ kind, bookingId }, at) {
      if (state.mailQueue.some(({ about }) => about?.kind === kind && about.bookingId === bookingId)) return;
      queue({ about: { kind, bookingId }, content: null }, at);
    },

    async repeat({ kind, bookingId }, at, due) {
      const known = state.mailQueue.find(({ about }) => about?.kind === kind && about.bookingId === bookingId);
      if (known?.attempts === 0 && known.nextAttemptAt !== undefined) return;
      const again = { queuedAt: at, attempts: 0, nextAttemptAt: due, sentAt: undefined };
      const id = known?.id ?? nextId<MailId>(state);
      const others = state.mailQueue.filter((mail) => mail !== known);
      state.mailQueue = [...others, { id, about: { kind, bookingId }, content: null, ...again }];
    },

    async post(mails, at) {
      for (const mail of mails) queue({ about: null, content: JSON.stringify(mail) }, at);
    },

    anyDue: async (now) =>
      state.mailQueue.some(({ nextAttemptAt }) => nextAttemptAt !== undefined && nextAttemptAt <= now),

    async claim(now, until, limit) {
      const due = state.mailQueue
        .flatMap((mail) =>
          mail.nextAttemptAt !== undefined && mail.nextAttemptAt <= now ? [{ mail, since: mail.nextAttemptAt }] : [],
        )
        .sort((one, other) => one.since - other.since)
        .slice(0, limit);
      return due.map(({ mail }) => {
        mail.attempts += 1;
        mail.nextAttemptAt = until;
        return { id: mail.id, mail: mailOf(mail), queuedAt: mail.queuedAt, attempt: mail.attempts };
      });
    },

    async markSent(mail, at) {
      const known = unsent(mail);
      if (known) Object.assign(known, { sentAt: at, nextAttemptAt: undefined, content: null });
    },

    async postpone(mail, at) {
      const known = claimed(mail);
      if (known) known.nextAttemptAt = at;
    },

    async giveUp(mail) {
      const known = claimed(mail);
      if (known) Object.assign(known, { nextAttemptAt: undefined, content: null });
    },

    async prunePosted(before, limit) {
      const done = state.mailQueue.filter(
        ({ about, nextAttemptAt, queuedAt }) => about === null && nextAttemptAt === undefined && queuedAt < before,
      );
      const old = done.slice(0, limit);
      state.mailQueue = state.mailQueue.filter((mail) => !old.includes(mail));
      return old.length;
    },
  };
};
