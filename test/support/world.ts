import { refusalCounts } from '../../core/seats/refusal-counts.ts';
import { systemRandom } from '../../adapters/crypto/random.ts';
import { writeCalendarEntry } from '../../adapters/icalendar/calendar-entry.ts';
import { knexViews } from '../../adapters/knex/views.ts';
import type { AuditWorld } from '../../core/audit/world.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import { basisPoints } from '../../core/kernel/money.ts';
import { START } from './clock.ts';
import { CRYPTO } from './crypto.ts';
import { KNOWN } from './known-gateways.ts';
import { roomyQuotas } from './quotas.ts';

/** Stands for a dependency that the test does not give, so a use case that needs it fails with its name. */
const absent = (name: string) => (): never => {
  throw new Error(`The test gives no ${name}.`);
};

const passengerClientBase = 'https://tickets.example.com';

const noDatabase = absent('database');

/**
 * The dependencies of use cases: tests replace those that matter to them. Nothing here keeps a state. There is no
 * database, no gateway is set up, no booking is refunded, and no test reaches the quotas by accident.
 */
export const aWorld: AuditWorld = {
  ...CRYPTO,
  ...knexViews({ dialect: 'sqlite', rows: noDatabase, one: noDatabase, changes: noDatabase, post: noDatabase }),
  transact: absent('transact'),
  clock: () => START,
  calendar: calendarOf('Asia/Kathmandu'),
  random: systemRandom,
  pause: absent('pause'),
  mailer: { send: absent('mailer') },
  smsSender: { send: absent('smsSender') },
  notifier: { publish: absent('notifier') },
  runInBackground: absent('runInBackground'),
  processId: 'test',
  processName: 'test/1',
  version: '0.0.0',
  avatars: { keep: absent('avatars'), remove: absent('avatars'), url: absent('avatars') },
  identityProvider: undefined,
  takeMail: absent('takeMail'),
  lockout: { maxAttempts: 5, minutes: 15 },
  otp: { maxTries: 5, ttlMinutes: 10, resendSeconds: 60, maxPerHour: 5 },
  smsCodes: { hourlyLimit: 500, dailyLimit: 5000, perNumberAnHour: 3, perNumberADay: 6, perAddressAnHour: 60 },
  adminTotp: 'optional',
  accessTokenMinutes: 15,
  refreshTokenDays: 7,
  deviceTrustDays: 7,
  passengerClientBase,
  operatorLoginUrl: 'https://operators.example.com/login',
  operatorPortalBase: 'https://operators.example.com/portal',
  quotas: roomyQuotas(),
  documentFiles: {
    keep: absent('documentFiles'),
    read: absent('documentFiles'),
    remove: absent('documentFiles'),
    keptBefore: absent('documentFiles'),
  },
  placePhotos: {
    keep: absent('placePhotos'),
    remove: absent('placePhotos'),
    url: (fileName) => `https://api.example.com/media/${fileName}`,
  },
  feedArchive: {
    digest: absent('feedArchive'),
    pack: absent('feedArchive'),
    zip: absent('feedArchive'),
    read: absent('feedArchive'),
  },
  realtimeWriter: { entity: absent('realtimeWriter'), feed: absent('realtimeWriter') },
  findTracked: absent('findTracked'),
  feedPublisher: 'Bus Ticket',
  timeZone: 'Asia/Kathmandu',
  mapLink: 'https://maps.example.com/?q={lat},{lon}',
  lateMinutes: [20, 90],
  positionDays: 7,
  roadBounds: { south: 26, west: 80, north: 31, east: 89 },
  minBookingLeadMinutes: 0,
  cancellationTiers: [],
  seatLockMinutes: 10,
  keptUntilHours: 12,
  doorTerms: {
    stepMinutes: 15,
    seatsPerDay: 6,
    counterPercent: 30,
    joinHours: 24,
    passMinutes: 15,
    admitsPerMinute: 600,
    identity: 'account',
  },
  refusalCounts: refusalCounts(),
  rateLimit: false,
  statementPrinter: { print: absent('statementPrinter') },
  brand: 'Bus Ticket',
  baseUrl: 'https://api.example.com',
  paymentWindowMinutes: 15,
  commissionRate: basisPoints(1_000),
  changeTiers: [],
  timetableDays: 30,
  gateways: { ...KNOWN, on: [], preferred: 'ESEWA', of: () => undefined },
  readCallback: absent('readCallback'),
  mayLogUnmatched: absent('mayLogUnmatched'),
  writeCalendarEntry: writeCalendarEntry({ baseUrl: passengerClientBase, brand: 'Bus Ticket' }),
  alarm: absent('alarm'),
  manifestPrinter: { print: absent('manifestPrinter') },
  shiftPrinter: { print: absent('shiftPrinter') },
  counterCommissionRate: basisPoints(500),
  counterQrMinutes: 10,
  changeMinHours: 0,
  keyMode: 'test',
  agentSandboxUrl: undefined,
  agentHeldSeats: 200,
  refundLookupMinutes: 10,
  ticketPrinter: { print: absent('ticketPrinter') },
  writeSms: absent('writeSms'),
  judgeAddress: absent('judgeAddress'),
  sendWebhook: absent('sendWebhook'),
};
