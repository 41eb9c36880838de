import { npr } from '../kernel/money.ts';
import type { Gateways } from '../payments/gateway.ts';
import { batches } from './batches.ts';
import { differencesOf } from './compare-rows.ts';
import { type DueRow, dueRow } from './due-row.ts';
import { takenFrom } from './due-rows.ts';
import type { Finding } from './finding.ts';
import type { FoundMoney, PlatformAuditReader } from './ports.ts';

/** The number of payments that one query reads. */
const ROWS = 500;

/**
 * Finds faults of payments that are of no booking. Each is COMPLETE, no payment of a booking is the same money, and it
 * is given back once and whole, by two administrators.
 */
export async function foundMoneyFindings(
  reader: Pick<PlatformAuditReader, 'foundMoney'>,
  known: Gateways['known'],
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for await (const payments of batches((after) => reader.foundMoney(after, ROWS)))
    found.push(...payments.flatMap((payment) => faultsOf(payment, known)));
  return found;
}

function faultsOf(payment: FoundMoney, known: Gateways['known']): readonly Finding[] {
  const { id, entries } = payment;
  const place = `payment ${id}`;
  return [
    ...differencesOf(place, dueRows(payment, known), entries).map((difference): Finding => ({
      invariant: 'LEDGER_DIFFERS',
      ...difference,
    })),
    ...refundFaults(payment).map((says): Finding => ({ invariant: 'REFUND_DIFFERS', row: place, says })),
  ];
}

function refundFaults({ amount, status, refunds, ...money }: FoundMoney): readonly string[] {
  const isGivenBack = refunds.length === 1 && refunds[0]?.amount === amount && status === 'COMPLETE';
  return [
    ...(isGivenBack
      ? []
      : [
          `${npr(amount)} of no booking are ${status}, and have ${refunds.length} refunds in place of one of all of it`,
        ]),
    ...(money.explainedBy === null
      ? []
      : [`${npr(amount)} of no booking have the reference of payment ${money.explainedBy}`]),
    ...(money.isSentByFinder ? [`${npr(amount)} of no booking were sent by the administrator who recorded them`] : []),
    ...(money.isConfirmedBySender ? [`${npr(amount)} of no booking were sent and confirmed by one administrator`] : []),
  ];
}

function dueRows({ id, gateway, amount, paidAt, refunds }: FoundMoney, known: Gateways['known']): readonly DueRow[] {
  return refunds.flatMap((refund) => {
    const about = { paymentId: id, refundId: refund.id };
    return [
      ...dueRow(paidAt, amount, { ...about, kind: 'PAYMENT', debit: 'GATEWAY', credit: 'REFUND_DUE', gateway }),
      ...(refund.status === 'PAID'
        ? dueRow(refund.paidAt, refund.amount, {
            ...about,
            ...takenFrom({ gateway }, refund, known),
            kind: 'REFUND',
            debit: 'REFUND_DUE',
          })
        : []),
    ];
  });
}
