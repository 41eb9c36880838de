import { expect } from 'chai';
import type { BookingId, PaymentId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, hoursAfter, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { doubtAbout, moveAfter, nextEnquiryAfter, waitBeforeEnquiry } from '../../../core/payments/enquiry.ts';
import { type Asker, type Payment, type PaymentStatus, MOVES } from '../../../core/payments/payment.ts';
import { START } from '../../support/clock.ts';

const aPayment = (traits: Partial<Payment> = {}): Payment => ({
  id: 1 as PaymentId,
  bookingId: 1 as BookingId,
  gateway: 'ESEWA',
  transactionUuid: 'u',
  gatewayId: 'u',
  reference: undefined,
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

  it('the first status enquiry about a payment is made without waiting', () => {
    expect(waitBeforeEnquiry(aPayment(), 'callback', START)).to.equal(0);
  });

  it('the pause between status enquiries about a payment is one second for the first five, then grows to a minute', () => {
    const gapAfter = (askedByReturns: number): number =>
      [...Array(100).keys()].find((seconds) => wait({ askedByReturns }, seconds) === 0) ?? -1;
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 40].map(gapAfter)).to.deep.equal([
      1, 1, 1, 1, 1, 2, 4, 8, 16, 32, 60, 60,
    ]);
  });

  it('the pause between status enquiries stays one second for reconciliation, however often the payer returned', () => {
    expect([
      wait({ askedByReturns: 40 }, 0.5, 'reconciliation'),
      wait({ askedByReturns: 40 }, 1, 'reconciliation'),
    ]).to.deep.equal([0.5, 0]);
    expect(wait({ askedByReturns: 40, enquiringUntil: secondsAfter(START, 20) }, 2, 'reconciliation')).to.equal(
      undefined,
    );
  });

  it('the passenger’s payment check causes at most one status enquiry every three seconds', () => {
    expect([0, 2, 2.9, 3].map((seconds) => wait({ askedByReturns: 40 }, seconds, 'check'))).to.deep.equal([
      undefined,
      undefined,
      undefined,
      0,
    ]);
  });

  it('the pause between status enquiries stays one second for an administrator', () => {
    expect([wait({ askedByReturns: 40 }, 0.5, 'admin'), wait({ enquiries: 40 }, 1, 'admin')]).to.deep.equal([0.5, 0]);
  });

  it('a status enquiry is delayed until the pause ends if the pause ends within a second', () => {
    expect([
      wait({ askedByReturns: 1 }, 0),
      wait({ askedByReturns: 1 }, 0.75),
      wait({ askedByReturns: 6 }, 0.5),
      wait({ askedByReturns: 6 }, 1),
    ]).to.deep.equal([1, 0.25, undefined, 1]);
  });

  it('a second status enquiry about a payment starts only after the first ends or its process counts as dead', () => {
    const enquiringUntil = secondsAfter(START, 20);
    expect([
      wait({ askedByReturns: 1, enquiringUntil }, 19.9),
      wait({ enquiries: 1, enquiringUntil }, 20),
    ]).to.deep.equal([undefined, 0]);
  });
});

describe('gateway answers', () => {
  it('a status enquiry after a callback sets the payment to the status that the gateway answers', () => {
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

  it('a status enquiry after a callback makes the payment FAILED if the gateway answers NOT_FOUND or an unknown status', () => {
    for (const word of ['NOT_FOUND', 'complete', 'COMPLETED', '', 'toString', '__proto__'])
      expect(becomes('INITIATED', word, 'callback', START), word).to.equal('FAILED');
  });

  it('an administrator’s status enquiry changes the payment in the same way as one after a callback', () => {
    for (const before of UNSETTLED)
      for (const word of ['PENDING', 'COMPLETE', 'CANCELED', 'NOT_FOUND', 'nonsense', undefined])
        expect(becomes(before, word, 'admin', START), `${before}, answered ${word}`).to.equal(
          becomes(before, word, 'callback', START),
        );
  });

  it('a missing answer to a status enquiry makes a payment AMBIGUOUS after a callback, but not during reconciliation', () => {
    for (const before of UNSETTLED) {
      expect(becomes(before, undefined, 'callback')).to.equal('AMBIGUOUS');
      expect(becomes(before, undefined, 'reconciliation')).to.equal(before);
    }
  });

  it('a gateway’s answer NOT_FOUND changes nothing during reconciliation until the payment is 15 minutes old', () => {
    expect([
      becomes('INITIATED', 'NOT_FOUND', 'reconciliation', YOUNG),
      becomes('INITIATED', 'NOT_FOUND', 'reconciliation', OLD),
    ]).to.deep.equal(['INITIATED', 'FAILED']);
  });

  it('a gateway’s answer about a CANCELED or FAILED payment changes it during reconciliation only if money arrived', () => {
    const words = ['INITIATED', 'PENDING', 'CANCELED', 'AMBIGUOUS', 'FAILED', 'NOT_FOUND'];
    const money = ['COMPLETE', 'FULL_REFUND', 'PARTIAL_REFUND'];
    for (const before of ['CANCELED', 'FAILED'] as const)
      expect([...words, ...money].map((word) => becomes(before, word, 'reconciliation'))).to.deep.equal([
        ...words.map(() => before),
        ...money,
      ]);
    for (const before of ['INITIATED', 'PENDING', 'AMBIGUOUS'] as const)
      expect(
        [...words, ...money].map((word) => becomes(before, word, 'reconciliation', hoursAfter(START, 24))),
      ).to.deep.equal([...words.map(() => before), ...money]);
  });

  it('a gateway’s answer FAILED that becomes final only at a later time counts as PENDING until then', () => {
    const pendingUntil = OLD;
    const statusAfter = (now: Instant) => moveAfter({ status: 'FAILED', pendingUntil }, aPayment(), 'check', now);
    expect([statusAfter(YOUNG), statusAfter(OLD)]).to.deep.equal(['reportPending', 'reportFailed']);
  });

  it('the passenger’s payment check changes nothing if the gateway does not answer, or answers NOT_FOUND for a new payment', () => {
    for (const before of UNSETTLED) expect(becomes(before, undefined, 'check')).to.equal(before);
    expect(becomes('INITIATED', 'NOT_FOUND', 'check', YOUNG)).to.equal('INITIATED');
  });

  it('a gateway’s answer makes a payment unclear if its amount differs from the amount due', () => {
    const doubt = (answer: Parameters<typeof doubtAbout>[0]) => doubtAbout(answer, aPayment());
    expect(doubt({ status: 'COMPLETE', amount: paisa(119_900) })).to.deep.equal({
      why: 'ANOTHER_AMOUNT',
      gatewayAmount: 119_900,
    });
    expect(doubt({ status: 'AMBIGUOUS', isPartlyGivenBack: true })?.why).to.equal('PARTLY_GIVEN_BACK');
    for (const answer of [
      { status: 'COMPLETE', amount: paisa(120_000) },
      { status: 'COMPLETE' },
      { status: 'PENDING', amount: paisa(1) },
    ])
      expect(doubt(answer)).to.equal(undefined);
  });

  it('a gateway’s answer changes an unclear payment only if it says that money arrived', () => {
    const unclear = aPayment({ status: 'AMBIGUOUS', unclear: 'ANOTHER_AMOUNT' });
    for (const asker of ['callback', 'check', 'admin', 'reconciliation'] as const) {
      const after = (status: string | undefined) => moveAfter({ status }, unclear, asker, OLD);
      expect([undefined, 'PENDING', 'FAILED', 'nonsense'].map(after)).to.deep.equal(Array(4).fill(undefined));
      expect(['COMPLETE', 'FULL_REFUND'].map(after)).to.deep.equal(['complete', 'reportFullRefund']);
    }
  });
});

describe('the schedule of reconciliation', () => {
  interface Case {
    readonly asker?: Asker;
    readonly isLastWord?: boolean;
    readonly after: PaymentStatus;
    readonly at?: Instant;
    readonly traits?: Partial<Payment>;
    readonly planned?: Instant;
    readonly isAtCounter?: boolean;
  }
  /**
   * Minutes from `since` until reconciliation asks the gateway again; undefined if reconciliation asks no more. By
   * default `since` is the moment of the last enquiry.
   */
  const minutes = (
    { asker = 'reconciliation', isLastWord = false, after, at = OLD, traits = {}, planned, isAtCounter = false }: Case,
    since = at,
  ): number | undefined => {
    const before = aPayment({ status: after, reconciliations: asker === 'reconciliation' ? 1 : 0, ...traits });
    const next = nextEnquiryAfter({ asker, isLastWord, before, after, isAtCounter, planned }, at);
    return next === undefined ? undefined : (next - since) / 60_000;
  };
  const DEADLINE = minutesAfter(START, 15);

  it('reconciliation asks about an open payment with growing pauses, for a day', () => {
    expect(
      [1, 2, 3, 4].map((reconciliations) => minutes({ after: 'PENDING', traits: { reconciliations, enquiries: 40 } })),
    ).to.deep.equal([5, 10, 20, 40]);
    for (const after of ['INITIATED', 'PENDING', 'AMBIGUOUS'] as const)
      expect(minutes({ after, at: minutesAfter(START, 24 * 60 - 6) }), after).to.equal(5);
  });

  it('every run of reconciliation asks about an unpaid QR code of the counter until the payment deadline', () => {
    const asked = (at: Instant, after: PaymentStatus = 'PENDING') => minutes({ after, at, isAtCounter: true });
    expect(['INITIATED', 'PENDING', 'AMBIGUOUS'].map((after) => asked(START, after as PaymentStatus))).to.deep.equal([
      0, 0, 0,
    ]);
    expect(asked(minutesAfter(DEADLINE, -1))).to.equal(0);
    const traits = { reconciliations: 6 };
    const askedLater = (minute: number) =>
      minutes({ after: 'PENDING', at: minutesAfter(DEADLINE, minute), isAtCounter: true, traits });
    expect([0, 5, 10, 20].map(askedLater)).to.deep.equal([5, 5, 10, 20]);
    expect(minutes({ after: 'FAILED', at: START, isAtCounter: true })).to.equal(30);
  });

  it('reconciliation asks about failed and cancelled payments 15 minutes, 1, 6 and 24 hours after the deadline', () => {
    for (const after of ['FAILED', 'CANCELED'] as const) {
      const at = (minute: number) => minutes({ after, at: minutesAfter(DEADLINE, minute) }, DEADLINE);
      expect([-15, 0, 14, 15, 59, 60, 359, 360, 1439, 1440].map(at), after).to.deep.equal([
        15,
        15,
        15,
        60,
        60,
        360,
        360,
        1440,
        1440,
        undefined,
      ]);
    }
  });

  it('reconciliation asks one last time about a payment that stayed open for a day', () => {
    for (const after of ['INITIATED', 'PENDING', 'AMBIGUOUS'] as const) {
      expect(minutes({ after, at: minutesAfter(START, 24 * 60 - 5) }, DEADLINE), after).to.equal(24 * 60);
      expect(minutes({ after, at: hoursAfter(START, 25) }), after).to.equal(undefined);
    }
  });

  it('reconciliation makes no more status enquiries after a gateway’s final answer', () => {
    for (const asker of ['reconciliation', 'callback', 'check'] as const)
      for (const after of ['FAILED', 'CANCELED'] as const)
        expect(minutes({ asker, isLastWord: true, after, planned: minutesAfter(OLD, 5) }), asker).to.equal(undefined);
  });

  it('reconciliation asks the gateway at the planned time at the latest, even if others asked meanwhile', () => {
    for (const asker of ['callback', 'check', 'admin'] as const) {
      const planned = (minute: number, at = OLD, reconciliations = 1) =>
        minutes({ asker, after: 'PENDING', at, traits: { reconciliations }, planned: minutesAfter(at, minute) });
      expect(
        [-1, 0, 2, 5].map((minute) => planned(minute)),
        asker,
      ).to.deep.equal([-1, 0, 2, 5]);
      expect(planned(30), asker).to.equal(5);
      expect(planned(7, minutesAfter(START, 24 * 60 - 8), 5), asker).to.equal(7);
    }
    const failed = { asker: 'callback', after: 'FAILED', at: START } as const;
    expect(minutes({ ...failed, planned: minutesAfter(START, 5) })).to.equal(5);
  });

  it('reconciliation makes no status enquiries about payments with a final outcome', () => {
    for (const after of ['COMPLETE', 'FULL_REFUND', 'PARTIAL_REFUND'] as const)
      expect(minutes({ after }), after).to.equal(undefined);
    const resolution = { as: 'FAILED', by: 1 as UserId } as const;
    expect(minutes({ after: 'FAILED', traits: { resolution } })).to.equal(undefined);
  });
});
