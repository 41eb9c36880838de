import { expect } from 'chai';
import type { AgentStatementWithLines } from '../../core/agents/agent-statement.ts';
import type { AgentId, AgentStatementId, BookingId } from '../../core/kernel/ids.ts';
import type { OfficeBooking } from '../../core/payments/office-booking.ts';
import type { Payment } from '../../core/payments/payment.ts';
import type { Refund } from '../../core/payments/refund.ts';
import { half, sumOf } from './change-oracle.ts';
import type { MoneyWorld } from './money-world.ts';

/**
 * Works out the commission and the statements of agents from bookings, payments and refunds, as the specification
 * defines them. Uses plain numbers of paisa and no function of the core, so as not to repeat the core's mistakes.
 */

/** A booking with its payments and refunds. */
interface Sold {
  readonly booking: OfficeBooking;
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
}

/** `amount` × `part` ÷ `whole`, rounded half up. */
const proportion = (amount: number, part: number, whole: number): number =>
  Math.floor((2 * amount * part + whole) / (2 * whole));

/** The commission that a change adds: that of the new booking, less that on the old booking's money. */
export const commissionOfChange = (
  rate: number,
  { oldTotal, credit, newTotal }: { readonly oldTotal: number; readonly credit: number; readonly newTotal: number },
): number => half(newTotal, rate) - proportion(half(oldTotal, rate), credit, oldTotal);

/** The commission that goes back when seats for `amount` are cancelled, of which `refund` is given back. */
export const commissionTakenBack = (
  rate: number,
  { before, amount, refund }: { readonly before: number; readonly amount: number; readonly refund: number },
): number => proportion(half(before, rate) - half(before - amount, rate), refund, amount);

/** The commission that an agent has of one booking, of all its sales, changes and cancellations. */
export function commissionOfBooking(
  { booking, payments, refunds }: Sold,
  bookings: ReadonlyMap<BookingId, Sold>,
): number {
  if (booking.agent === null) return 0;
  const { rate } = booking.agent;
  const { parts, changed, status } = booking;
  let before = parts.reduce((all, { amount }) => all + amount, Number(booking.total));
  const old = changed.from && bookings.get(changed.from.id);
  let commission = half(before, rate);
  if (old) {
    const carried = sumOf(payments.filter(({ gateway }) => gateway === 'CREDIT'));
    const credit = carried + sumOf(old.refunds.filter(({ reason }) => reason === 'CHANGE'));
    commission = commissionOfChange(rate, { oldTotal: Number(old.booking.total), credit, newTotal: before });
  }
  const ofParts = parts.flatMap(({ refundId, moreRefundIds = [] }) => [refundId, ...moreRefundIds]);
  for (const { amount, refund } of parts) {
    commission -= commissionTakenBack(rate, { before, amount, refund });
    before -= amount;
  }
  if ((status !== 'CANCELLED' && status !== 'REFUNDED') || changed.to !== null) return commission;
  const last = refunds.filter(({ id, reason }) => reason.endsWith('_CANCELLATION') && !ofParts.includes(id));
  return commission - commissionTakenBack(rate, { before, amount: before, refund: sumOf(last) });
}

interface Stated {
  readonly id: AgentStatementId;
  readonly total: number;
  /** The sum of the payments that came after this statement. */
  paidSince: number;
}

/** The statements of one agent and the payments that are on none yet. */
interface Book {
  readonly statements: Stated[];
  unstated: number;
}

/** The statements that agents must have, with their status. */
export function agentStatementOracle() {
  const books = new Map<AgentId, Book>();
  const bookOf = (agentId: AgentId): Book => {
    const book = books.get(agentId) ?? { statements: [], unstated: 0 };
    books.set(agentId, book);
    return book;
  };
  return {
    pay(agentId: AgentId, amount: number): void {
      const book = bookOf(agentId);
      book.unstated += amount;
      for (const statement of book.statements) statement.paidSince += amount;
    },
    /** Compares a new statement with the agent's balance. */
    state({ id, agentId, lines, moreLines, ...made }: AgentStatementWithLines, balance: number): void {
      const book = bookOf(agentId);
      const openingBalance = book.statements.at(-1)?.total ?? 0;
      const net = balance - openingBalance + book.unstated;
      const { openingBalance: opening, paid, total } = made;
      expect({ opening, net: made.net, paid, total }, 'a statement of an agent').to.deep.equal({
        opening: openingBalance,
        net,
        paid: book.unstated,
        total: balance,
      });
      if (!moreLines) expect(sumOf(lines.map((line) => ({ amount: line.net }))), 'an agent’s lines').to.equal(net);
      for (const { gross, commission, net: own } of lines)
        expect(own, 'the net of a line').to.equal(gross - commission);
      book.statements.push({ id, total: balance, paidSince: 0 });
      book.unstated = 0;
    },
    /** Compares which statements are PAID. A paid statement pays all earlier ones. */
    async compare({ engine }: Pick<MoneyWorld, 'engine'>): Promise<void> {
      for (const { statements } of books.values()) {
        const paid = statements.findLastIndex(({ total, paidSince }) => total <= 0 || paidSince >= total);
        const found = await Promise.all(statements.map(({ id }) => engine.agentStatementViews.find(id)));
        expect(found.map((one) => one?.status)).to.deep.equal(
          statements.map((_, index) => (index <= paid ? 'PAID' : 'OPEN')),
        );
      }
    },
  };
}
