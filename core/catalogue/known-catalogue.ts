import type { UserRepo } from '../accounts/ports.ts';
import type { StaffRepo } from '../companies/ports.ts';
import type { Draft } from '../kernel/draft.ts';
import type { OperatorId } from '../kernel/ids.ts';
import type { Trail } from '../trail/trail.ts';
import type { Catalogue, KnownCatalogue } from './catalogue.ts';
import type { FileOperator } from './catalogue-file.ts';

interface Stores {
  readonly catalogue: Pick<Catalogue, 'known'>;
  readonly users: Pick<UserRepo, 'findByEmail'>;
  readonly staff: Pick<StaffRepo, 'ofUser'>;
  readonly trail: Pick<Trail, 'of'>;
}

/** What the database has, to somebody who loads a file. */
export interface KnownToFile extends KnownCatalogue {
  /** Operators of the file who keep a lower position in the company that they owned, by e-mail address. */
  readonly demoted: ReadonlySet<string>;
}

/**
 * Whoever owned their company before its other OWNERs gave them another position goes on standing for it in a file: the
 * office has decided on their position, and not on whose the buses are.
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
