import { type KeyObject, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { systemRandom } from '../adapters/crypto/random.ts';
import { refusalCounts } from '../core/seats/refusal-counts.ts';
import { csv, csvRows } from '../adapters/csv/csv.ts';
import { avatarFiles } from '../adapters/files/avatars.ts';
import { documentFiles } from '../adapters/files/documents.ts';
import { type MediaFolder, mediaFolder } from '../adapters/files/media.ts';
import { placePhotoFiles } from '../adapters/files/place-photos.ts';
import { googleProvider } from '../adapters/google/provider.ts';
import { writeSms } from '../adapters/sms/write-sms.ts';
import { writeCalendarEntry } from '../adapters/icalendar/calendar-entry.ts';
import {
  pdfManifestPrinter,
  pdfShiftPrinter,
  pdfStatementPrinter,
  pdfTicketPrinter,
} from '../adapters/pdf/printers.ts';
import { type ResolveName, resolveNames } from '../adapters/names/resolve-names.ts';
import { judgeAddress } from '../adapters/webhooks/judge-address.ts';
import { sendWebhook } from '../adapters/webhooks/send-webhook.ts';
import { realtimeWriter } from '../adapters/protobuf/gtfs-realtime.ts';
import { feedArchive } from '../adapters/zip/feed-archive.ts';
import type { IdentityProvider } from '../core/accounts/identity-provider.ts';
import { calendarOf } from '../core/kernel/calendar.ts';
import type { WriteRows, WriteTable } from '../core/kernel/table.ts';
import type { AuditWorld } from '../core/audit/world.ts';
import { keepingTracks } from '../core/road/track-trip.ts';
import { type Crypto, cryptoOf } from './crypto.ts';
import { openGateways } from './gateways.ts';
import { appSecretOf } from './secret.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage.ts';
import { systemClock } from './system-clock.ts';

/** All dependencies of use cases and routes, and all settings. */
export interface Dependencies extends AuditWorld, Omit<Settings & Crypto, keyof AuditWorld> {
  /**
   * The secret that all keys are derived from. Always set: if the environment has no secret, a secret is made and
   * stored.
   */
  readonly appSecret: string;
  /** The key with which the service signs its requests to the sandbox. Undefined unless the sandbox takes payments. */
  readonly sandboxKey: KeyObject | undefined;
  readonly passwords: Crypto['passwords'];
  readonly media: MediaFolder;
  readonly csv: WriteTable;
  readonly csvRows: WriteRows;
}

/** The storage and connections that start.ts opens and closes. */
type Opened = Pick<Storage, 'transact' | 'views'> & { readonly resolveName?: ResolveName } & Partial<
    Pick<Dependencies, 'sandboxKey'>
  > &
  Pick<
    Dependencies,
    'notifier' | 'mailer' | 'smsSender' | 'runInBackground' | 'mayLogUnmatched' | 'takeMail' | 'alarm'
  >;

/** Builds the dependencies from the settings. A dependency in `overrides` replaces the built one. */
export const buildDependencies = (
  settings: Settings,
  { views, sandboxKey, resolveName = resolveNames({ asksSystem: false }), ...opened }: Opened,
  overrides: Partial<Dependencies> = {},
): Dependencies => {
  const appSecret = appSecretOf(settings);
  const media = mediaFolder({ folder: join(settings.dataDir, 'media'), baseUrl: settings.baseUrl });
  return {
    ...settings,
    ...views,
    appSecret,
    ...cryptoOf({ ...settings, appSecret }),
    processId: randomUUID(),
    processName: `${hostname()}/${process.pid}`,
    version: packageFile.version,
    clock: systemClock,
    calendar: calendarOf(settings.timeZone),
    random: systemRandom,
    refusalCounts: refusalCounts(),
    ...opened,
    sandboxKey,
    ...openGateways({ ...settings, sandboxKey }),
    media,
    avatars: avatarFiles(media),
    placePhotos: placePhotoFiles(media),
    feedArchive,
    realtimeWriter,
    findTracked: keepingTracks(views.trackViews),
    documentFiles: documentFiles(join(settings.dataDir, 'documents')),
    ticketPrinter: pdfTicketPrinter(),
    writeCalendarEntry: writeCalendarEntry(settings),
    writeSms: writeSms({ ...settings, ...settings.sms }),
    statementPrinter: pdfStatementPrinter(),
    manifestPrinter: pdfManifestPrinter(),
    shiftPrinter: pdfShiftPrinter(),
    ...webhooksOf(settings, resolveName),
    csv,
    csvRows,
    identityProvider: providerOf(settings),
    pause: (milliseconds) => pause(milliseconds),
    ...overrides,
  };
};

/** The adapters that judge addresses of endpoints and send events to them. */
function webhooksOf({ baseUrl, webhooksLocal: local }: Settings, resolveName: ResolveName) {
  const rules = { local, resolve: resolveName };
  return { judgeAddress: judgeAddress({ baseUrl, ...rules }), sendWebhook: sendWebhook(rules) };
}

const providerOf = ({ google, oauth, baseUrl }: Settings): IdentityProvider | undefined =>
  google && googleProvider({ ...google, ...oauth, redirectUri: `${baseUrl}/api/auth/google/callback` });
