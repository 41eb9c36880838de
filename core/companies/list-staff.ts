import { type Listing, type Page, type Position, listingOf } from '../kernel/page.ts';
import type { StaffId } from '../kernel/ids.ts';
import { folded } from '../kernel/folding.ts';
import type { Employer } from './employer.ts';
import { staffUnknown } from './refusals.ts';
import type { ListedMember } from './staff.ts';
import type { CompanyWorld } from './world.ts';

const positionOf = ({ fullName, id }: ListedMember): readonly [string, number] => [folded(fullName), id];

function compare([name, id]: Position, [otherName, otherId]: Position): number {
  if (name === otherName) return Number(id) - Number(otherId);
  return String(name) < String(otherName) ? -1 : 1;
}

export type ListStaff = ReturnType<typeof listStaff>;

/**
 * Lists the staff of a company or an agent by full name. The names are sorted here and not by the database, because
 * databases order letters differently.
 */
export const listStaff =
  ({ clock, companies }: CompanyWorld) =>
  async (employer: Employer, page: Page): Promise<Listing<ListedMember>> => {
    const { limit, after } = page;
    const behind = (await companies.staff(employer, clock()))
      .filter((member) => after === undefined || compare(positionOf(member), after) > 0)
      .sort((one, other) => compare(positionOf(one), positionOf(other)));
    return listingOf(behind.slice(0, limit + 1), page, positionOf);
  };

export type FindStaff = ReturnType<typeof findStaff>;

/** Finds a member of the employer's staff, or an invited person. */
export const findStaff =
  ({ clock, companies }: CompanyWorld) =>
  async (employer: Employer, id: StaffId): Promise<ListedMember> => {
    const member = (await companies.staff(employer, clock())).find((one) => one.id === id);
    if (!member) throw staffUnknown();
    return member;
  };
