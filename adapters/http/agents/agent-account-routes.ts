import { Type } from '@sinclair/typebox';
import type { AddAgentPayment } from '../../../core/agents/add-agent-payment.ts';
import { availableOf, warningOf } from '../../../core/agents/agent.ts';
import type { KeyMode } from '../../../core/agents/agent-key.ts';
import type { AgentViews } from '../../../core/agents/ports.ts';
import { notAnAgent, paymentKnown } from '../../../core/agents/refusals.ts';
import type { AgentAccountViews, AgentPayment, AgentPaymentViews } from '../../../core/agents/sale-ports.ts';
import { agentUnknown } from '../../../core/companies/refusals.ts';
import type { AgentId } from '../../../core/kernel/ids.ts';
import { fromRupees, toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { ENTRY_KINDS } from '../../../core/ledger/entry.ts';
import { decimal, id, moment, nullable, rupees, sizedVerbatim } from '../route/fields.ts';
import { type ListNeeds, listRoute } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly agentViews: Pick<AgentViews, 'find'>;
  readonly agentAccountViews: AgentAccountViews;
  readonly agentPaymentViews: AgentPaymentViews;
  readonly addAgentPayment: AddAgentPayment;
  readonly keyMode: KeyMode;
}

const paymentResponse = Type.Object(
  {
    id: Type.Integer({ examples: [3] }),
    at: moment(),
    amount: rupees({ examples: [25_000] }),
    reference: Type.String({ examples: ['NIC-88123'] }),
    added_by: Type.Object({
      id: Type.Integer({ examples: [2] }),
      full_name: Type.String({ examples: ['Sita Rai'] }),
    }),
  },
  { title: 'AgentPayment' },
);

const toPayment = ({ id: payment, at, amount, reference, addedBy }: AgentPayment) => ({
  id: payment,
  at: toIso(at),
  amount: toRupees(amount),
  reference,
  added_by: { id: addedBy.id, full_name: addedBy.fullName },
});

const entryResponse = Type.Object(
  {
    id: Type.Integer({ examples: [41] }),
    at: moment(),
    kind: Type.String({ enum: [...ENTRY_KINDS], examples: ['PAYMENT'] }),
    booking_id: nullable(Type.Integer({ description: 'Identifies the booking; null for a payment or an adjustment.' })),
    booking_code: nullable(Type.String({ description: 'Gives the code of the booking; null without a booking.' })),
    reference: nullable(
      Type.String({
        description: 'Gives your reference of the sale, or the reference of your payment; null without either.',
      }),
    ),
    amount: Type.Number({
      description: 'Gives the amount in NPR. It is positive when you owe more.',
      examples: [1140],
    }),
  },
  { title: 'AgentEntry' },
);

const params = Type.Object({ id: id<AgentId>({ description: 'Identifies the agent.' }) });

export const agentAccountRoutes = (uses: Uses) => {
  const known = async ({ params: { id: agent } }: { readonly params: { readonly id: AgentId } }) => {
    if (!(await uses.agentViews.find(agent))) throw agentUnknown();
  };
  return [
    route({
      method: 'get',
      path: '/api/agent/account',
      operationId: 'getAgentAccount',
      summary: 'See what you owe',
      description: 'Answers the balance of your agent, and the credit that is left for sales.',
      returns: 'Shows the account of your agent.',
      access: 'agentReader',
      status: 200,
      response: Type.Object(
        {
          balance: Type.Number({
            description: 'Gives the amount that you owe, in NPR; it is negative after paying in advance.',
          }),
          credit_limit: rupees({ description: 'Limits what you may owe, in NPR.' }),
          available: Type.Number({
            description: 'Gives the amount for which you may still buy, in NPR. It may be negative.',
          }),
          warn_below: rupees({
            description: 'Gives the amount in NPR: you get a mail when less than this is available.',
          }),
          commission_rate: Type.Number({ description: 'Gives your commission rate for new sales, in percent.' }),
          mode: Type.String({
            enum: ['live', 'test'],
            description: 'Names the kind of keys that this instance accepts.',
          }),
        },
        { title: 'AgentAccount' },
      ),
      refuses: [notAnAgent],
      handle: async ({ caller }) => {
        const agent = await uses.agentViews.find(caller.agentId);
        if (!agent) throw notAnAgent();
        return {
          balance: toRupees(agent.balance),
          credit_limit: toRupees(agent.creditLimit),
          available: toRupees(availableOf(agent)),
          warn_below: toRupees(warningOf(agent)),
          commission_rate: agent.commissionRate / 100,
          mode: uses.keyMode,
        };
      },
    }),

    listRoute(uses, {
      path: '/api/agent/entries',
      operationId: 'listAgentEntries',
      summary: 'Explain every rupee that you owe',
      description: 'Lists the entries of your account, newest first. Their sum is the balance.',
      returns: 'Lists the entries, newest first, page by page.',
      access: 'agentAccountant',
      filters: {},
      byDay: true,
      item: entryResponse,
      list: ({ caller, during }, page) => uses.agentAccountViews.entries(caller.agentId, during, page),
      toItem: ({ id: entry, at, kind, bookingId, bookingCode, reference, amount }) => ({
        id: entry,
        at: toIso(at),
        kind,
        booking_id: bookingId,
        booking_code: bookingCode,
        reference,
        amount: toRupees(amount),
      }),
    }),

    listRoute(uses, {
      path: '/api/admin/agents/:id/payments',
      operationId: 'listAgentPayments',
      summary: 'List the payments of an agent',
      description: 'Lists what an agent has paid to the platform, newest first.',
      returns: 'Lists the payments, newest first, page by page.',
      access: 'admin',
      params,
      exists: known,
      filters: {},
      item: paymentResponse,
      refuses: [agentUnknown],
      list: ({ params: { id: agent } }, page) => uses.agentPaymentViews.list(agent, page),
      toItem: toPayment,
    }),

    route({
      method: 'post',
      path: '/api/admin/agents/:id/payments',
      operationId: 'addAgentPayment',
      summary: 'Note a payment of an agent',
      description:
        'Records that an agent has paid the platform, so that it owes less. Payments are not deleted: a wrong one is corrected by an adjustment.',
      returns: 'Shows the new payment, with its id.',
      access: 'admin',
      idempotent: true,
      params,
      exists: known,
      body: Type.Object(
        {
          amount: decimal(
            { minimum: 0.01, maximum: 1_000_000_000 },
            { description: 'Gives the amount that came, in NPR.' },
          ),
          reference: sizedVerbatim(
            { max: 100 },
            {
              description:
                'Gives the reference of the transfer, which an agent can have only once. It is compared byte by byte.',
            },
          ),
        },
        { examples: [{ amount: 25_000, reference: 'NIC-88123' }] },
      ),
      status: 201,
      response: paymentResponse,
      refuses: [agentUnknown, paymentKnown],
      handle: ({ caller, params: { id: agent }, body: { amount, reference }, once }) =>
        once(toPayment, (keep) =>
          uses.addAgentPayment(caller.userId, agent, { amount: fromRupees(amount), reference }, keep),
        ),
    }),
  ];
};
