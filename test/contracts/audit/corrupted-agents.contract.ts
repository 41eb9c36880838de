import { expect } from 'chai';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { agentSalesOn, aProgram } from '../../support/agent-sales.ts';
import { anAgent } from '../../support/agents.ts';
import { aTrip } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { type Change, type Row, databaseBooks } from '../../support/corrupting.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { anAdmin } from '../../support/people.ts';

/** Two sales of an agent, of which one is cancelled, a payment, and goodwill that a second administrator has sent. */
async function agentBooks(engine: Engine) {
  const clock = handClock();
  const selling = agentSalesOn(engine, clock);
  const [gita, hari] = [(await anAdmin(engine)).id, (await anAdmin(engine)).id];
  const agent = await anAgent(engine, { commissionRate: basisPoints(750), creditLimit: paisa(10_000_000) });
  const other = await anAgent(engine);
  const program = await aProgram(engine, agent);
  const trip = await aTrip(engine, { fare: paisa(10_000), seats: ['A1', 'A2'], departsAt: hoursAfter(START, 96) });
  const sell = async (seat: string) => {
    await selling.hold(program, trip.id, [seat]);
    return (await selling.order(program, trip.id, { numbers: [seat], reference: `HT-${seat}` })).booking;
  };
  const [kept, cancelled] = [await sell('A1'), await sell('A2')];
  await selling.cancel(program, cancelled.id);
  await selling.addPayment(gita, agent.id, { amount: paisa(1_000), reference: 'NIC-1' });
  const [payment] = await engine.transact(({ payments }) => payments.ofBooking(kept.id));
  const goodwill = await selling.addGoodwill(gita, payment!.id, { amount: paisa(500), note: 'No air.' });
  await selling.sendRefund(hari, goodwill.id, { method: 'AGENT' });
  return { clock, selling, agent, other, kept, cancelled, goodwill, hari };
}

onEveryEngine('the audit of agents', (engine, database) => {
  it('the audit finds nothing wrong with the sales of an agent', async () => {
    const { selling } = await agentBooks(engine());
    const findings = (await selling.audit()).findings.filter(({ invariant }) => invariant === 'AGENT_DIFFERS');
    expect(findings).to.deep.equal([]);
  });

  it('the audit names each balance, row, reference, refund and payment of an agent that is wrong', async () => {
    const { clock, agent, other, kept, cancelled, goodwill, hari } = await agentBooks(engine());
    const books = databaseBooks(database());
    const rows = await books.rowsOf('ledger_entries');
    const isAgents = ({ debit, credit }: Row): boolean => debit === 'AGENT' || credit === 'AGENT';
    const sale = rows.find((row) => isAgents(row) && row['booking_id'] === kept.id)!;
    const foreign = rows.find((row) => !isAgents(row))!;
    const noted = rows.find((row) => row['kind'] === 'AGENT_PAYMENT')!;
    const [payment] = (await books.rowsOf('agent_payments')) as [Row];
    const back = (await books.rowsOf('refunds')).find((row) => row['booking_id'] === cancelled.id)!;
    const change = (table: string, id: Row[string], what: Omit<Change, 'table' | 'where'>): Change => ({
      table,
      where: { id: id! },
      ...what,
    });
    const cases: readonly (readonly [string, RegExp, Change])[] = [
      [`agent ${agent.id}`, /its balance is kept as/, change('agents', agent.id, { add: { balance_paisa: 1 } })],
      [`row ${sale['id']}`, /names no agent/, change('ledger_entries', sale['id']!, { set: { agent_id: null } })],
      [
        `row ${foreign['id']}`,
        /does not change account AGENT/,
        change('ledger_entries', foreign['id']!, { set: { agent_id: agent.id } }),
      ],
      [
        `row ${sale['id']}`,
        /is not the agent of booking/,
        change('ledger_entries', sale['id']!, { set: { agent_id: other.id } }),
      ],
      [
        `booking ${cancelled.id}`,
        /sold 2 bookings under one reference/,
        change('bookings', cancelled.id, { set: { agent_reference: 'HT-A1' } }),
      ],
      [
        `booking ${kept.id}`,
        /its reference does not name it/,
        { table: 'agent_references', where: { reference: 'HT-A1' }, set: { booking_id: cancelled.id } },
      ],
      [`refund ${back['id']}`, /it is DUE/, change('refunds', back['id']!, { set: { status: 'DUE' } })],
      [`refund ${back['id']}`, /it was paid by BANK/, change('refunds', back['id']!, { set: { method: 'BANK' } })],
      [
        `refund ${goodwill.id}`,
        /added it as goodwill and sent it/,
        change('refunds', goodwill.id, { set: { added_by: hari } }),
      ],
      [
        `agent payment ${payment['id']}`,
        /the row BANK \/ AGENT of its amount is missing/,
        change('agent_payments', payment['id']!, { add: { amount_paisa: 1 } }),
      ],
      [
        `row ${noted['id']}`,
        /about a payment of an agent that is not there/,
        change('ledger_entries', noted['id']!, { set: { agent_payment_id: null } }),
      ],
      [
        `booking ${kept.id}`,
        /its channel and its agent contradict/,
        change('bookings', kept.id, { set: { channel: 'ONLINE' } }),
      ],
    ];
    const found = await books.linesAfter(
      clock,
      cases.map(([, , what]) => what),
    );
    for (const [index, [row, says]] of cases.entries()) {
      const named = found[index]!.filter((text) => text.startsWith('AGENT_DIFFERS: ') && text.endsWith(`(${row})`));
      expect(named.join(), `${index} ${says.source}`).to.match(says);
    }
  });

  it('the audit names each row of a sale, commission, refund and goodwill of an agent that is wrong', async () => {
    const { clock, agent, other, kept } = await agentBooks(engine());
    const books = databaseBooks(database());
    const rows = (await books.rowsOf('ledger_entries')).filter(
      ({ debit, credit, booking_id: booking }) => (debit === 'AGENT' || credit === 'AGENT') && booking !== null,
    );
    // Two sales with commission, a cancellation that takes some of it back, its refund, and goodwill.
    expect(rows.map(({ kind }) => kind).sort()).to.deep.equal([
      ...Array.from({ length: 3 }, () => 'AGENT_COMMISSION'),
      ...Array.from({ length: 2 }, () => 'PAYMENT'),
      ...Array.from({ length: 2 }, () => 'REFUND'),
    ]);
    const changes = rows.flatMap(({ id, debit, credit, agent_id }): readonly Change[] => {
      const where = { id: id! };
      return [
        { table: 'ledger_entries', where, add: { amount_paisa: 1 } },
        { table: 'ledger_entries', where, isGone: true },
        { table: 'ledger_entries', where, set: { debit: credit!, credit: debit! } },
        { table: 'ledger_entries', where, set: { agent_id: agent_id === agent.id ? other.id : agent.id } },
      ];
    });
    const terms: readonly Change[] = [
      { table: 'bookings', where: { id: kept.id }, set: { agent_rate_bp: 800 } },
      { table: 'bookings', where: { id: kept.id }, set: { agent_id: other.id } },
    ];
    const found = await books.linesAfter(clock, [...changes, ...terms]);
    const says = /^LEDGER_DIFFERS: \w+: the row (PAYMENT|REFUND|AGENT_COMMISSION) .* (is wrong: |is missing )/;
    for (const [index, lines] of found.entries())
      expect(lines.join('\n'), `after change ${index}`).to.match(new RegExp(says, 'm'));
  });

  it('the audit warns of an agent that owes more than its limit', async () => {
    const { selling, agent } = await agentBooks(engine());
    await engine().transact(({ agents }) => agents.save({ ...agent, creditLimit: paisa(1) }));
    const { findings, warnings } = await selling.audit();
    expect(findings.filter(({ invariant }) => invariant === 'AGENT_DIFFERS')).to.deep.equal([]);
    expect(warnings.map(({ row }) => row)).to.include(`agent ${agent.id}`);
  });
});
