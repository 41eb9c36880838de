/** The most buses, members, files and so on that a company may have at a time. Files are counted in MiB. */
export interface CompanyQuotas {
  readonly buses: number;
  readonly documents: number;
  readonly mib: number;
}

/** The quotas of a new company. They are lower, because no administrator has reviewed the company yet. */
export interface NewCompanyQuotas extends CompanyQuotas {
  readonly timetables: number;
  /** Trips planned one by one. Trips of timetables are not counted. */
  readonly trips: number;
  readonly devices: number;
  /** The limit of invitations within 24 hours. */
  readonly invitations: number;
}

export interface Quotas {
  readonly everyCompany: CompanyQuotas;
  readonly newCompany: NewCompanyQuotas;
}

/** Names of quotas in the API. */
export type QuotaKind = keyof NewCompanyQuotas;
