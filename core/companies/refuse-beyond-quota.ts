import type { OperatorId } from '../kernel/ids.ts';
import { type Instant, hoursAfter } from '../kernel/time.ts';
import type { CompanyQuotas, QuotaKind, Quotas } from './quotas.ts';
import { quotaReached } from './refusals.ts';
import type { CompanyStores } from './world.ts';

/*
 * Each function throws if a request would exceed a quota. The company must be locked, so that parallel requests are
 * counted one after another.
 */

export async function refuseBusBeyondQuota(stores: CompanyStores, quotas: Quotas, company: OperatorId): Promise<void> {
  const { buses } = await quotasOf(stores, quotas, company);
  refuseReached('buses', buses, await stores.usage.buses(company));
}

/** Throws if a new company has used up its quota of timetables. Other companies have no such quota. */
export async function refuseTimetableBeyondQuota(
  { usage }: CompanyStores,
  quotas: Quotas,
  company: OperatorId,
): Promise<void> {
  if (await usage.isNew(company))
    refuseReached('timetables', quotas.newCompany.timetables, await usage.timetables(company));
}

/** Throws if a new company has used up its quota of trips planned one by one. Other companies have no such quota. */
export async function refuseTripBeyondQuota(
  { usage }: CompanyStores,
  quotas: Quotas,
  company: OperatorId,
): Promise<void> {
  if (await usage.isNew(company)) refuseReached('trips', quotas.newCompany.trips, await usage.singleTrips(company));
}

/** Throws if a new company has used up its quota of crew devices. Other companies have no such quota. */
export async function refuseDeviceBeyondQuota(
  { usage }: CompanyStores,
  quotas: Quotas,
  company: OperatorId,
): Promise<void> {
  if (await usage.isNew(company)) refuseReached('devices', quotas.newCompany.devices, await usage.devices(company));
}

/** Throws if one more document would exceed the quota of documents, or if its file would exceed the quota of bytes. */
export async function refuseDocumentBeyondQuota(
  stores: CompanyStores,
  quotas: Quotas,
  company: OperatorId,
  fileBytes: number,
): Promise<void> {
  const { documents, mib } = await quotasOf(stores, quotas, company);
  const used = await stores.usage.documents(company);
  refuseReached('documents', documents, used.count);
  if (used.bytes + fileBytes > mib * BYTES_OF_MIB) throw quotaReached('mib', mib, inMib(used.bytes));
}

/** Throws if a new company has used up its quota of invitations in 24 hours. Other companies have no such quota. */
export async function refuseInvitationBeyondQuota(
  { usage }: CompanyStores,
  quotas: Quotas,
  company: OperatorId,
  now: Instant,
): Promise<void> {
  if (await usage.isNew(company))
    refuseReached('invitations', quotas.newCompany.invitations, await usage.invitations(company, hoursAfter(now, -24)));
}

/** Throws if a company has as many places as any company may have. */
export async function refusePlaceBeyondQuota(
  { usage }: CompanyStores,
  company: OperatorId,
  limit: number,
): Promise<void> {
  refuseReached('places', limit, await usage.places(company));
}

const quotasOf = async ({ usage }: CompanyStores, quotas: Quotas, company: OperatorId): Promise<CompanyQuotas> =>
  (await usage.isNew(company)) ? quotas.newCompany : quotas.everyCompany;

function refuseReached(what: QuotaKind, limit: number, used: number): void {
  if (used >= limit) throw quotaReached(what, limit, used);
}

const BYTES_OF_MIB = 1024 * 1024;

/** Bytes as MiB, rounded to two decimals. */
const inMib = (bytes: number): number => Math.round((bytes / BYTES_OF_MIB) * 100) / 100;
