import { expect } from 'chai';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { agentSalesOn, aProgram } from '../../support/agent-sales.ts';
import { anAgent } from '../../support/agents.ts';
import { aTrip } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { type Change, type Row, databaseBooks } from '../../support/corrupting.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { anAdmin } from '../../support/people.ts';

const DAYS = ['2026-11-20', '2026-11-21'] as const;

/**
 * Two statements of an agent that owes money, a sale and a payment after them, and a statement of another agent, which
 * has paid.
 */
async function statedBooks(engine: Engine) {
  const clock = handClock();
  const selling = agentSalesOn(engine, clock);
  const admin = (await anAdmin(engine)).id;
  const anAgentWith = async () => {
    const agent = await anAgent(engine, { commissionRate: basisPoints(750), creditLimit: paisa(10_000_000) });
    return { agent, program: await aProgram(engine, agent) };
  };
  const { agent, program } = await anAgentWith();
  const other = await anAgentWith();
  const trip = await aTrip(engine, {
    fare: paisa(10_000),
    seats: ['A1', 'A2', 'A3', 'A4', 'A5'],
    departsAt: hoursAfter(START, 96),
  });
  const sell = async (seat: string, by = program) => {
    await selling.hold(by, trip.id, [seat]);
    return (await selling.order(by, trip.id, { numbers: [seat], reference: `HT-${seat}` })).booking;
  };
  const pay = (amount: number, reference: string, of = agent) =>
    selling.addPayment(admin, of.id, { amount: paisa(amount), reference });

  await sell('A1');
  await selling.cancel(program, (await sell('A2')).id);
  await pay(1_000, 'one');
  await sell('A5', other.program);
  await pay(9_250, 'all', other.agent);
  const first = await selling.state(admin, agent.id, DAYS[0]);
  const paid = await selling.state(admin, other.agent.id, DAYS[0]);
  clock.set(minutesAfter(clock(), 24 * 60));
  await sell('A3');
  await pay(500, 'two');
  const second = await selling.state(admin, agent.id, DAYS[1]);
  await sell('A4');
  await pay(300, 'three');
  return { clock, selling, agent, other: other.agent, first, second, paid };
}

onEveryEngine('the audit of agents’ statements', (engine, database) => {
  it('the audit finds nothing wrong with the statements of agents', async () => {
    const { selling, first, second, paid } = await statedBooks(engine());
    const findings = (await selling.audit()).findings.filter(({ invariant }) => invariant === 'AGENT_DIFFERS');
    expect(findings).to.deep.equal([]);
    expect([first, second, paid].map(({ status }) => status)).to.deep.equal(['OPEN', 'OPEN', 'PAID']);
  });

  it('the audit names each statement of an agent that is wrong, and each row that is on none or on two', async () => {
    const { clock, other, first, second, paid } = await statedBooks(engine());
    const books = databaseBooks(database());
    const [taken, listed, lines] = [
      await books.rowsOf('agent_statement_entries'),
      await books.rowsOf('unstated_agent_entries'),
      await books.rowsOf('agent_statement_lines'),
    ];
    const [one] = taken.filter((row) => row['statement_id'] === first.id) as [Row];
    const [waiting] = listed as [Row];
    const [line] = lines.filter((row) => row['statement_id'] === first.id) as [Row];
    const [payment] = (await books.rowsOf('agent_payments')) as [Row];
    const entry = { entry_id: one['entry_id']! };
    const change = (table: string, where: Row, what: Omit<Change, 'table' | 'where'>): Change => ({
      table,
      where,
      ...what,
    });
    const made = (id: number, what: Omit<Change, 'table' | 'where'>) => change('agent_statements', { id }, what);
    const ofLine = (what: Omit<Change, 'table' | 'where'>) =>
      change('agent_statement_lines', { statement_id: first.id, position: line['position']! }, what);
    const [ofFirst, ofSecond] = [`agent statement ${first.id}`, `agent statement ${second.id}`];
    const waitingRow = { entry_id: waiting['entry_id']! };
    const cases: readonly (readonly [string, RegExp, Change])[] = [
      [`row ${entry.entry_id}`, /on no statement/, change('agent_statement_entries', entry, { isGone: true })],
      [`row ${waitingRow.entry_id}`, /on no statement/, change('unstated_agent_entries', waitingRow, { isGone: true })],
      [
        `row ${waitingRow.entry_id}`,
        /on no statement/,
        change('unstated_agent_entries', waitingRow, { set: { agent_id: other.id } }),
      ],
      [
        `row ${entry.entry_id}`,
        /listed for the next statement.* does not belong there/,
        change('unstated_agent_entries', {}, { added: { ...waiting, ...entry } }),
      ],
      [
        'row 999',
        /listed for the next statement.* does not belong there/,
        change('unstated_agent_entries', {}, { added: { ...waiting, entry_id: 999 } }),
      ],
      [
        ofSecond,
        /its lines come to .* its rows to/,
        change('agent_statement_entries', entry, { set: { statement_id: second.id } }),
      ],
      [
        `agent statement ${paid.id}`,
        /does not belong on it/,
        change('agent_statement_entries', entry, { set: { statement_id: paid.id } }),
      ],
      [ofFirst, /its lines come to/, made(first.id, { add: { net_paisa: 1, total_paisa: 1 } })],
      [ofFirst, /its lines come to/, made(first.id, { add: { paid_paisa: 1, total_paisa: -1 } })],
      [ofSecond, /its total is/, made(second.id, { add: { total_paisa: 1 } })],
      [ofSecond, /it begins with/, made(second.id, { add: { opening_balance_paisa: 1, total_paisa: 1 } })],
      [ofFirst, /it begins with/, made(first.id, { add: { opening_balance_paisa: 1, total_paisa: 1 } })],
      [ofFirst, /its lines .* are not what its rows make/, ofLine({ add: { gross_paisa: 1 } })],
      [ofFirst, /its lines .* are not what its rows make/, ofLine({ add: { net_paisa: 1 } })],
      [ofFirst, /its lines .* are not what its rows make/, ofLine({ set: { kind: 'GOODWILL' } })],
      [ofFirst, /its lines .* are not what its rows make/, ofLine({ isGone: true })],
      [
        `agent payment ${payment['id']}`,
        /it names no statement/,
        change('agent_payments', { id: payment['id']! }, { set: { statement_id: null } }),
      ],
      [ofSecond, /it is PAID, and should be OPEN/, made(second.id, { set: { status: 'PAID', paid_at: START } })],
      [ofFirst, /it is PAID, and should be OPEN/, made(first.id, { set: { status: 'PAID', paid_at: START } })],
      [
        `agent statement ${paid.id}`,
        /it is OPEN, and should be PAID/,
        made(paid.id, { set: { status: 'OPEN', paid_at: null } }),
      ],
      [
        'year 2026',
        /there are 3 statements of agents, the highest is number 9/,
        made(second.id, { set: { sequence: 9 } }),
      ],
      [
        'year 2026',
        /and 4 was given out last/,
        change('agent_statement_numbers', { year: 2026 }, { add: { last: 1 } }),
      ],
      [ofFirst, /its first row is of/, made(first.id, { set: { from_day: '2026-11-19' } })],
      [ofSecond, /its last row is of/, made(second.id, { set: { until_day: DAYS[0] } })],
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
});
