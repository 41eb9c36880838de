import { knexTransact } from '../../adapters/knex/stores.ts';
import { resetTotp } from '../../core/accounts/remove-totp.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import { storeNeeds } from '../storage.ts';
import { systemClock } from '../system-clock.ts';
import { readDatabaseUrl, readTimeZone } from '../settings.ts';
import { exitWithFailure } from '../start-failure.ts';
import { onExistingDatabase } from './existing-database.ts';

const HELP = `Helps people who can no longer sign in.

  npm run admin -- totp-reset EMAIL

totp-reset removes the authenticator app from the account with this e-mail address, for a person who has lost the app
and the recovery codes. It ends all sessions and the trust in all computers of the account, and adds an entry to the
login log. The running service mails the owner. Check the person's identity first: until the next app is set up, a
password is enough to sign in. The service may keep running. DATABASE_URL names the database; the time in the mail is
in TIME_ZONE.
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
