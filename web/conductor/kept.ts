import type { Answer, Call, Schemas } from '../api/operations.ts';

/* The shapes of what the phone keeps. */

export type CrewTrip = Answer<'get', '/api/conductor/trips'>['results'][number];
export type Manifest = Schemas['Manifest'];
export type ManifestBooking = Manifest['bookings'][number];
export type ScanAnswer = Answer<'post', '/api/conductor/scans'>['results'][number];
export type SentScan = Call<'post', '/api/conductor/scans'>['body']['scans'][number];
export type Action = SentScan['action'];

/** What this phone is to the service. */
export interface Device {
  readonly token: string;
  readonly name: string;
  readonly operatorId: number;
  readonly companyName: string;
}

export interface KeptManifest {
  readonly manifest: Manifest;
  readonly etag: string;
  /** When it was asked for, in ms: what the service has answered since then is not in it. */
  readonly askedAt: number;
}

/** By what a scan says whose ticket it is. */
export type Target = { readonly token: string } | { readonly bookingId: number; readonly seatIds?: readonly number[] };

/** What came of a scan, as the phone judged it or the service did. */
export type Outcome = Pick<ScanAnswer, 'result' | 'reason' | 'booking_code' | 'seats' | 'trip' | 'first'>;

export interface KeptScan {
  /** By which the service answers it once. */
  readonly nonce: string;
  /** Later ones have more. */
  readonly order: number;
  /** The company that it was made for. */
  readonly operatorId: number;
  readonly tripId: number;
  readonly action: Action;
  readonly target: Target;
  /** When it was made, in ms. */
  readonly at: number;
  /** What the phone said while the service could not be asked; undefined when it was waited for. */
  readonly said?: Outcome;
  /** What the service said; undefined until then. */
  readonly answer?: Outcome;
  /** When it did, in ms. */
  readonly answeredAt?: number;
  /** The conductor knows that the service saw it otherwise. */
  readonly isSettled?: boolean;
}
