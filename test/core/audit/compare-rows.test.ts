import { expect } from 'chai';
import { differencesOf } from '../../../core/audit/compare-rows.ts';
import { type DueRow, dueRow } from '../../../core/audit/due-row.ts';
import type { BookingId, LedgerEntryId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { LedgerEntry } from '../../../core/ledger/entry.ts';
import { START } from '../../support/clock.ts';

const MINUTE = 60_000;

describe('a ledger row compared with the due row', () => {
  const due = (kind: 'PAYMENT' | 'EARNED', at: Instant | null = START): DueRow => {
    const [row] = dueRow(at, 120_000, {
      kind,
      debit: 'GATEWAY',
      credit: 'UNEARNED',
      gateway: 'ESEWA',
      bookingId: 12 as BookingId,
    });
    if (!row) throw new Error('A row of an amount is due.');
    return row;
  };
  const found = ({ about: _, ...row }: DueRow, at: number, id = 34): LedgerEntry => ({
    ...row,
    id: id as LedgerEntryId,
    at: at as Instant,
  });
  const differences = (row: DueRow, at: number) =>
    differencesOf('booking 12', [row], [found(row, at)]).map(({ row: named, says }) => `${says} (${named})`);

  for (const at of [START, START - MINUTE, START + MINUTE])
    it(`the audit accepts a ledger row dated ${(at - START) / 1_000} seconds from the time of its event`, () => {
      expect(differences(due('PAYMENT'), at)).to.deep.equal([]);
    });

  for (const [at, text] of [
    [START - MINUTE - 1, '2026-11-20T04:13:59.999Z'],
    [START + MINUTE + 1, '2026-11-20T04:16:00.001Z'],
  ] as const)
    it(`the audit rejects a ledger row dated more than a minute ${at < START ? 'before' : 'after'} its event`, () => {
      expect(differences(due('PAYMENT'), at)).to.deep.equal([
        `the row PAYMENT GATEWAY / UNEARNED NPR 1200 is wrong: moment ${text} should be 2026-11-20T04:15:00.000Z (booking 12, row 34)`,
      ]);
    });

  it('the audit accepts an EARNED ledger row dated long after the departure, and rejects one dated a millisecond before it', () => {
    expect(differences(due('EARNED'), START)).to.deep.equal([]);
    expect(differences(due('EARNED'), START + 1_440 * MINUTE)).to.deep.equal([]);
    expect(differences(due('EARNED'), START - 1)).to.have.length(1);
  });

  it('the audit rejects a ledger row for a booking event that has no stored time', () => {
    expect(differences(due('PAYMENT', null), START)[0]).to.include('should be known');
  });

  it('the audit reports a ledger row that was written twice', () => {
    const row = due('PAYMENT');
    expect(differencesOf('booking 12', [row], [found(row, START), found(row, START, 35)])).to.deep.equal([
      { row: 'booking 12, row 35', says: 'nothing explains the row PAYMENT GATEWAY / UNEARNED NPR 1200' },
    ]);
  });

  it('the audit pairs ledger rows by the fewest wrong columns, and names the settlement of a row', () => {
    const settled = (id: number, gateway: string, amount: number, at: number): DueRow =>
      dueRow(at as Instant, amount, {
        kind: 'SETTLEMENT',
        debit: 'BANK',
        credit: 'GATEWAY',
        gateway,
        about: `settlement ${id}`,
      })[0]!;
    const [first, second] = [settled(1, 'ESEWA', 10_000, START), settled(2, 'KHALTI', 50_000, START + 1_440 * MINUTE)];
    const strange = found(settled(3, 'ESEWA', 30_000, START), START, 34);
    const late = found(first, START + 2 * MINUTE, 35);
    expect(differencesOf('', [first, second], [{ ...strange, debit: 'FEES' }, late])).to.deep.equal([
      { row: 'row 34', says: 'nothing explains the row SETTLEMENT FEES / GATEWAY NPR 300' },
      {
        row: 'settlement 1, row 35',
        says: 'the row SETTLEMENT BANK / GATEWAY NPR 100 is wrong: moment 2026-11-20T04:17:00.000Z should be 2026-11-20T04:15:00.000Z',
      },
      { row: 'settlement 2', says: 'the row SETTLEMENT BANK / GATEWAY NPR 500 is missing' },
    ]);
  });
});
