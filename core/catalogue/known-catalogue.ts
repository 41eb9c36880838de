import type { Draft } from '../kernel/draft.ts';
import type { BusId, OperatorId } from '../kernel/ids.ts';
import type { KnownCatalogue } from './catalogue.ts';
import type { FileOperator } from './catalogue-file.ts';
import type { BusRepo, KnownBus } from '../fleet/ports.ts';
import { keyOfRegistration, textOfNumber } from '../fleet/registration.ts';
import type { CatalogueStores } from './world.ts';

/** Ids of database rows to which the file refers. */
export interface KnownToFile extends KnownCatalogue {
  /** E-mail addresses of operators in the file who were OWNER of their company and now have a lower position. */
  readonly demoted: ReadonlySet<string>;
}

/**
 * Finds the database rows to which the file refers. The file identifies a company by the e-mail address of an OWNER.
 * The address still counts if another OWNER gave this person a lower position, because the company's buses are the
 * same.
 */
export async function knownToFile(
  stores: CatalogueStores,
  operators: readonly (Draft<FileOperator> | undefined)[] = [],
): Promise<KnownToFile> {
  const known = await stores.catalogue.known();
  const owned = new Map(known.operators);
  const demoted = new Set<string>();
  for (const email of operators.map((operator) => operator?.email)) {
    if (email === undefined || owned.has(email)) continue;
    const company = await companyOnceOwned(stores, email);
    if (company === undefined) continue;
    owned.set(email, company);
    demoted.add(email);
  }
  return { ...known, operators: owned, demoted };
}

async function companyOnceOwned(
  { users, staff, trail }: CatalogueStores,
  email: string,
): Promise<OperatorId | undefined> {
  const account = await users.findByEmail(email);
  const membership = account && (await staff.ofUser(account.id));
  if (!membership) return undefined;
  const entries = await trail.of({ type: 'staff', id: membership.id });
  const wasOwner = entries.some(
    ({ kind, changes }) => kind === 'STAFF_CHANGED' && changes['position']?.old === 'OWNER',
  );
  return wasOwner ? membership.operatorId : undefined;
}

/** Finds buses of the database by registration number. */
export interface KnownFleet {
  /** Finds a bus of this company. `operatorId` is undefined for a company that does not exist yet. */
  find(operatorId: OperatorId | undefined, registrationNo: string): BusId | undefined;
  /** True if another company has reserved the registration number for its bus. */
  isReserved(operatorId: OperatorId | undefined, registrationNo: string): boolean;
  /**
   * The bus of a schedule, if the file does not list the bus. Returns the APPROVED bus with this number, or else the
   * only bus that has reserved the number. So a company cannot pass off its own bus under another company's number.
   */
  intended(registrationNo: string): BusId | undefined;
}

export async function knownFleet(buses: Pick<BusRepo, 'known'>): Promise<KnownFleet> {
  const known = await buses.known();
  const owned = new Map(known.map((bus) => [textOfNumber(bus), bus.id]));
  const reserved = new Map<string, readonly KnownBus[]>();
  for (const bus of known.filter(({ isReserved }) => isReserved))
    reserved.set(bus.registrationKey, [...(reserved.get(bus.registrationKey) ?? []), bus]);
  const named = (registrationNo: string) => reserved.get(keyOfRegistration(registrationNo)) ?? [];

  return {
    find: (operatorId, registrationNo) =>
      operatorId && owned.get(textOfNumber({ operatorId, registrationKey: keyOfRegistration(registrationNo) })),
    isReserved: (operatorId, registrationNo) => named(registrationNo).some((bus) => bus.operatorId !== operatorId),
    intended(registrationNo) {
      const all = named(registrationNo);
      const approved = all.find(({ approvalStatus }) => approvalStatus === 'APPROVED');
      return approved?.id ?? (all.length === 1 ? all[0]?.id : undefined);
    },
  };
}
