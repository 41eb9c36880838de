import type { Step } from './step.ts';

/** Entries of the activity log that changed the terms of a company. */
const CHANGED_TERMS = `
  subject_type = 'operator' and subject_id = operators.id and kind in ('OPERATOR_CHANGED', 'COMPANY_CHANGED')
  and (changes like '%"commission_rate"%' or changes like '%"cancellation_tiers"%')`;

/**
 * Keeps the terms of each company with the moment since which they hold. The present terms hold since the activity log
 * last names them as changed, else since the beginning of the company. Earlier terms are not known.
 */
export const companyTermsStep: Step = {
  async up(db) {
    await db.raw(`create table company_terms (
      operator_id integer not null references operators (id),
      since bigint not null, -- until the next row of the company
      commission_rate_bp integer, -- basis points; null means the platform’s rate
      cancellation_tiers text, -- JSON; null means the platform’s tiers
      primary key (operator_id, since)
    )`);
    await db.raw(`
      insert into company_terms (operator_id, since, commission_rate_bp, cancellation_tiers)
      select id, coalesce((select max(at) from activity_log where ${CHANGED_TERMS}), created_at),
        commission_rate_bp, cancellation_tiers
      from operators`);
  },

  down: async (db) => {
    await db.raw('drop table company_terms');
  },

  /** Terms that no longer hold are nowhere else. */
  async losses(db) {
    const counted: readonly { readonly count: number | string }[] = await db('company_terms').select(
      db.raw('count(*) - count(distinct operator_id) as count'),
    );
    const count = Number(counted[0]?.count ?? 0);
    return count > 0 ? [`company_terms: ${count}`] : [];
  },

  adds: { area: '0002-companies', tables: ['company_terms'] },
};
