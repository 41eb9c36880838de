import { type BasisPoints, fromRupees, minus, share } from '../../../core/kernel/money.ts';
import type { OperatorId, StatementId } from '../../../core/kernel/ids.ts';
import type { Stage } from './stage.ts';

const GATEWAY_FEE = 150 as BasisPoints;

/**
 * Records what the gateway transferred to the platform, and pays statements to two companies. The newest statement
 * stays unpaid.
 */
export function money(stage: Stage): void {
  const { cast } = stage;
  const [himchuli, phewa] = [cast.owner.operatorId, cast.helper.operatorId];
  for (const day of [-4, -1]) settlement(stage, day);
  statement(stage, { of: himchuli, until: -4, made: -3, paid: -3 });
  statement(stage, { of: phewa, until: -3, made: -2, paid: -1 });
  statement(stage, { of: himchuli, until: -2, made: -1 });
}

/** The share of payments that the gateway transfers at once. The other payments come with the next transfer. */
const SETTLED_AT_ONCE = 0.9;

function settlement({ agenda, week, cast, service: { useCases, views } }: Stage, day: number): void {
  agenda.at(week.at(day, '08:30'), async () => {
    const held = (await views.ledgerViews.balances()).GATEWAY;
    const settled = fromRupees(Math.floor((held * SETTLED_AT_ONCE) / 100));
    if (settled <= 0) return;
    const fee = share(settled, GATEWAY_FEE);
    const transfer = { amount: minus(settled, fee), fee, reference: `ESEWA-${week.day(day)}` };
    const from = { gateway: 'ESEWA', forced: false } as const;
    await useCases.addSettlement(cast.admin, { ...transfer, ...from });
  });
}

interface Stated {
  readonly of: OperatorId;
  readonly until: number;
  readonly made: number;
  readonly paid?: number;
}

function statement(
  { agenda, week, cast, service: { useCases } }: Stage,
  { of: operatorId, until, made, paid }: Stated,
): void {
  let id: StatementId | undefined;
  agenda.at(week.at(made, '10:30'), async () => {
    ({ id } = await useCases.makeStatement(cast.admin, { operatorId, until: week.day(until) }));
  });
  if (paid === undefined) return;
  agenda.at(week.at(paid, '14:00'), async () => {
    if (id !== undefined) await useCases.payStatement(cast.admin, id, `NBL-${week.day(paid)}-${id}`);
  });
}
