import { isPostgres } from '../engine/knex-client.ts';
import type { Step } from './step.ts';

/** Adds an index for administrators, who list the ledger's rows of one gateway. Rows without a gateway are left out. */
export const ledgerByGatewayStep: Step = {
  beside: true,

  async up(db) {
    const concurrently = isPostgres(db) ? 'concurrently' : '';
    // An interrupted build leaves an index that Postgres does not use.
    await db.raw(`drop index ${concurrently} if exists ledger_of_gateway`);
    await db.raw(
      `create index ${concurrently} ledger_of_gateway on ledger_entries (gateway, at, id) where gateway is not null`,
    );
  },

  async down(db) {
    await db.raw('drop index ledger_of_gateway');
  },

  losses: async () => [],
};
