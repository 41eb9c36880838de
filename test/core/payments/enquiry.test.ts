import { expect } from 'chai';
import type { BookingId, PaymentId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, hoursAfter, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { moveAfter, nextEnquiryAfter, waitBeforeEnquiry } from '../../../core/payments/enquiry.ts';
import { type Asker, type Payment, type PaymentStatus, MOVES } from '../../../core/payments/payment.ts';
import { START } from '../../support/clock.ts';

const aPayment = (traits: Partial<Payment> = {}): Payment => ({
  id: 1 as PaymentId,
  bookingId: 1 as BookingId,
  gateway: 'ESEWA',
  transactionUuid: 'u',
  gatewayId: 'u',
  amount: paisa(120_000),
  status: 'INITIATED',
  createdAt: START,
  payBefore: minutesAfter(START, 15),
  page: undefined,
  openingUntil: undefined,
  unclear: undefined,
  gatewayAmount: undefined,
  enquiries: 0,
  askedByReturns: 0,
  reconciliations: 0,
  enquiredAt: undefined,
  enquiringUntil: undefined,
  nextEnquiryAt: undefined,
  resolution: undefined,
  ...traits,
});

const UNSETTLED: readonly PaymentStatus[] = ['INITIATED', 'PENDING', 'CANCELED', 'FAILED', 'AMBIGUOUS'];
const OLD = minutesAfter(START, 15);
const YOUNG = (OLD - 1) as Instant;

const becomes = (status: PaymentStatus, word: string | undefined, asker: Asker, now: Instant = OLD): PaymentStatus => {
  const move = moveAfter({ status: word }, aPayment({ status }), asker, now);
  return move ? MOVES[move].to : status;
};

describe('the gap between two enquiries', () => {
  const wait = (traits: Partial<Payment>, seconds: number, asker: Asker = 'callback') =>
    waitBeforeEnquiry(aPayment({ enquiredAt: START, ...traits }), asker, secondsAfter(START, seconds));

  it('the gap before the first enquiry is zero', () => {
    expect(waitBeforeEnquiry(aPayment(), 'callback', START)).to.equal(0);
  });

  it('the gap between enquiries is a second for the first five, then grows with each to a minute', () => {
    const gapAfter = (askedByReturns: number): number =>
      [...Array(100).keys()].find((seconds) => wait({ askedByReturns }, seconds) === 0) ?? -1;
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 40].map(gapAfter)).to.deep.equal([
      1, 1, 1, 1, 1, 2, 4, 8, 16, 32, 60, 60,
    ]);
  });

  it('the gap between enquiries stays a second for reconciliation, however often browsers caused enquiries', () => {
    expect([
      wait({ askedByReturns: 40 }, 0.5, 'reconciliation'),
      wait({ askedByReturns: 40 }, 1, 'reconciliation'),
    ]).to.deep.equal([0.5, 0]);
    expect(wait({ askedByReturns: 40, enquiringUntil: secondsAfter(START, 20) }, 2, 'reconciliation')).to.equal(
      undefined,
    );
  });

  it('the gap between enquiries stays a second for an administrator too', () => {
    expect([wait({ askedByReturns: 40 }, 0.5, 'admin'), wait({ enquiries: 40 }, 1, 'admin')]).to.deep.equal([0.5, 0]);
  });

  it('an enquiry waits for the gap when it is nearly over', () => {
    expect([
      wait({ askedByReturns: 1 }, 0),
      wait({ askedByReturns: 1 }, 0.75),
      wait({ askedByReturns: 6 }, 0.5),
      wait({ askedByReturns: 6 }, 1),
    ]).to.deep.equal([1, 0.25, undefined, 1]);
  });

  it('the gap does not end while an enquiry is under way, until its process must be dead', () => {
    const enquiringUntil = secondsAfter(START, 20);
    expect([
      wait({ askedByReturns: 1, enquiringUntil }, 19.9),
      wait({ enquiries: 1, enquiringUntil }, 20),
    ]).to.deep.equal([undefined, 0]);
  });
});

describe('gateway answers', () => {
  it('a gateway answer to a callback gives the payment the gateway’s status', () => {
    for (const before of UNSETTLED) {
      for (const word of [
        'INITIATED',
        'PENDING',
        'COMPLETE',
        'CANCELED',
        'FAILED',
        'AMBIGUOUS',
        'FULL_REFUND',
        'PARTIAL_REFUND',
      ]) {
        expect(becomes(before, word, 'callback'), `${before}, answered ${word}`).to.equal(word);
      }
    }
  });

  it('a gateway answer NOT_FOUND or of an unknown status makes a callback’s payment FAILED', () => {
    for (const word of ['NOT_FOUND', 'complete', 'COMPLETED', '', 'toString', '__proto__'])
      expect(becomes('INITIATED', word, 'callback', START), word).to.equal('FAILED');
  });

  it('a gateway answer to an administrator counts as it does for a callback', () => {
    for (const before of UNSETTLED)
      for (const word of ['PENDING', 'COMPLETE', 'CANCELED', 'NOT_FOUND', 'nonsense', undefined])
        expect(becomes(before, word, 'admin', START), `${before}, answered ${word}`).to.equal(
          becomes(before, word, 'callback', START),
        );
  });

  it('a missing gateway answer leaves a callback’s payment AMBIGUOUS, and changes nothing later on', () => {
    for (const before of UNSETTLED) {
      expect(becomes(before, undefined, 'callback')).to.equal('AMBIGUOUS');
      expect(becomes(before, undefined, 'reconciliation')).to.equal(before);
    }
  });

  it('a gateway answer NOT_FOUND settles nothing for reconciliation until the payment is 15 minutes old', () => {
    expect([
      becomes('INITIATED', 'NOT_FOUND', 'reconciliation', YOUNG),
      becomes('INITIATED', 'NOT_FOUND', 'reconciliation', OLD),
    ]).to.deep.equal(['INITIATED', 'FAILED']);
  });

  it('a gateway answer about a cancelled payment counts for reconciliation only if there is money', () => {
    const words = ['INITIATED', 'PENDING', 'AMBIGUOUS', 'FAILED', 'NOT_FOUND', 'COMPLETE', 'FULL_REFUND'];
    expect(words.map((word) => becomes('CANCELED', word, 'reconciliation'))).to.deep.equal([
      'CANCELED',
      'CANCELED',
      'CANCELED',
      'CANCELED',
      'CANCELED',
      'COMPLETE',
      'FULL_REFUND',
    ]);
  });
});

describe('the plan of reconciliation', () => {
  interface Case {
    readonly asker?: Asker;
    readonly before: PaymentStatus;
    readonly word: string | undefined;
    readonly after: PaymentStatus;
    readonly at?: Instant;
    readonly traits?: Partial<Payment>;
    readonly planned?: Instant;
  }
  const minutes = ({
    asker = 'reconciliation',
    before,
    word,
    after,
    at = OLD,
    traits = {},
    planned,
  }: Case): number | undefined => {
    const next = nextEnquiryAfter(
      {
        asker,
        word,
        before: aPayment({ status: before, reconciliations: asker === 'reconciliation' ? 1 : 0, ...traits }),
        after,
        planned,
      },
      at,
    );
    return next === undefined ? undefined : (next - at) / 60_000;
  };

  it('reconciliation asks again with a growing pause while the payment is open, for a day', () => {
    const open = { before: 'PENDING', word: 'PENDING', after: 'PENDING' } as const;
    expect(
      [1, 2, 3, 4].map((reconciliations) => minutes({ ...open, traits: { reconciliations, enquiries: 40 } })),
    ).to.deep.equal([5, 10, 20, 40]);
    expect(minutes({ ...open, at: minutesAfter(START, 24 * 60 - 5) })).to.equal(undefined);
    expect(minutes({ ...open, at: minutesAfter(START, 24 * 60 - 6) })).to.equal(5);
  });

  it('reconciliation asks again after no answer or an early NOT_FOUND, whatever the payment’s status', () => {
    for (const status of UNSETTLED) {
      expect(minutes({ before: status, word: undefined, after: status }), status).to.equal(5);
      expect(minutes({ before: status, word: 'NOT_FOUND', after: status, at: YOUNG }), status).to.equal(5);
    }
  });

  it('reconciliation asks once more about a payment that a callback has ended, and about a cancelled one', () => {
    expect(minutes({ asker: 'callback', before: 'INITIATED', word: 'NOT_FOUND', after: 'FAILED', at: START })).to.equal(
      5,
    );
    expect(minutes({ asker: 'callback', before: 'INITIATED', word: 'CANCELED', after: 'CANCELED' })).to.equal(5);
    expect(minutes({ before: 'PENDING', word: 'CANCELED', after: 'CANCELED' })).to.equal(5);
    expect(minutes({ before: 'CANCELED', word: 'PENDING', after: 'CANCELED' })).to.equal(5);
  });

  it('reconciliation asks no later than planned, whatever a callback learns, and sooner after a longer pause', () => {
    const open = { asker: 'callback', before: 'PENDING', word: 'PENDING', after: 'PENDING' } as const;
    const planned = (minute: number, at = OLD, reconciliations = 1) =>
      minutes({ ...open, at, traits: { reconciliations, enquiries: 40 }, planned: minutesAfter(at, minute) });
    expect([-1, 0, 2, 5].map((minute) => planned(minute))).to.deep.equal([-1, 0, 2, 5]);
    expect(planned(30)).to.equal(5);
    expect(planned(7, minutesAfter(START, 24 * 60 - 8), 5)).to.equal(7);
  });

  it('reconciliation asks no more about settled, failed and already checked cancelled payments', () => {
    expect(minutes({ before: 'PENDING', word: 'COMPLETE', after: 'COMPLETE' })).to.equal(undefined);
    expect(minutes({ before: 'PENDING', word: 'FULL_REFUND', after: 'FULL_REFUND' })).to.equal(undefined);
    expect(minutes({ before: 'INITIATED', word: 'NOT_FOUND', after: 'FAILED' })).to.equal(undefined);
    expect(minutes({ before: 'FAILED', word: 'FAILED', after: 'FAILED' })).to.equal(undefined);
    expect(minutes({ before: 'CANCELED', word: 'NOT_FOUND', after: 'CANCELED' })).to.equal(undefined);
  });

  it('reconciliation stops a day after the payment was made, and no earlier', () => {
    expect(
      nextEnquiryAfter(
        { asker: 'reconciliation', word: undefined, before: aPayment(), after: 'INITIATED', planned: undefined },
        hoursAfter(START, 30),
      ),
    ).to.equal(undefined);
  });
});
