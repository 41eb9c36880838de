import { expect } from 'chai';
import { toLine } from '../../../core/audit/finding.ts';
import { runAudit } from '../../../core/audit/run-audit.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import { PAYMENT_STATUSES } from '../../../core/payments/payment.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { markPublished } from '../../support/audited-day.ts';
import { calendar } from '../../support/catalogue.ts';
import { changedBooks } from '../../support/changed-books.ts';
import { type Books, type Change, type Row, databaseBooks } from '../../support/corrupting.ts';
import { earnDue } from '../../support/entries.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { WALLET } from '../../support/refunds.ts';

onEveryEngine('the audit of changed bookings', (engine) => {
  it('the audit finds nothing wrong with bookings that were changed to another trip, paid, cancelled, or have departed', async () => {
    // The audit cannot tell which of two events in one millisecond came first, so it allows both orders.
    const { clock, first } = await changedBooks(engine(), 0);
    const audit = () => runAudit({ ...engine(), clock, calendar })();
    expect((await audit()).findings.map(toLine)).to.deep.equal([]);
    clock.set(hoursAfter(first.trip.departsAt, 25));
    await earnDue(engine(), clock);
    await markPublished(engine());
    expect((await audit()).findings.map(toLine).filter((line) => !line.startsWith('OVERDUE'))).to.deep.equal([]);
  });
});

const TITLE = 'the audit of corrupted changes';
const HOUR = 3_600_000;

onEveryEngine(TITLE, (engine, database) => corruptedChanges(engine, () => databaseBooks(database())));

function corruptedChanges(engine: () => Engine, books: () => Books): void {
  const idOf = (row: Row, column: string): string => String(row[column]);

  /**
   * Lists corruptions: each column of each booking change, and the rows that a change wrote in other tables. A finding
   * must name one of the bookings in `names`.
   */
  async function corruptions(): Promise<readonly { readonly change: Change; readonly names: RegExp }[]> {
    const [changes, bookings, payments, refunds] = await Promise.all(
      ['booking_changes', 'bookings', 'payments', 'refunds'].map((table) => books().rowsOf(table)),
    );
    const of = (...ids: readonly string[]) => new RegExp(`\\(booking (${ids.join('|')})(, row \\d+)?\\)$`);
    const joined = new Set(changes!.flatMap((row) => [row['booking_id'], row['old_booking_id']]));
    const done = changes!.filter(({ done_at: at }) => at !== null);
    const ended = bookings!.filter(({ id }) => done.some((row) => row['old_booking_id'] === id));
    /** The id of an unrelated booking: the last one in the list, or the first one if `id` is the last. */
    const stranger = (id: Row[string]) =>
      [bookings!.at(-1), bookings![0]].find((row) => row?.['id'] !== id)?.['id'] ?? null;
    const changing = (table: string, row: Row, names: RegExp, changed: readonly Pick<Change, 'set' | 'add'>[]) =>
      changed.map((one) => ({ change: { table, where: { id: row['id'] ?? null }, ...one }, names }));
    const money = ['old_total', 'change_fee', 'credit', 'new_total', 'to_pay', 'to_refund', 'left'];
    return [
      ...changes!.flatMap((row) => {
        const where = { booking_id: row['booking_id'] ?? null };
        const names = of(idOf(row, 'booking_id'), idOf(row, 'old_booking_id'));
        return [
          ...money.map((column) => ({
            change: { table: 'booking_changes', where, add: { [`${column}_paisa`]: 1 } },
            names,
          })),
          { change: { table: 'booking_changes', where, add: { left_paisa: -1 } }, names },
          { change: { table: 'booking_changes', where, set: { left_paisa: 1 } }, names },
          ...(row['done_at'] === null
            ? [{ change: { table: 'booking_changes', where, set: { done_at: 1 } }, names }]
            : [
                { change: { table: 'booking_changes', where, add: { done_at: HOUR } }, names },
                { change: { table: 'booking_changes', where, set: { done_at: null } }, names },
                { change: { table: 'booking_changes', where, set: { old_departs_at: row['done_at'] ?? 0 } }, names },
                {
                  change: {
                    table: 'booking_changes',
                    where,
                    set: { asked_by_role: row['asked_by_role'] === 'PASSENGER' ? 'OPERATOR' : 'PASSENGER' },
                  },
                  names,
                },
                {
                  change: {
                    table: 'booking_changes',
                    where,
                    set: { credit_payment_id: row['credit_payment_id'] === null ? 1 : null },
                  },
                  names,
                },
              ]),
        ];
      }),
      ...changes!.flatMap((row) =>
        changing(
          'bookings',
          bookings!.find(({ id }) => id === row['booking_id'])!,
          of(idOf(row, 'booking_id')),
          [
            { add: { total_amount_paisa: 100 } },
            { add: { amount_due_paisa: 1 } },
            { add: { least_fee_bp: 1 } },
            { add: { least_fee_bp: -1 } },
          ],
        ),
      ),
      ...changes!.map((row) => ({
        change: { table: 'booking_changes', where: { booking_id: row['booking_id'] ?? null }, isGone: true },
        names: of(idOf(row, 'booking_id'), idOf(row, 'old_booking_id')),
      })),
      ...ended.flatMap((row) =>
        changing('bookings', row, of(idOf(row, 'id')), [
          { add: { total_amount_paisa: 2 } },
          { add: { commission_amount_paisa: 1 } },
          { add: { operator_earning_paisa: 1 } },
          { add: { cancelled_at: HOUR } },
          { add: { cancellation_fee_paisa: 1 } },
          { set: { earned_at: 1 } },
          { set: { cancelled_by: 'ADMIN' } },
          { set: { booking_status: 'CONFIRMED' } },
          { set: { booking_status: 'REFUNDED' } },
        ]),
      ),
      ...payments!
        .filter(({ booking_id: id, paid_at: at }) => joined.has(id) && at !== null)
        .flatMap((row) =>
          changing(
            'payments',
            row,
            of(...changes!.flatMap((one) => [idOf(one, 'booking_id'), idOf(one, 'old_booking_id')])),
            [
              { add: { amount_paisa: 1 } },
              { set: { gateway: row['gateway'] === 'CREDIT' ? 'ESEWA' : 'CREDIT' } },
              ...PAYMENT_STATUSES.filter((status) => status !== row['status']).map((status) => ({ set: { status } })),
            ],
          ),
        ),
      ...refunds!
        .filter(({ booking_id: id }) => joined.has(id))
        .flatMap((row) =>
          changing(
            'refunds',
            row,
            of(...changes!.flatMap((one) => [idOf(one, 'booking_id'), idOf(one, 'old_booking_id')])),
            [
              { add: { amount_paisa: 1 } },
              { set: { booking_id: stranger(row['booking_id'] ?? null) } },
              { set: { payment_id: payments!.find(({ gateway }) => gateway === 'CREDIT')!['id'] ?? null } },
              { set: { reason: row['reason'] === 'GOODWILL' ? 'CHANGE' : 'GOODWILL' } },
            ],
          ),
        ),
    ];
  }

  /** Changes a refund and its ledger rows in the same way, so that the two agree. */
  const refundWithRows = ({ id = null }: Row, values: Pick<Change, 'set' | 'add'>): readonly Change[] => [
    { table: 'refunds', where: { id }, ...values },
    { table: 'ledger_entries', where: { refund_id: id }, ...values },
  ];

  it('the audit says what is wrong with a change, with its old booking and with its new booking', async () => {
    const { clock } = await changedBooks(engine());
    const [changes, refunds] = [await books().rowsOf('booking_changes'), await books().rowsOf('refunds')];
    const isFirst = ({ old_booking_id: old }: Row) => changes.every((row) => row['booking_id'] !== old);
    const done = changes.find((row) => row['done_at'] !== null && Number(row['to_refund_paisa']) > 0 && isFirst(row))!;
    const open = changes.find((row) => row['done_at'] === null)!;
    const change = (row: Row) => ({ table: 'booking_changes', where: { booking_id: row['booking_id'] ?? null } });
    const made = (row: Row) => ({ table: 'bookings', where: { id: row['booking_id'] ?? null } });
    const old = { table: 'bookings', where: { id: done['old_booking_id'] ?? null } };
    const refund = refunds.find((row) => row['reason'] === 'CHANGE' && row['booking_id'] === done['old_booking_id'])!;
    const aboveAll = { change_fee_paisa: Number(open['old_total_paisa']) + 1, credit_paisa: 0 };
    const cases: readonly (readonly [Change, RegExp])[] = [
      [{ ...old, add: { least_fee_bp: 1 } }, /may cost at least 0.01 %, and no change made it/],
      [{ ...old, add: { amount_due_paisa: 1 } }, /is to be paid with .*, and no change made it/],
      [{ ...old, set: { earned_at: 1 } }, /it is earned, and booking \d+ took its place/],
      [{ ...old, add: { total_amount_paisa: 2 } }, /it costs .*, and its change took it as/],
      [{ ...change(open), set: aboveAll }, /its change keeps .* of /],
      [{ ...change(done), add: { to_pay_paisa: 1 } }, /: its change asks for/],
      [{ ...change(done), add: { left_paisa: -1 } }, /its change took .* as left of the payments/],
      [{ ...made(done), set: { booking_status: 'EXPIRED' } }, /it is EXPIRED although its change is done/],
      [{ ...made(open), set: { booking_status: 'CONFIRMED' } }, /it is CONFIRMED although its change is not done/],
      [{ ...made(done), add: { operator_id: 1 } }, /its old booking is one of company/],
      [
        { table: 'refunds', where: { id: refund['id'] ?? null }, add: { amount_paisa: 1 } },
        /its change gives .* back, and its refunds are of/,
      ],
    ];
    const found = await books().linesAfter(
      clock,
      cases.map(([one]) => one),
    );
    for (const [index, [, says]] of cases.entries())
      expect(
        found[index]!.filter((line) => says.test(line) && line.startsWith('CHANGE_DIFFERS')),
        says.source,
      ).to.have.length(1);
  });

  it('the audit names a refund that goes to another account than that of its chain of bookings', async () => {
    const { clock } = await changedBooks(engine());
    const changes = await books().rowsOf('booking_changes');
    const change = (row: Row) => changes.find((one) => one['booking_id'] === row['booking_id']);
    const refund = (await books().rowsOf('refunds')).find((row) => row['status'] === 'DUE' && change(row))!;
    const first = change(refund)!['old_booking_id'] as BookingId;
    await engine().transact((stores) =>
      stores.refunds.nameAccount(first, { ...WALLET, bank: null }, 'PASSENGER', clock()),
    );
    const corrupted = { table: 'refunds', where: { id: refund['id'] ?? null }, set: { account_number: '9800000000' } };
    const [found, right] = await books().linesAfter(clock, [
      corrupted,
      { ...corrupted, set: { account_number: WALLET.number } },
    ]);
    expect(found).to.have.length(1);
    expect(found![0]).to.match(
      new RegExp(
        `^REFUND_DIFFERS: .* refund ${refund['id']} .* the number differs \\(booking ${refund['booking_id']}\\)$`,
      ),
    );
    expect(right).to.deep.equal([]);
  });

  it('the audit names a booking whose refunds do not go to the newest payments first, even if the ledger agrees', async () => {
    const { clock } = await changedBooks(engine());
    const refunds = await books().rowsOf('refunds');
    const pairs = refunds.flatMap((one) => {
      const other = refunds.find(
        (row) =>
          row['booking_id'] === one['booking_id'] &&
          row['reason'] === one['reason'] &&
          row['created_at'] === one['created_at'] &&
          Number(row['id']) > Number(one['id']),
      );
      return other ? [[one, other] as const] : [];
    });
    // A cancelled seat, and later the rest of the same booking.
    expect(pairs.length).to.be.at.least(2);
    const changes = pairs.flatMap(([one, other]): readonly Change[] => {
      const [first, ...more] = refundWithRows(one, { add: { amount_paisa: -1 } });
      const [swapped, ...others] = refundWithRows(one, { set: { payment_id: other['payment_id'] ?? null } });
      return [
        { ...first!, also: [...more, ...refundWithRows(other, { add: { amount_paisa: 1 } })] },
        {
          ...swapped!,
          also: [...others, ...refundWithRows(other, { set: { payment_id: one['payment_id'] ?? null } })],
        },
      ];
    });
    const found = await books().linesAfter(clock, changes);
    for (const [index, lines] of found.entries()) {
      const id = String(pairs[Math.floor(index / 2)]![0]['booking_id']);
      const names = new RegExp(
        `^REFUND_DIFFERS: .* the refunds of (a part|its cancellation|its change) are .*booking ${id}\\)$`,
      );
      expect(
        lines.some((line) => names.test(line)),
        JSON.stringify([changes[index], lines]),
      ).to.equal(true);
    }
  });

  it('the audit names each change to another trip, booking, payment and refund of which any column was corrupted', async function () {
    this.timeout(300_000);
    const { clock } = await changedBooks(engine());
    const all = await corruptions();
    expect(
      new Set(all.map(({ change }) => `${change.table} ${Object.keys({ ...change.set, ...change.add }).join()}`)).size,
    ).to.be.at.least(20);
    const found = await books().linesAfter(
      clock,
      all.map(({ change }) => change),
    );
    const unnoticed = all.filter(({ names }, index) => !found[index]?.some((line) => names.test(line)));
    expect(unnoticed.map(({ change }) => JSON.stringify(change))).to.deep.equal([]);
  });
}
