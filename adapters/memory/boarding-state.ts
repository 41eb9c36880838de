import type { Device } from '../../core/boarding/device.ts';
import type { NewConflict, NewScan } from '../../core/boarding/ports.ts';
import type { Sender } from '../../core/platform/idempotency.ts';
import type { BookingId, DeviceId, ScanId, SoldSeatId, UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';

/** The memory stores' data about boarding. */
export interface BoardingState {
  /** Phones of companies' crews. */
  readonly crewDevices: Map<DeviceId, StoredCrewDevice>;
  readonly scans: StoredScan[];
  readonly seatMarks: Map<SoldSeatId, StoredMark>;
  /** Conductors' marks for passengers without a seat number, by booking and number of the passenger. */
  readonly placeMarks: Map<BookingId, ReadonlyMap<number, StoredMark>>;
  readonly conflicts: (NewConflict & { readonly id: number; readonly receivedAt: Instant })[];
}

export interface StoredCrewDevice extends Omit<Device, 'addedBy'> {
  readonly addedBy: UserId | null;
  readonly enrolUntil: Instant;
  /** The digest of the token that enrols the phone; null once the token was used. */
  readonly enrolDigest: string | null;
  readonly tokenDigest: string | null;
}

export interface StoredScan extends NewScan {
  readonly id: ScanId;
  readonly sender: Sender;
  readonly receivedAt: Instant;
}

/** Whether a passenger has boarded or is a no-show. */
export interface StoredMark {
  readonly boardedAt: Instant | null;
  readonly boardedBy: ScanId | null;
  readonly noShowAt: Instant | null;
}

export const emptyBoarding = (): BoardingState => ({
  crewDevices: new Map(),
  scans: [],
  seatMarks: new Map(),
  placeMarks: new Map(),
  conflicts: [],
});
