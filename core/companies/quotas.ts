/**
 * The most buses, documents and so on that a company may have at the same time. `mib`: the size of all files, in MiB.
 */
export interface CompanyQuotas {
  readonly buses: number;
  readonly documents: number;
  readonly mib: number;
}

/**
 * The quotas of a company that never had an approved bus. They are lower, because no administrator has reviewed the
 * company yet.
 */
export interface NewCompanyQuotas extends CompanyQuotas {
  readonly timetables: number;
  /** Trips that were planned one by one. Trips of timetables are not counted. */
  readonly trips: number;
  readonly devices: number;
  /** The most invitations within 24 hours. */
  readonly invitations: number;
}

export interface Quotas {
  readonly everyCompany: CompanyQuotas;
  readonly newCompany: NewCompanyQuotas;
}

/** The names that the API has for quotas. The quota of places is the same for every company. */
export type QuotaKind = keyof NewCompanyQuotas | 'places';
