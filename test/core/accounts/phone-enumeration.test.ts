import { expect } from 'chai';
import { knexStores } from '../../../adapters/knex/stores.ts';
import type { Sql } from '../../../adapters/knex/engine/sql.ts';
import { storeNeeds } from '../../../app/storage.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../../core/stores.ts';
import { type Accounts, ORIGIN, accountsOn, otherThan, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { handClock } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { aPassenger, aPassengerByPhone, anOperator } from '../../support/people.ts';
import { readTexts } from '../../support/texts.ts';

/** Wraps an object so that each call of a function adds `name` and the function's name to `calls`. */
const noting = <Object extends object>(object: Object, name: string, calls: string[]): Object =>
  new Proxy(object, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        calls.push(`${name}.${String(key)}`);
        return (value as (...args: unknown[]) => unknown).apply(target, given);
      };
    },
  });

/**
 * Wraps a connection so that it records the first three words of each statement. Statements with other conditions count
 * as the same work.
 */
function notingSql(sql: Sql, calls: string[]): Sql {
  const note = (strings: TemplateStringsArray): void => {
    calls.push(strings.join(' ').trim().split(/\s+/).slice(0, 3).join(' '));
  };
  return {
    dialect: sql.dialect,
    rows: (strings, ...parts) => {
      note(strings);
      return sql.rows(strings, ...parts);
    },
    one: (strings, ...parts) => {
      note(strings);
      return sql.one(strings, ...parts);
    },
    changes: (strings, ...parts) => {
      note(strings);
      return sql.changes(strings, ...parts);
    },
    post: (strings, ...parts) => {
      note(strings);
      sql.post(strings, ...parts);
    },
  };
}

const NUMBERS = {
  'of nobody': '9800000001',
  'of a passenger who verified it': '9800000002',
  'of a passenger who never verified it': '9800000003',
  'of a suspended passenger': '9800000004',
  'of a company’s staff': '9800000005',
};

onEveryEngine('guessing which phone numbers have an account', (current, database) => {
  let engine: Engine;
  let calls: string[];
  let accounts: Accounts;

  beforeEach(async () => {
    engine = current();
    calls = [];
    const needs = {
      ...storeNeeds({ clock: handClock() }),
      recordChange: () => undefined,
      manifestChanged: () => undefined,
      happened: () => undefined,
      lineChanged: () => undefined,
      estimateChanged: () => undefined,
    };
    const transact: Transact<Stores> = (work) =>
      database().transaction((sql) => work(knexStores(notingSql(sql, calls), needs)));
    const { digests, phoneTickets, passwords } = CRYPTO;
    accounts = accountsOn(
      { ...engine, transact },
      {
        digests: noting(digests, 'digests', calls),
        phoneTickets: noting(phoneTickets, 'tickets', calls),
        passwords: noting(passwords, 'passwords', calls),
      },
    );
    await aPassengerByPhone(engine, NUMBERS['of a passenger who verified it']);
    await aPassenger(engine, { phone: NUMBERS['of a passenger who never verified it'] });
    const suspended = await aPassengerByPhone(engine, NUMBERS['of a suspended passenger']);
    await engine.transact(({ users }) => users.setStatus(suspended.id, 'SUSPENDED'));
    await anOperator(engine, { phone: NUMBERS['of a company’s staff'] });
  });

  const during = async <Result>(work: () => Promise<Result>): Promise<readonly string[]> => {
    calls.length = 0;
    await work().catch(() => undefined);
    return [...calls];
  };
  const ask = (phone: string) => accounts.sendPhoneCode(phone, 'SIGN_IN', ORIGIN);
  const forAll = async <Result>(work: (phone: string) => Promise<Result>): Promise<Record<string, Result>> => {
    const results: Record<string, Result> = {};
    for (const [whose, phone] of Object.entries(NUMBERS)) results[whose] = await work(phone);
    return results;
  };
  function expectAlike(results: Readonly<Record<string, unknown>>): void {
    const [first] = Object.values(results);
    for (const [whose, result] of Object.entries(results)) expect(result, whose).to.deep.equal(first);
  }

  it('a request for an SMS code does the same database and hashing work for known and unknown numbers', async () => {
    const work = await forAll((phone) => during(() => ask(phone)));
    expect(work['of nobody']).to.include('digests.of').and.to.include('tickets.sign');
    expect(work['of nobody']!.filter((call) => call.startsWith('insert'))).to.have.length(3);
    expectAlike(work);
  });

  it('an SMS code’s message is the same for known and unknown numbers', async () => {
    await forAll(ask);
    const texts = await readTexts(engine, accounts.clock());
    expect(texts.map(({ to }) => to)).to.have.members(Object.values(NUMBERS));
    for (const { to, code, ...text } of texts) {
      expect(code, to).to.match(/^\d{6}$/);
      expect(text, to).to.deep.equal({ kind: 'CODE', purpose: 'SIGN_IN' });
    }
  });

  it('an SMS code that is requested too soon is refused with the same work for known and unknown numbers', async () => {
    await forAll(ask);
    expectAlike(await forAll((phone) => during(() => ask(phone))));
    const refusals = await forAll(async (phone) => {
      const { code, message, retryAfterSeconds } = await refusalOf(ask(phone));
      return { code, message, retryAfterSeconds };
    });
    expect(refusals['of nobody']).to.include({ code: 'TOO_MANY_CODES' });
    expectAlike(refusals);
  });

  it('a wrong SMS code is checked with the same database and hashing work for known and unknown numbers', async () => {
    const work = await forAll(async (phone) => {
      const { ticket } = await ask(phone);
      const { code } = (await readTexts(engine, accounts.clock())).findLast(({ to }) => to === phone)!;
      return during(() => accounts.verifyPhone({ ticket, code: otherThan(code) }, 'Asha Gurung', ORIGIN));
    });
    expect(work['of nobody']).to.include('digests.equal');
    expectAlike(work);
  });
});
