import type { Knex } from 'knex';
import { accountsSchema } from './accounts.ts';
import { agentsSchema } from './agents.ts';
import { agentStaffStep } from './agent-staff.ts';
import { agentSalesStep } from './agent-sales.ts';
import { agentStatementsStep } from './agent-statements.ts';
import { amenitiesStep } from './amenities.ts';
import { type AreaSchema, schemaSqlOf } from './area-schema.ts';
import { attemptedDeliveriesStep } from './attempted-deliveries.ts';
import { attemptsStep } from './attempts.ts';
import { automaticRefundsStep } from './automatic-refunds.ts';
import { boardingSchema } from './boarding.ts';
import { blindCountsStep } from './blind-counts.ts';
import { bookingsSchema } from './bookings.ts';
import { calendarSequencesStep } from './calendar-sequences.ts';
import { busPositionsSchema } from './bus-positions.ts';
import { cancelledPartsStep } from './cancelled-parts.ts';
import { changeDeparturesStep } from './change-departures.ts';
import { changesStep } from './changes.ts';
import { cityAliasesStep } from './city-aliases.ts';
import { cityCoordinatesStep } from './city-coordinates.ts';
import { companiesSchema } from './companies.ts';
import { companyTermsStep } from './company-terms.ts';
import { counterSchema } from './counter.ts';
import { contactNumbersStep } from './contact-numbers.ts';
import { crewStep } from './crew.ts';
import { doorOfficeStep } from './door-office.ts';
import { doorPlacesStep } from './door-places.ts';
import { emailAddressesStep } from './email-addresses.ts';
import { foldedKeysStep } from './folded-keys.ts';
import { foundPaymentsStep } from './found-payments.ts';
import { freshDeliveriesStep } from './fresh-deliveries.ts';
import { findCodesStep } from './find-codes.ts';
import { feedSchema } from './timetable-feed.ts';
import { fleetSchema } from './fleet.ts';
import { gatewayBalancesStep } from './gateway-balances.ts';
import { ledgerByGatewayStep } from './ledger-by-gateway.ts';
import { gatewaysStep } from './gateways.ts';
import { lentBlocksStep } from './lent-blocks.ts';
import { lineSchema, offersStep } from './line.ts';
import { lateNoticesStep } from './late-notices.ts';
import { lateThresholdsStep } from './late-thresholds.ts';
import { liveLinksSchema } from './live-links.ts';
import { listeningSchema } from './listening.ts';
import { ledgerSchema } from './ledger.ts';
import { nameChangesStep } from './name-changes.ts';
import { paymentsSchema } from './payments.ts';
import { phoneDigitsStep } from './phone-digits.ts';
import { phoneAccounts } from './phone-accounts.ts';
import { processBeatsSchema } from './process-beats.ts';
import { placesSchema } from './places.ts';
import { planningSchema } from './planning.ts';
import { platformSchema } from './platform.ts';
import { platformTermsStep } from './platform-terms.ts';
import { positionModesStep } from './position-modes.ts';
import { refundsSchema } from './refunds.ts';
import { sandboxSchema } from './sandbox.ts';
import { seatsSchema } from './seats.ts';
import { saleOpeningsStep } from './sale-openings.ts';
import { sectionsStep } from './sections.ts';
import { seatWishesStep } from './seat-wishes.ts';
import { keptSeatsStep } from './kept-seats.ts';
import { journeyRemindersStep } from './journey-reminders.ts';
import { journeysStep } from './journeys.ts';
import { strangerIndexesStep } from './stranger-indexes.ts';
import { tapsStep } from './taps.ts';
import { punctualitySchema } from './punctuality.ts';
import { rowsOf, type Step, type Steps } from './step.ts';
import { textsSchema } from './texts.ts';
import { tripCancellationsStep } from './trip-cancellations.ts';
import { tripNoticesStep } from './trip-notices.ts';
import { tripRetimingsStep } from './trip-retimings.ts';
import { tripsSchema } from './trips.ts';
import { usualAddressesStep } from './usual-addresses.ts';
import { waitingCodesStep } from './waiting-codes.ts';

/** Tables whose rows nobody made: the schema itself adds them, or they tell of rows in other tables. */
const BROUGHT_ALONG = ['catalogue_revision', 'feed_position', 'feed_events'];

const areaStep = ({ tables, create, drop }: AreaSchema): Step => ({
  async up(db) {
    for (const statement of create(schemaSqlOf(db))) await db.raw(statement);
  },
  async down(db) {
    for (const statement of drop?.(schemaSqlOf(db)) ?? []) await db.raw(statement);
    for (const table of tables.toReversed()) await db.schema.dropTable(table);
  },
  losses: rowsOf(...tables.filter((table) => !BROUGHT_ALONG.includes(table))),
});

/**
 * The schema of the first release, with a step for each area. A table comes after the tables that it refers to. Listed
 * here rather than read from a folder, so that a bundled server contains every step.
 */
export const AREA_SCHEMAS: Readonly<Record<string, AreaSchema>> = {
  '0001-accounts': accountsSchema,
  '0002-companies': companiesSchema,
  '0003-fleet': fleetSchema,
  '0004-trips': tripsSchema,
  '0005-planning': planningSchema,
  '0006-seats': seatsSchema,
  '0007-bookings': bookingsSchema,
  '0008-counter': counterSchema,
  '0009-payments': paymentsSchema,
  '0010-refunds': refundsSchema,
  '0011-ledger': ledgerSchema,
  '0012-boarding': boardingSchema,
  '0013-platform': platformSchema,
};

/** Tables that were added after the first release, with a step for each group. */
export const LATER_SCHEMAS: Readonly<Record<string, AreaSchema>> = {
  '0014-texts': textsSchema,
  '0019-sandbox': sandboxSchema,
  '0046-agents': agentsSchema,
  '0048-listening': listeningSchema,
  '0053-process-beats': processBeatsSchema,
  '0058-places': placesSchema,
  '0055-line': lineSchema,
  '0064-bus-positions': busPositionsSchema,
  '0064-live-links': liveLinksSchema,
  '0066-timetable-feed': feedSchema,
  '0068-punctuality': punctualitySchema,
};

/** Later steps, which change existing tables. */
const LATER_CHANGES: Steps = {
  '0015-phone-accounts': phoneAccounts,
  '0016-gateways': gatewaysStep,
  '0017-attempts': attemptsStep,
  '0018-gateway-balances': gatewayBalancesStep,
  '0018-refund-attempts': automaticRefundsStep,
  '0020-ledger-by-gateway': ledgerByGatewayStep,
  '0021-lent-blocks': lentBlocksStep,
  '0022-name-changes': nameChangesStep,
  '0023-find-codes': findCodesStep,
  '0024-cancelled-parts': cancelledPartsStep,
  '0025-changes': changesStep,
  '0026-sections': sectionsStep,
  '0027-taps': tapsStep,
  '0028-waiting-codes': waitingCodesStep,
  '0029-journeys': journeysStep,
  '0030-crew': crewStep,
  '0031-amenities': amenitiesStep,
  '0032-phone-digits': phoneDigitsStep,
  '0033-email-addresses': emailAddressesStep,
  '0034-change-departures': changeDeparturesStep,
  '0035-calendar-sequences': calendarSequencesStep,
  '0036-blind-counts': blindCountsStep,
  '0037-folded-keys': foldedKeysStep,
  '0038-stranger-indexes': strangerIndexesStep,
  '0039-contact-numbers': contactNumbersStep,
  '0040-trip-cancellations': tripCancellationsStep,
  '0041-trip-notices': tripNoticesStep,
  '0042-usual-addresses': usualAddressesStep,
  '0043-company-terms': companyTermsStep,
  '0044-city-aliases': cityAliasesStep,
  '0045-platform-terms': platformTermsStep,
  '0046-agents-staff': agentStaffStep,
  '0047-agent-sales': agentSalesStep,
  '0051-agent-statements': agentStatementsStep,
  '0054-kept-seats': keptSeatsStep,
  '0057-city-coordinates': cityCoordinatesStep,
  '0060-sale-openings': saleOpeningsStep,
  '0061-door-places': doorPlacesStep,
  '0059-seat-wishes': seatWishesStep,
  '0056-offers': offersStep,
  '0072-door-office': doorOfficeStep,
  '0065-position-modes': positionModesStep,
  '0067-late-notices': lateNoticesStep,
  '0076-found-payments': foundPaymentsStep,
  '0080-journey-reminders': journeyRemindersStep,
  '0077-attempted-deliveries': attemptedDeliveriesStep,
  '0097-late-thresholds': lateThresholdsStep,
  '0098-trip-retimings': tripRetimingsStep,
  '0095-fresh-deliveries': freshDeliveriesStep,
};

const stepsOf = (schemas: Readonly<Record<string, AreaSchema>>): Steps =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, areaStep(schema)]));

const inOrder = (steps: Steps): Steps =>
  Object.fromEntries(Object.entries(steps).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Every step of this version. */
export const STEPS: Steps = { ...stepsOf(AREA_SCHEMAS), ...inOrder({ ...stepsOf(LATER_SCHEMAS), ...LATER_CHANGES }) };

/** Thrown if rolling a step back would delete rows that people made. */
export class LosesRows extends Error {
  constructor(name: string, lost: readonly string[]) {
    super(`${name} is not rolled back: rows that people made would be lost (${lost.join(', ')}).`);
  }
}

/** Converts steps to migrations of Knex. On SQLite all of them run in transactions. */
export const migrationSourceOf = (steps: Steps, dialect: 'sqlite' | 'postgres'): Knex.MigrationSource<string> => ({
  getMigrations: async () => Object.keys(steps),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const step = steps[name];
    if (!step) throw new Error(`The database knows a migration "${name}" that this version of the service does not.`);
    const down = async (db: Knex): Promise<void> => {
      const lost = await step.losses(db);
      if (lost.length > 0) throw new LosesRows(name, lost);
      await step.down(db);
    };
    // Knex runs a migration with `transaction: false` outside a transaction. Knex's types leave `config` out.
    const config = dialect === 'postgres' && step.beside === true ? { config: { transaction: false } } : {};
    return { up: step.up, down, ...config };
  },
});
