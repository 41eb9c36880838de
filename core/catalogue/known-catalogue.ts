import type { UserRepo } from '../accounts/ports.ts';
import type { StaffRepo } from '../companies/ports.ts';
import type { Draft } from '../kernel/draft.ts';
import type { BusId, OperatorId } from '../kernel/ids.ts';
import type { Trail } from '../platform/trail.ts';
import type { Catalogue, KnownCatalogue } from './catalogue.ts';
import type { FileOperator } from './catalogue-file.ts';
import type { BusRepo, KnownBus } from '../fleet/ports.ts';
import { keyOfRegistration, textOfNumber } from '../fleet/registration.ts';

interface Stores {
  readonly catalogue: Pick<Catalogue, 'known'>;
  readonly users: Pick<UserRepo, 'findByEmail'>;
  readonly staff: Pick<StaffRepo, 'ofUser'>;
  readonly trail: Pick<Trail, 'of'>;
}

/** Rows of the database that the file refers to. */
export interface KnownToFile extends KnownCatalogue {
  /** E-mail addresses of operators in the file who owned their company once and now have a lower position. */
  readonly demoted: ReadonlySet<string>;
}

/**
 * Finds the file's rows in the database. A former OWNER still identifies the company in a file. Another OWNER changed
 * the person's position, not the company's buses.
 */
export async function knownToFile(
  stores: Stores,
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

async function companyOnceOwned({ users, staff, trail }: Stores, email: string): Promise<OperatorId | undefined> {
  const account = await users.findByEmail(email);
  const membership = account && (await staff.ofUser(account.id));
  if (!membership) return undefined;
  const entries = await trail.of({ type: 'staff', id: membership.id });
  const wasOwner = entries.some(
    ({ kind, changes }) => kind === 'STAFF_CHANGED' && changes['position']?.old === 'OWNER',
  );
  return wasOwner ? membership.operatorId : undefined;
}

/** The buses of the database, found by their registration numbers. */
export interface KnownFleet {
  /** The company's bus. A company that does not exist yet has the id undefined. */
  find(operatorId: OperatorId | undefined, registrationNo: string): BusId | undefined;
  /** True if another company's bus reserves the number. */
  isReserved(operatorId: OperatorId | undefined, registrationNo: string): boolean;
  /**
   * The bus of a schedule whose file does not list the bus. Takes the APPROVED bus, or else the only bus that reserves
   * the number. So a company cannot pass off its own bus under another company's number.
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
