import type { Paisa } from '../kernel/money.ts';
import type { Fault } from '../kernel/refusal.ts';
import type { Instant } from '../kernel/time.ts';
import type { CatalogueBus } from './catalogue.ts';
import type { TripStatus } from './trip.ts';

/*
 * A catalogue as it stands in a file: rows refer to each other by natural keys. Texts are in shape, e-mail addresses in lower case,
 * bus types in upper case.
 */

export interface FileUser {
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
}

export interface FileOperator extends FileUser {
  readonly companyName: string;
  readonly phone: string | null;
}

export interface FileBus extends Omit<CatalogueBus, 'operatorId'> {
  /** The operator's e-mail address. */
  readonly operator: string;
}

export interface FileRoute {
  readonly source: string;
  readonly destination: string;
}

export interface Daily {
  /** `HH:MM`, local. */
  readonly time: string;
  readonly durationMinutes: number;
  readonly days: number;
}

/** One departure, or one a day. */
export type FileTimes =
  | { readonly departsAt: Instant; readonly arrivesAt: Instant; readonly daily?: undefined }
  | { readonly departsAt?: undefined; readonly arrivesAt?: undefined; readonly daily: Daily };

export interface FileSchedule extends FileRoute {
  readonly key: string;
  /** A registration number. */
  readonly bus: string;
  readonly fare: Paisa;
  readonly status: TripStatus;
  readonly times: FileTimes;
}

export interface CatalogueFile {
  readonly cities: readonly string[];
  readonly admins: readonly FileUser[];
  readonly operators: readonly FileOperator[];
  readonly buses: readonly FileBus[];
  readonly routes: readonly FileRoute[];
  readonly schedules: readonly FileSchedule[];
}

/** What is left of a value when everything in it that is not well-formed is taken out. Lists keep their places. */
export type Draft<Value> =
  Value extends string | number | boolean | null | undefined ? Value
    : Value extends readonly (infer Item)[] ? readonly (Draft<Item> | undefined)[]
      : { readonly [Field in keyof Value]?: Draft<Value[Field]> | undefined };

export type CatalogueDraft = Draft<CatalogueFile>;

/** A file that was read. `field` of a fault is a JSON pointer (RFC 6901). */
export interface ReadCatalogue {
  readonly draft: CatalogueDraft;
  /** What is not well-formed. */
  readonly faults: readonly Fault[];
  /** The whole of it; undefined when there are faults. */
  readonly file: CatalogueFile | undefined;
}
