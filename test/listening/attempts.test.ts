import { expect } from 'chai';
import type { WebhookId } from '../../core/kernel/ids.ts';
import { type Instant, hoursAfter, secondsAfter, secondsBetween } from '../../core/kernel/time.ts';
import { type Delivery, nextAttempt } from '../../core/listening/delivery.ts';
import { type Webhook, judgeAttempt } from '../../core/listening/webhook.ts';
import { START } from '../support/clock.ts';

const [SHORTEST, LONGEST] = ['0000', '9999'].map((digits) => ({ digits: () => digits }));

describe('attempts to deliver an event', () => {
  it('eight pauses of 5 seconds to 20 hours follow failures, each times 0.8 to 1.2', () => {
    const HOUR = 3_600;
    const pauses = [5, 300, 1_800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR];
    for (const [index, pause] of pauses.entries())
      for (const [random, factor] of [
        [SHORTEST!, 0.8],
        [LONGEST!, 1.2],
      ] as const) {
        const at = nextAttempt({ failures: index + 1 }, undefined, random, START);
        expect(secondsBetween(START, at!), `after ${index + 1} failures`).to.be.closeTo(pause * factor, 1);
      }
    expect(nextAttempt({ failures: 9 }, undefined, LONGEST!, START)).to.equal(undefined);
  });

  const at = (seconds: number): string => new Date(secondsAfter(START, seconds)).toUTCString();
  for (const [status, retryAfter, seconds] of [
    [429, '3600', 3_600],
    [503, at(3_600), 3_600],
    [503, '999999', 24 * 3_600],
    [503, at(30 * 3_600), 24 * 3_600],
    [503, '1', 4],
    [503, 'soon', 4],
    [503, null, 4],
    [500, '3600', 4],
    [302, '3600', 4],
  ] as const)
    it(`the pause after ${status} with Retry-After ${retryAfter ?? '(none)'} is ${seconds} seconds`, () => {
      const next = nextAttempt({ failures: 1 }, { status, retryAfter }, SHORTEST!, START);
      expect(secondsBetween(START, next!)).to.equal(seconds);
    });

  const webhook = { status: 'ACTIVE', failingSince: START } as Webhook;
  const delivery = { id: 1, webhookId: 1 as WebhookId, kind: 'EVENT', failures: 3 } as Delivery;
  const judged = (status: number, now: Instant) =>
    judgeAttempt(webhook, delivery, { status, retryAfter: null }, LONGEST!, now);

  it('a webhook is disabled by a failed attempt 72 hours after its first failure, not by an earlier one', () => {
    expect(judged(500, secondsAfter(hoursAfter(START, 72), -1)).disables).to.equal(undefined);
    expect(judged(500, hoursAfter(START, 72)).disables).to.equal('failing');
    expect(judged(204, hoursAfter(START, 72)).disables).to.equal(undefined);
  });

  for (const [status, failed] of [
    [199, true],
    [200, false],
    [299, false],
    [300, true],
    [404, true],
  ] as const)
    it(`an answer ${status} is a ${failed ? 'failure' : 'success'}`, () => {
      expect(judged(status, START).outcome.failed).to.equal(failed);
    });
});
