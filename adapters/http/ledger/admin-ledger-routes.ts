import { Type } from '@sinclair/typebox';
import type { AgentId, OperatorId } from '../../../core/kernel/ids.ts';
import { fromRupees, NOTHING, toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import type { AddSettlement } from '../../../core/ledger/add-settlement.ts';
import { ACCOUNTS, ENTRY_KINDS } from '../../../core/ledger/entry.ts';
import type { LedgerViews, Settlement } from '../../../core/ledger/ports.ts';
import { settlementExceeds, settlementKnown } from '../../../core/ledger/refusals.ts';
import type { Gateways } from '../../../core/payments/gateway.ts';
import { noSuchBooking } from '../../../core/payments/refusals.ts';
import type { ViewOfficeBooking } from '../../../core/payments/view-office-booking.ts';
import { ledgerEntryResponse, toLedgerEntry } from './ledger-entry.ts';
import { bookingPath, choice, creationMoment, decimal, rupees, sized } from '../route/fields.ts';
import { type ListNeeds, key, listRoute, oneOfWords } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly ledgerViews: Pick<LedgerViews, 'list' | 'listOfBooking' | 'balances'>;
  readonly viewOfficeBooking: ViewOfficeBooking;
  readonly addSettlement: AddSettlement;
  readonly gateways: Pick<Gateways, 'known'>;
}

const settlementResponse = Type.Object(
  {
    id: Type.Integer({ examples: [5] }),
    amount: rupees(),
    fee: rupees({ examples: [30] }),
    gateway: Type.String({ examples: ['ESEWA'] }),
    reference: Type.String({ examples: ['ESEWA-2026-11-20'] }),
    forced: Type.Boolean({
      description:
        'Is true if the settlement was recorded although it exceeded what the gateway held; false otherwise.',
    }),
    created_at: creationMoment(),
  },
  { title: 'Settlement' },
);

const toSettlement = ({ id: given, gateway, amount, fee, reference, forced, at }: Settlement) => ({
  id: given,
  amount: toRupees(amount),
  fee: toRupees(fee),
  gateway,
  reference,
  forced,
  created_at: toIso(at),
});

const balance = () => rupees({ description: 'Gives the balance of the account in NPR: debit less credit.' });

const balancesResponse = (gateways: readonly string[]) =>
  Type.Object(
    {
      ...Object.fromEntries(ACCOUNTS.map((account) => [account, balance()])),
      gateways: Type.Object(Object.fromEntries(gateways.map((gateway) => [gateway, balance()])), {
        description: 'Gives the part of account GATEWAY that each gateway holds.',
      }),
    },
    { title: 'Balances' },
  );

export const adminLedgerRoutes = (uses: Uses) => {
  const gateways = uses.gateways.known.map(({ name }) => name);
  return [
    listRoute(uses, {
      path: '/api/admin/bookings/:id/ledger',
      operationId: 'getBookingLedger',
      summary: 'Explain every rupee of a booking',
      description: 'Lists all rows of the ledger about any booking, oldest first.',
      returns: 'Lists the rows about the booking, oldest first, page by page.',
      access: 'admin',
      params: bookingPath,
      exists: ({ caller: { userId }, params: { id: booking } }) =>
        uses.viewOfficeBooking({ role: 'ADMIN', userId }, booking),
      filters: {},
      item: ledgerEntryResponse,
      refuses: [noSuchBooking],
      list: ({ params: { id: booking } }, page) => uses.ledgerViews.listOfBooking(booking, page),
      toItem: toLedgerEntry,
    }),

    listRoute(uses, {
      path: '/api/admin/ledger',
      operationId: 'listLedger',
      summary: 'List the ledger',
      description:
        'Lists all movements of money, newest first. Rows are never changed, nor taken away. `from` and `to` are days on which it happened.',
      returns: 'Lists the rows of the ledger, newest first, page by page.',
      access: 'admin',
      filters: {
        account: oneOfWords(ACCOUNTS),
        kind: oneOfWords(ENTRY_KINDS),
        operator_id: key<OperatorId>('Limits the list to the company with this id.'),
        agent_id: key<AgentId>(
          'Limits the list to rows that change the part of account AGENT of the agent with this id.',
        ),
        gateway: oneOfWords(gateways, "Limits the list to rows that change this gateway's part of account GATEWAY."),
      },
      byDay: true,
      item: ledgerEntryResponse,
      list: ({ given: { account, kind, operator_id: operatorId, agent_id: agentId, gateway }, during }, page) =>
        uses.ledgerViews.list(
          {
            ...(account && { account }),
            ...(kind && { kind }),
            ...(operatorId && { operatorId }),
            ...(agentId && { agentId }),
            ...(gateway && { gateway }),
            during,
          },
          page,
        ),
      toItem: toLedgerEntry,
    }),

    route({
      method: 'get',
      path: '/api/admin/balances',
      operationId: 'getBalances',
      summary: 'See what every account stands at',
      description:
        "Answers each account's debit less its credit. Where money is, in GATEWAY, CASH and BANK, " +
        'and what gateways kept, in FEES, is above 0, as is what agents owe, in AGENT; what is owed, in UNEARNED, OPERATOR and REFUND_DUE, ' +
        'and what is earned, in COMMISSION, is below. TRANSFER is always 0. Together they are 0. ' +
        '`gateways` divides GATEWAY.',
      returns: 'Gives the balance of every account of the ledger.',
      access: 'admin',
      status: 200,
      response: balancesResponse(gateways),
      handle: async () => {
        const balances = await uses.ledgerViews.balances();
        return {
          ...Object.fromEntries(ACCOUNTS.map((account) => [account, toRupees(balances[account])])),
          gateways: Object.fromEntries(gateways.map((name) => [name, toRupees(balances.gateways[name] ?? NOTHING)])),
        };
      },
    }),

    route({
      method: 'post',
      path: '/api/admin/settlements',
      operationId: 'addSettlement',
      summary: 'Record that a gateway has transferred money',
      description:
        'Moves money in the ledger from the account of a gateway to the bank. ' +
        'What the gateway kept for itself is its fee. Together they may not exceed what this gateway holds, ' +
        'unless `force` says so.',
      returns: 'Shows the new settlement, with its id.',
      access: 'admin',
      idempotent: true,
      body: Type.Object(
        {
          amount: decimal(
            { minimum: 0.01, maximum: 1_000_000_000 },
            { description: 'Gives the amount that came, in NPR.' },
          ),
          fee: Type.Optional(
            decimal(
              { minimum: 0, maximum: 1_000_000_000 },
              { description: 'Gives the fee that the gateway kept, in NPR; by default 0.' },
            ),
          ),
          reference: sized(
            { max: 100 },
            {
              description:
                "Gives the gateway's reference of the transfer. Each reference can be recorded once for a gateway.",
            },
          ),
          gateway: Type.Optional(
            choice(gateways, { description: 'Names the gateway that has transferred the money; by default ESEWA.' }),
          ),
          force: Type.Optional(
            Type.Boolean({
              description:
                'Is true if it is to be recorded although amount and fee exceed what the gateway holds; false, the default, refuses it then.',
            }),
          ),
        },
        { examples: [{ amount: 98_000, fee: 2_000, reference: 'ESEWA-2026-11-20' }] },
      ),
      status: 201,
      response: settlementResponse,
      refuses: [settlementKnown, settlementExceeds],
      handle: ({ caller, body: { gateway = 'ESEWA', amount, fee, reference, force = false }, once }) =>
        once(toSettlement, (keep) =>
          uses.addSettlement(
            caller.userId,
            {
              gateway,
              amount: fromRupees(amount),
              fee: fee === undefined ? NOTHING : fromRupees(fee),
              reference,
              forced: force,
            },
            keep,
          ),
        ),
    }),
  ];
};
