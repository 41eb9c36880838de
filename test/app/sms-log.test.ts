import { expect } from 'chai';
import { sendDueSms } from '../../app/send-due-sms.ts';
import type { SmsId } from '../../core/kernel/ids.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import type { SmsDelivery } from '../../core/platform/send-sms.ts';
import { START } from '../support/clock.ts';
import { readableLog } from '../support/readable-log.ts';

const ERROR_LEVEL = 50;
const REASON = 'status 403, response_code 1002';

const OUTCOMES = {
  sent: { result: 'sent' },
  doubted: { result: 'sent', doubt: 'TimeoutError' },
  refused: { result: 'refused', reason: REASON },
  'refused for all': { result: 'refused for all', reason: REASON },
  unreachable: { result: 'unreachable', reason: 'ECONNREFUSED' },
  'not written': { result: 'not written', error: new Error('no words') },
  expired: { result: 'expired' },
  unwanted: { result: 'unwanted' },
} as const satisfies Record<string, SmsDelivery['outcome']>;

/** Reports that a text message had this outcome. Returns the log's lines and the metrics' counts. */
async function report(outcome: SmsDelivery['outcome']) {
  const { log, lines } = readableLog();
  const counted: unknown[][] = [];
  const delivery: SmsDelivery = {
    id: 7 as SmsId,
    kind: 'CODE',
    to: '9812345678',
    parts: 2,
    attempt: 1,
    outcome,
    nextAttemptAt: minutesAfter(START, 1),
  };
  const countSms = (...given: unknown[]): void => void counted.push(given);
  const sent = await sendDueSms({ sendSms: async () => [delivery], log, countSms })();
  return { lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>), counted, sent };
}

describe('the log of text messages', () => {
  it('an SMS provider that refuses every text message raises one alarm, with the reason', async () => {
    const { lines } = await report(OUTCOMES['refused for all']);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ alarm: true, level: ERROR_LEVEL, reason: REASON, kind: 'CODE' });
  });

  it('an SMS provider that refuses only some text messages raises no alarm in the log', async () => {
    for (const [name, outcome] of Object.entries(OUTCOMES))
      if (name !== 'refused for all')
        for (const line of (await report(outcome)).lines) expect(line, name).not.to.have.property('alarm');
  });

  it('the log shows only the last three digits of a text message’s phone number', async () => {
    for (const [name, outcome] of Object.entries(OUTCOMES))
      for (const line of (await report(outcome)).lines) {
        expect(line, name).to.include({ to: '*******678' });
        expect(JSON.stringify(line), name).not.to.match(/981|2345/);
      }
  });

  it('the metrics count the SMS parts of text messages that were or may have been sent, and refused messages separately', async () => {
    const counts: Record<string, unknown> = {};
    for (const [name, outcome] of Object.entries(OUTCOMES)) {
      const { counted, sent } = await report(outcome);
      counts[name] = [...counted, sent];
    }
    expect(counts).to.deep.equal({
      sent: [['CODE', { parts: 2 }], 1],
      doubted: [['CODE', { parts: 2 }], 1],
      refused: [['CODE', 'refused'], 0],
      'refused for all': [['CODE', 'refused'], 0],
      unreachable: [0],
      'not written': [0],
      expired: [0],
      unwanted: [0],
    });
  });
});
