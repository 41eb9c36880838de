import type { QueuedSms } from '../../core/platform/sms.ts';
import type { SmsQueue, WaitingSms } from '../../core/platform/sms-queue.ts';
import type { SmsId } from '../../core/kernel/ids.ts';
import { type State, nextId } from './state.ts';
import type { StoredSms } from './stored-sms.ts';

const isCode = ({ sms }: WaitingSms): boolean => sms.kind === 'CODE' || sms.kind === 'ACCOUNT';

export const memorySmsQueue = (state: State): SmsQueue => {
  /** The stored text message. Undefined if another caller has taken the message since. */
  const taken = ({ id, attempt }: WaitingSms): StoredSms | undefined =>
    state.smsQueue.find((text) => text.id === id && text.attempts === attempt && text.nextAttemptAt === undefined);

  return {
    async add(texts, at) {
      const waiting = { queuedAt: at, attempts: 0, nextAttemptAt: at, sentAt: undefined, parts: 0 };
      state.smsQueue = [
        ...state.smsQueue,
        ...texts.map(({ sms, expiresAt }) => ({
          id: nextId<SmsId>(state),
          expiresAt,
          content: JSON.stringify(sms),
          ...waiting,
        })),
      ];
    },

    due: async (now, limit) =>
      state.smsQueue
        .flatMap(({ id, content, expiresAt, attempts, nextAttemptAt: since = Infinity }) =>
          since <= now && content !== null
            ? [{ since, text: { id, sms: JSON.parse(content) as QueuedSms, expiresAt, attempt: attempts + 1 } }]
            : [],
        )
        .sort((one, other) => Number(isCode(other.text)) - Number(isCode(one.text)) || one.since - other.since)
        .slice(0, limit)
        .map(({ text }) => text),

    async take({ id, attempt }, parts, at) {
      const text = state.smsQueue.find((one) => one.id === id && one.attempts === attempt - 1);
      if (text?.nextAttemptAt === undefined) return false;
      Object.assign(text, { attempts: attempt, sentAt: at, parts, nextAttemptAt: undefined, content: null });
      return true;
    },

    async putBack(text, at) {
      const content = JSON.stringify(text.sms);
      Object.assign(taken(text) ?? {}, { sentAt: undefined, parts: 0, nextAttemptAt: at, content });
    },

    async giveUp(text) {
      Object.assign(taken(text) ?? {}, { sentAt: undefined, parts: 0 });
    },

    backlog: async () => state.smsQueue.filter(({ nextAttemptAt }) => nextAttemptAt !== undefined).length,

    partsSent: async ({ start, end }) =>
      state.smsQueue
        .filter(({ sentAt }) => sentAt !== undefined && sentAt >= start && sentAt < end)
        .reduce((sum, { parts }) => sum + parts, 0),

    async prune(before, limit) {
      const old = state.smsQueue
        .filter(({ nextAttemptAt, queuedAt }) => nextAttemptAt === undefined && queuedAt < before)
        .slice(0, limit);
      state.smsQueue = state.smsQueue.filter((text) => !old.includes(text));
      return old.length;
    },
  };
};
