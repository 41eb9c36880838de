import type { Bus } from '../fleet/bus.ts';
import type { BusDocument } from '../fleet/documents.ts';
import type { Draft } from '../kernel/draft.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Fault } from '../kernel/refusal.ts';
import type { Instant } from '../kernel/time.ts';
import type { SectionFare } from '../trips/sections.ts';
import type { TripStatus } from '../trips/trip.ts';

/*
 * The content of a catalogue file. Rows refer to each other by natural keys, such as registration numbers. Texts are
 * trimmed. E-mail addresses are in lower case, and bus types in upper case.
 */

export interface FileCity {
  readonly name: string;
  /** The JSON pointer of the name within its row. Empty if the row is only the name. */
  readonly nameAt: '' | '/city_name';
  /** The aliases that replace the present ones; undefined if the present ones are kept. */
  readonly aliases: readonly string[] | undefined;
  /** The Nepali name; undefined if the present one is kept, null if there is to be none. `lat` and `lon` are alike. */
  readonly nameNe: string | null | undefined;
  readonly lat: number | null | undefined;
  readonly lon: number | null | undefined;
}

/** A place of a city. Undefined texts keep the present ones, null removes them. */
export interface FilePlace {
  /** The e-mail address of the operator whose company has the place; null for a shared place. */
  readonly operator: string | null;
  readonly city: string;
  readonly name: string;
  readonly nameNe: string | null | undefined;
  readonly lat: number;
  readonly lon: number;
  readonly landmark: string | null | undefined;
  readonly landmarkNe: string | null | undefined;
}

export interface FileUser {
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
}

export interface FileOperator extends FileUser {
  readonly companyName: string;
  readonly phone: string | null;
}

export interface FileBus extends Omit<Bus, 'operatorId'> {
  /** The e-mail address of the operator who owns the bus's company. */
  readonly operator: string;
  readonly documents: readonly BusDocument[];
}

export interface FileRoute {
  readonly source: string;
  readonly destination: string;
}

export interface Daily {
  /** The departure in local time, `HH:MM`. */
  readonly time: string;
  readonly durationMinutes: number;
  readonly days: number;
}

/** The times of a schedule: one departure, or a departure every day. */
export type FileTimes =
  | { readonly departsAt: Instant; readonly arrivesAt: Instant; readonly daily?: undefined }
  | { readonly departsAt?: undefined; readonly arrivesAt?: undefined; readonly daily: Daily };

/**
 * A stop between the first and the last stop of a schedule. `arrives` and `departs` are minutes after the schedule's
 * departure.
 */
export interface FileStop {
  readonly city: string;
  readonly arrives: number;
  readonly departs: number;
}

export interface FileSchedule extends FileRoute {
  readonly key: string;
  /** The registration number of the schedule's bus. */
  readonly bus: string;
  readonly fare: Paisa;
  readonly status: TripStatus;
  readonly times: FileTimes;
  readonly stops: readonly FileStop[];
  readonly fares: readonly SectionFare[];
}

export interface CatalogueFile {
  readonly cities: readonly FileCity[];
  readonly admins: readonly FileUser[];
  readonly operators: readonly FileOperator[];
  readonly buses: readonly FileBus[];
  readonly routes: readonly FileRoute[];
  readonly schedules: readonly FileSchedule[];
  readonly places: readonly FilePlace[];
}

export type CatalogueDraft = Draft<CatalogueFile>;

/** The content of a file after parsing. `field` of a fault is a JSON pointer (RFC 6901). */
export interface ReadCatalogue {
  readonly draft: CatalogueDraft;
  /** Faults of malformed values in the file. */
  readonly faults: readonly Fault[];
  /** The parsed file; undefined if it has faults. */
  readonly file: CatalogueFile | undefined;
}
