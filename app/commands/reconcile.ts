import { readFile } from 'node:fs/promises';
import { knexTransact } from '../../adapters/knex/stores.ts';
import { normalEmail } from '../../core/accounts/email-address.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { npr } from '../../core/kernel/money.ts';
import { toIso } from '../../core/kernel/time.ts';
import { type ComparedMoney, reconcileList } from '../../core/refunds/reconcile-list.ts';
import type { RefundStores } from '../../core/refunds/world.ts';
import { KNOWN_GATEWAYS } from '../gateways.ts';
import { readDatabaseUrl, readTimeZone } from '../settings.ts';
import { StartFailure, exitWithFailure } from '../start-failure.ts';
import { storeNeeds } from '../storage.ts';
import { systemClock } from '../system-clock.ts';
import { onExistingDatabase } from './existing-database.ts';
import { readGatewaysList } from './gateways-list.ts';

const NAMES = KNOWN_GATEWAYS.map(({ name }) => name);

const HELP = `Compares a gateway's own list of payments with the payments of this service, after a failover that lost changes.

  npm run reconcile -- GATEWAY FILE
  npm run reconcile -- GATEWAY FILE --by EMAIL

GATEWAY is one of ${NAMES.join(', ')}. FILE is CSV with a reference, an amount in rupees and a moment on each line:

  000AWEO,2400,2026-11-29T06:30:00Z

A first line with names is skipped. A moment without an offset is a local time of TIME_ZONE. The reference is the gateway's
own, or the transaction's id that this service gave.

For each line that no payment explains, a refund that is DUE is recorded, "money without a payment": administrators find it
among the refunds (GET /api/admin/refunds?reason=MONEY_WITHOUT_PAYMENT). One administrator sends it, and another confirms
that it arrived. With --by, the named administrator can't send it either. Running this twice adds nothing.

A line whose payment has another amount or status here, and one whose amount a payment has that is still open, are only
named: the service asks the gateway about open payments by itself, so run this again later, or resolve the payment.
The service may keep running. DATABASE_URL names the database.

Exit status: 0 the list is compared, 1 the list, the gateway or the administrator cannot be read.
`;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

interface Asked {
  readonly gateway: string;
  readonly file: string;
  readonly by: string | undefined;
}

/** The arguments; undefined if they are something else. */
function askedOf(args: readonly string[]): Asked | undefined {
  const [gateway, file, flag, by] = args;
  const isWhole = args.length === 2 || (args.length === 4 && flag === '--by');
  return gateway !== undefined && file !== undefined && isWhole && NAMES.includes(gateway)
    ? { gateway, file, by }
    : undefined;
}

async function readFileOf(file: string): Promise<ReturnType<typeof readGatewaysList>> {
  try {
    return readGatewaysList(await readFile(file, 'utf8'), calendarOf(readTimeZone(process.env)));
  } catch (error) {
    throw new StartFailure(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The id of an administrator; undefined if no administrator has the address. */
async function administrator({ users }: RefundStores, email: string): Promise<UserId | undefined> {
  const account = await users.findByEmail(normalEmail(email));
  return account?.role === 'ADMIN' ? account.id : undefined;
}

/** Undefined if `by` is no administrator. */
async function compare({ gateway, file, by }: Asked): Promise<readonly ComparedMoney[] | undefined> {
  const money = await readFileOf(file);
  return onExistingDatabase(readDatabaseUrl(process.env), async (database) => {
    const transact = knexTransact(database, storeNeeds());
    const admin = by === undefined ? null : await transact((stores) => administrator(stores, by));
    return admin === undefined
      ? undefined
      : reconcileList({ clock: systemClock, transact })({ gateway, money, by: admin });
  });
}

function lineOf(compared: ComparedMoney): string {
  const what = `${compared.reference}, ${npr(compared.amount)}, ${toIso(compared.at)}`;
  switch (compared.is) {
    case 'found':
      return `MONEY WITHOUT A PAYMENT  ${what}: refund ${compared.refund} is DUE`;
    case 'differs':
      return `DIFFERS  ${what}: payment ${compared.payment.id} is ${compared.payment.status}, of ${npr(compared.payment.amount)}`;
    case 'open':
      return `OPEN  ${what}: may be payment ${compared.payment.id}, which is ${compared.payment.status}`;
    case 'known':
      return `known  ${what}: payment ${compared.payment.id}`;
  }
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const asked = askedOf(args);
  if (!asked) {
    process.stderr.write(HELP);
    return 1;
  }
  const compared = await compare(asked);
  if (!compared) throw new StartFailure(`There is no administrator with the address ${asked.by}.`);
  for (const one of compared) if (one.is !== 'known') say(lineOf(one));
  const count = (is: ComparedMoney['is']): number => compared.filter((one) => one.is === is).length;
  say(
    `Compared ${compared.length} lines: ${count('known')} known, ${count('found')} without a payment, ` +
      `${count('differs')} that differ, ${count('open')} that may still be open.`,
  );
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch(exitWithFailure);
