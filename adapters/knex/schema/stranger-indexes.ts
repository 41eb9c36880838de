import type { Step } from './step.ts';

/**
 * Indexes for what strangers send: an address's last sign-in, which each password check reads, and the messages about
 * unknown payments, of which the oldest go.
 */
export const strangerIndexesStep: Step = {
  beside: true,

  async up(db) {
    await db.raw(
      'create index if not exists sign_in_addresses_of_address on sign_in_addresses (address, last_sign_in_at)',
    );
    await db.raw(
      `create index if not exists payment_webhook_logs_newest_unknown on payment_webhook_logs (received_at, id)
        where payment_id is null`,
    );
    await db.raw('drop index if exists payment_webhook_logs_unknown');
  },

  async down(db) {
    await db.raw(
      'create index if not exists payment_webhook_logs_unknown on payment_webhook_logs (received_at) where payment_id is null',
    );
    await db.raw('drop index if exists payment_webhook_logs_newest_unknown');
    await db.raw('drop index if exists sign_in_addresses_of_address');
  },

  losses: () => Promise.resolve([]),
};
