import { knexTransact } from '../../adapters/knex/stores.ts';
import { resetTotp } from '../../core/accounts/remove-totp.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import { storeNeeds, systemClock } from '../dependencies.ts';
import { readDatabaseUrl, readTimeZone } from '../settings.ts';
import { exitWithFailure } from '../start-failure.ts';
import { onExistingDatabase } from './existing-database.ts';

const HELP = `Helps people who cannot get in any more.

  npm run admin -- totp-reset EMAIL

totp-reset takes the authenticator app off an account, for somebody who has lost the app and the recovery codes. The
account is signed out everywhere and trusts no computer any more; the login log says so, and the running service mails
the owner. Make sure who is asking: after this a password is enough, until the next app is set up. The service may run
beside it. The database is the one in DATABASE_URL; the mail's time is that of TIME_ZONE.
`;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

async function reset(email: string): Promise<number> {
  const outcome = await onExistingDatabase(readDatabaseUrl(process.env), (database) =>
    resetTotp({
      clock: systemClock,
      calendar: calendarOf(readTimeZone(process.env)),
      transact: knexTransact(database, storeNeeds()),
    })(email, 'npm run admin'),
  );
  if (outcome === 'reset') {
    say(`${email} signs in without an authenticator app now, and was signed out everywhere.`);
    return 0;
  }
  say(outcome === 'off' ? `${email} has no authenticator app.` : `There is no account with the address ${email}.`);
  return 1;
}

async function main([command, email, ...more]: readonly string[]): Promise<number> {
  if (command === '--help' || command === '-h') {
    process.stdout.write(HELP);
    return 0;
  }
  if (command !== 'totp-reset' || email === undefined || more.length > 0) {
    process.stderr.write(HELP);
    return 1;
  }
  return reset(email);
}

process.exitCode = await main(process.argv.slice(2)).catch(exitWithFailure);
