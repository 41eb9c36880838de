import { Type } from '@sinclair/typebox';
import { companyUnknown } from '../../../core/companies/refusals.ts';
import type { AddReceipt } from '../../../core/ledger/add-receipt.ts';
import type { DecideAdjustment, ProposeAdjustment, ViewAdjustment } from '../../../core/ledger/adjust.ts';
import {
  adjustmentDecided,
  adjustmentUnknown,
  needsSecondPerson,
  noSuchAgent,
  receiptKnown,
} from '../../../core/ledger/refusals.ts';
import type { AdjustmentId, AgentId, OperatorId } from '../../../core/kernel/ids.ts';
import { fromRupees } from '../../../core/kernel/money.ts';
import { type AdjustmentRecords, ADJUSTABLE_ACCOUNTS, ADJUSTMENT_STATUSES } from '../../../core/ledger/corrections.ts';
import type { Gateways } from '../../../core/payments/gateway.ts';
import { adjustmentResponse, receiptResponse, toAdjustmentResponse, toReceipt } from './correction.ts';
import { choice, decimal, givenId, id, keyOf, orNull, sized, sizedLines } from '../route/fields.ts';
import { type ListNeeds, listRoute, oneOfWords } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly adjustmentRecords: Pick<AdjustmentRecords, 'list'>;
  readonly proposeAdjustment: ProposeAdjustment;
  readonly decideAdjustment: DecideAdjustment;
  readonly viewAdjustment: ViewAdjustment;
  readonly addReceipt: AddReceipt;
  readonly gateways: Pick<Gateways, 'known'>;
}

const params = Type.Object({ id: id<AdjustmentId>({ description: 'Identifies the adjustment.' }) });
const amount = decimal({ minimum: 0.01, maximum: 1_000_000_000 }, { description: 'Gives the amount in NPR.' });

const decision = (uses: Uses, name: 'confirm' | 'reject') => {
  const isConfirming = name === 'confirm';
  return route({
    method: 'post',
    path: `/api/admin/adjustments/:id/${name}`,
    operationId: isConfirming ? 'confirmAdjustment' : 'rejectAdjustment',
    summary: isConfirming ? 'Confirm an adjustment of the ledger' : 'Reject an adjustment of the ledger',
    description: isConfirming
      ? 'Writes the row of the adjustment to the ledger. Only another administrator than the proposer may do this.'
      : 'Ends a proposal: nothing is written to the ledger. The proposer may do this too.',
    returns: isConfirming
      ? 'Shows the adjustment, which is CONFIRMED now.'
      : 'Shows the adjustment, which is REJECTED now.',
    access: 'admin',
    idempotent: true,
    params,
    exists: ({ params: { id: given } }) => uses.viewAdjustment(given),
    status: 200,
    response: adjustmentResponse,
    refuses: [adjustmentUnknown, adjustmentDecided, ...(isConfirming ? [needsSecondPerson] : [])],
    handle: ({ caller, params: { id: given }, once }) =>
      once(toAdjustmentResponse, (keep) =>
        uses.decideAdjustment(caller.userId, given, isConfirming ? 'CONFIRMED' : 'REJECTED', keep),
      ),
  });
};

export const adminCorrectionRoutes = (uses: Uses) => [
  listRoute(uses, {
    path: '/api/admin/adjustments',
    operationId: 'listAdjustments',
    summary: 'List the adjustments of the ledger',
    description: 'Lists the corrections of the ledger that administrators have proposed, newest first.',
    returns: 'Lists the adjustments, newest first, page by page.',
    access: 'admin',
    filters: { status: oneOfWords(ADJUSTMENT_STATUSES) },
    item: adjustmentResponse,
    list: ({ given: { status } }, page) => uses.adjustmentRecords.list({ ...(status && { status }) }, page),
    toItem: toAdjustmentResponse,
  }),

  route({
    method: 'post',
    path: '/api/admin/adjustments',
    operationId: 'proposeAdjustment',
    summary: 'Propose an adjustment of the ledger',
    description:
      'Proposes to move an amount from the credited account to the debited one. ' +
      'It is moved once another administrator confirms it. UNEARNED, ' +
      'REFUND_DUE and TRANSFER follow from bookings and refunds, and are not adjusted.',
    returns: 'Shows the new adjustment, which is PROPOSED.',
    access: 'admin',
    idempotent: true,
    body: Type.Object(
      {
        debit: choice(ADJUSTABLE_ACCOUNTS, { description: 'Names the account that gets the amount.' }),
        credit: choice(ADJUSTABLE_ACCOUNTS, { description: 'Names the account that gives the amount: another one.' }),
        amount,
        operator_id: Type.Optional(
          orNull(
            givenId({
              description:
                'Identifies the company. It is required for OPERATOR and CASH; otherwise it may be null or left out.',
              examples: [4],
            }),
          ),
        ),
        agent_id: Type.Optional(
          orNull(
            givenId({
              description: 'Identifies the agent. It is required for AGENT; otherwise it may be null or left out.',
              examples: [2],
            }),
          ),
        ),
        gateway: Type.Optional(
          orNull(
            choice(
              uses.gateways.known.map(({ name }) => name),
              {
                description:
                  'Names the gateway whose part of account GATEWAY is corrected. It is required for GATEWAY; otherwise it may be null or left out.',
              },
            ),
          ),
        ),
        reason: sizedLines(
          { max: 300 },
          { description: 'Gives the reason, for whoever confirms the adjustment and for the books.' },
        ),
      },
      {
        examples: [
          {
            debit: 'FEES',
            credit: 'GATEWAY',
            amount: 15,
            gateway: 'ESEWA',
            reason: 'eSewa kept a fee that was not recorded.',
          },
        ],
      },
    ),
    status: 201,
    response: adjustmentResponse,
    refuses: [companyUnknown, noSuchAgent],
    handle: ({ caller, body: { operator_id: operatorId, agent_id: agentId, gateway = null, ...given }, once }) =>
      once(toAdjustmentResponse, (keep) =>
        uses.proposeAdjustment(
          caller.userId,
          {
            ...given,
            amount: fromRupees(given.amount),
            operatorId: operatorId === undefined || operatorId === null ? null : keyOf<OperatorId>(operatorId),
            gateway,
            agentId: agentId === undefined || agentId === null ? null : keyOf<AgentId>(agentId),
          },
          keep,
        ),
      ),
  }),

  route({
    method: 'get',
    path: '/api/admin/adjustments/:id',
    operationId: 'getAdjustment',
    summary: 'Look at an adjustment of the ledger',
    description:
      'Shows an administrator one correction of the ledger: what it moves, who proposed it and who decided on it.',
    returns: 'Shows the adjustment with this id, and who proposed and decided it.',
    access: 'admin',
    params,
    status: 200,
    response: adjustmentResponse,
    refuses: [adjustmentUnknown],
    handle: async ({ params: { id: given } }) => toAdjustmentResponse(await uses.viewAdjustment(given)),
  }),

  decision(uses, 'confirm'),
  decision(uses, 'reject'),

  route({
    method: 'post',
    path: '/api/admin/receipts',
    operationId: 'addReceipt',
    summary: 'Record that a company has paid what it owed',
    description: 'Records a payment of a company to the platform. Its next statement shows it as a line.',
    returns: 'Shows the new receipt, with its id.',
    access: 'admin',
    idempotent: true,
    body: Type.Object(
      {
        operator_id: givenId({ description: 'Identifies the company that has paid.', examples: [4] }),
        amount,
        reference: sized(
          { max: 100 },
          {
            description:
              "Gives the company's reference of the transfer. Each reference can be recorded once for a company.",
          },
        ),
      },
      { examples: [{ operator_id: 4, amount: 300, reference: 'NIC-88123' }] },
    ),
    status: 201,
    response: receiptResponse,
    refuses: [companyUnknown, receiptKnown],
    handle: ({ caller, body: { operator_id: operatorId, amount: paid, reference }, once }) =>
      once(toReceipt, (keep) =>
        uses.addReceipt(
          caller.userId,
          { operatorId: keyOf<OperatorId>(operatorId), amount: fromRupees(paid), reference },
          keep,
        ),
      ),
  }),
];
