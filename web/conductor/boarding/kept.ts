import type { Answer, Call, Schemas } from '../../api/operations.ts';

/* Types of the phone's stored data. */

export type CrewTrip = Answer<'get', '/api/conductor/trips'>['results'][number];
export type Manifest = Schemas['Manifest'];
export type ManifestBooking = Manifest['bookings'][number];
export type ManifestStop = Manifest['stops'][number];
export type ScanAnswer = Answer<'post', '/api/conductor/scans'>['results'][number];
export type SentScan = Call<'post', '/api/conductor/scans'>['body']['scans'][number];
export type Action = SentScan['action'];

/** The phone's enrolment. */
export interface Device {
  /**
   * The token of the enrolment. Empty after the service has revoked the phone; then only `operatorId` is still valid.
   */
  readonly token: string;
  readonly name: string;
  readonly operatorId: number;
  readonly companyName: string;
}

export interface KeptManifest {
  readonly manifest: Manifest;
  readonly etag: string;
  /**
   * The moment at which the manifest was requested, in milliseconds. The manifest lacks scans that the service answered
   * later.
   */
  readonly askedAt: number;
}

/** The scanned ticket: its token, its booking, or the code of a booking that is not on the phone's list. */
export type Target =
  | { readonly token: string }
  | { readonly bookingId: number; readonly seatIds?: readonly number[] }
  | { readonly reference: string };

/** The result of a scan, judged by the phone or by the service. */
export type Outcome = Pick<ScanAnswer, 'result' | 'reason' | 'booking_code' | 'seats' | 'trip' | 'first'> &
  // Absent in outcomes that were stored before the company sold seats for sections of a trip.
  Partial<Pick<ScanAnswer, 'seat_taken_until' | 'changed_to' | 'boarded'>>;

export interface KeptScan {
  /** The nonce by which the service processes a scan only once. */
  readonly nonce: string;
  /** The position among all scans; it increases with every scan. */
  readonly order: number;
  /** The company for which the scan was made. */
  readonly operatorId: number;
  readonly tripId: number;
  readonly action: Action;
  readonly target: Target;
  /** The stop where the bus was. Absent in scans that were stored before trips had stops on the way. */
  readonly stop?: number;
  /** The moment of the scan, in milliseconds. */
  readonly at: number;
  /** The phone's own judgement without the service; undefined when the service answered in time. */
  readonly said?: Outcome;
  /** The service's answer; undefined while there is none. */
  readonly answer?: Outcome;
  /** The moment of the service's answer, in milliseconds. */
  readonly answeredAt?: number;
  /** True once the conductor has read that the service judged this scan differently from the phone. */
  readonly isSettled?: boolean;
}

/** A stored tap of the conductor. It reports that the bus has left a stop, or undoes such a report. */
export interface KeptTap {
  readonly nonce: string;
  /** The position among all taps; it increases with every tap. */
  readonly order: number;
  /** The company for which the tap was made. */
  readonly operatorId: number;
  readonly tripId: number;
  readonly stop: number;
  /** LEFT: the bus has left the stop and all earlier stops. BACK: the bus has not left the stop or any later stop. */
  readonly kind: 'LEFT' | 'BACK';
  /** The moment of the tap by the service's clock, in milliseconds. */
  readonly at: number;
  /** True if the conductor has confirmed that the bus left more than 30 minutes early. */
  readonly early: boolean;
  /** The moment of the service's answer by the phone's clock, in milliseconds; undefined while there is none. */
  readonly answeredAt?: number;
  /** The code of the service's refusal. */
  readonly refusal?: string;
  /** True once the conductor has read the refusal. */
  readonly isSettled?: boolean;
}

/** A delay that the conductor told, or the word that the bus is not late any more. */
export interface KeptDelay {
  readonly nonce: string;
  /** The company for which it was told. */
  readonly operatorId: number;
  readonly tripId: number;
  /** The moment at which it was told by the service's clock, in milliseconds. Later words have greater moments. */
  readonly at: number;
  /** Null takes back what was told before. */
  readonly delay: Omit<Call<'put', '/api/conductor/trips/{id}/delay'>['body'], 'at'> | null;
  /** The moment of the service's answer by the phone's clock, in milliseconds; undefined while there is none. */
  readonly answeredAt?: number;
  /** The code of the service's refusal. */
  readonly refusal?: string;
  /** True once the conductor has read the refusal. */
  readonly isSettled?: boolean;
}

/** A point at which this phone has seen the bus, until the service has it. */
export interface KeptPoint {
  /** The moment of the point by the service's clock, in milliseconds. */
  readonly at: number;
  readonly operatorId: number;
  readonly tripId: number;
  readonly lat: number;
  readonly lon: number;
  /** In metres. */
  readonly accuracy: number | null;
  /** In metres a second. */
  readonly speed: number | null;
}
