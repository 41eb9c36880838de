import { type KeyObject, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { systemRandom } from '../adapters/crypto/random.ts';
import { csv, csvRows } from '../adapters/csv/csv.ts';
import { type AvatarFiles, avatarFiles } from '../adapters/files/avatars.ts';
import { documentFiles } from '../adapters/files/documents.ts';
import { googleProvider } from '../adapters/google/provider.ts';
import { writeSms } from '../adapters/sms/write-sms.ts';
import { writeCalendarEntry } from '../adapters/icalendar/calendar-entry.ts';
import {
  pdfManifestPrinter,
  pdfShiftPrinter,
  pdfStatementPrinter,
  pdfTicketPrinter,
} from '../adapters/pdf/printers.ts';
import type { IdentityProvider } from '../core/accounts/identity-provider.ts';
import type { TakeMail } from '../core/accounts/stranger-mails.ts';
import type { DocumentFiles } from '../core/fleet/document-ports.ts';
import { type Calendar, calendarOf } from '../core/kernel/calendar.ts';
import type { RunInBackground, Mailer } from '../core/platform/mailer.ts';
import type { SmsSender } from '../core/platform/sms.ts';
import type { WriteSms } from '../core/platform/sms-facts.ts';
import type { Notifier } from '../core/platform/outbox.ts';
import type { Random } from '../core/kernel/random.ts';
import type { WriteRows, WriteTable } from '../core/kernel/table.ts';
import type { Clock } from '../core/kernel/time.ts';
import type { Alarm } from '../core/payments/check-payment-status.ts';
import type { Gateways } from '../core/payments/gateway.ts';
import type { ReadCallback } from '../core/payments/handle-callback.ts';
import type { MayLogUnmatched } from '../core/payments/ports.ts';
import type { Transact } from '../core/kernel/unit-of-work.ts';
import type { Views, Stores } from '../core/stores.ts';
import type { ManifestPrinter } from '../core/boarding/print-manifest.ts';
import type { ShiftPrinter } from '../core/counter/print-shift.ts';
import type { StatementPrinter } from '../core/ledger/statement-ports.ts';
import type { WriteCalendarEntry } from '../core/payments/calendar-entry.ts';
import type { TicketPrinter } from '../core/tickets/ports.ts';
import { type Crypto, cryptoOf } from './crypto.ts';
import { openGateways } from './gateways.ts';
import { appSecretOf } from './secret.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage.ts';
import { systemClock } from './system-clock.ts';

/** All dependencies of use cases, and all settings. A use case declares which of these it needs. */
export interface Dependencies extends Views, Settings, Crypto {
  /**
   * The secret that all keys are derived from. Always set: if the environment has no secret, a secret is made and
   * stored.
   */
  readonly appSecret: string;
  /** An id that is unique to this process. */
  readonly processId: string;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly random: Random;
  readonly transact: Transact<Stores>;
  readonly notifier: Notifier;
  readonly mailer: Mailer;
  readonly smsSender: SmsSender;
  readonly writeSms: WriteSms;
  readonly runInBackground: RunInBackground;
  readonly gateways: Gateways;
  /** The key with which the service signs its requests to the sandbox. Undefined unless the sandbox takes payments. */
  readonly sandboxKey: KeyObject | undefined;
  readonly readCallback: ReadCallback;
  readonly mayLogUnmatched: MayLogUnmatched;
  readonly takeMail: TakeMail;
  /** Reports a problem to the people who run the service. Writes it to the log. */
  readonly alarm: Alarm;
  readonly avatars: AvatarFiles;
  readonly documentFiles: DocumentFiles;
  readonly ticketPrinter: TicketPrinter;
  readonly writeCalendarEntry: WriteCalendarEntry;
  readonly statementPrinter: StatementPrinter;
  readonly manifestPrinter: ManifestPrinter;
  readonly shiftPrinter: ShiftPrinter;
  readonly csv: WriteTable;
  readonly csvRows: WriteRows;
  /** The provider for signing in; undefined if none is configured. */
  readonly identityProvider: IdentityProvider | undefined;
  /** Waits for this number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The storage and connections that start.ts opens and closes. */
type Opened = Pick<Storage, 'transact' | 'views'> &
  Partial<Pick<Dependencies, 'sandboxKey'>> &
  Pick<
    Dependencies,
    'notifier' | 'mailer' | 'smsSender' | 'runInBackground' | 'mayLogUnmatched' | 'takeMail' | 'alarm'
  >;

/** Builds the dependencies from the settings. A dependency in `overrides` replaces the built one. */
export const buildDependencies = (
  settings: Settings,
  { views, sandboxKey, ...opened }: Opened,
  overrides: Partial<Dependencies> = {},
): Dependencies => {
  const appSecret = appSecretOf(settings);
  return {
    ...settings,
    ...views,
    appSecret,
    ...cryptoOf({ ...settings, appSecret }),
    processId: randomUUID(),
    clock: systemClock,
    calendar: calendarOf(settings.timeZone),
    random: systemRandom,
    ...opened,
    sandboxKey,
    ...openGateways({ ...settings, sandboxKey }),
    avatars: avatarFiles({ folder: join(settings.dataDir, 'media'), baseUrl: settings.baseUrl }),
    documentFiles: documentFiles(join(settings.dataDir, 'documents')),
    ticketPrinter: pdfTicketPrinter(),
    writeCalendarEntry: writeCalendarEntry(settings),
    writeSms: writeSms({ ...settings, ...settings.sms }),
    statementPrinter: pdfStatementPrinter(),
    manifestPrinter: pdfManifestPrinter(),
    shiftPrinter: pdfShiftPrinter(),
    csv,
    csvRows,
    identityProvider: providerOf(settings),
    pause: (milliseconds) => pause(milliseconds),
    ...overrides,
  };
};

const providerOf = ({ google, oauth, baseUrl }: Settings): IdentityProvider | undefined =>
  google && googleProvider({ ...google, ...oauth, redirectUri: `${baseUrl}/api/auth/google/callback` });
