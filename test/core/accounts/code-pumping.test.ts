import { expect } from 'chai';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { type Instant, hoursAfter } from '../../../core/kernel/time.ts';
import { type Accounts, ORIGIN, accountsOn } from '../../support/accounts.ts';
import { memoryEngine, onEveryEngine } from '../../support/engines.ts';
import { aPassengerByPhone } from '../../support/people.ts';

interface Sent {
  readonly phone: string;
  readonly ip: string;
  readonly at: Instant;
}

const KNOWN = 20;
const POLICY = { hourlyLimit: 500, dailyLimit: 0, perNumberAnHour: 3, perNumberADay: 6, perAddressAnHour: 60 };
const SMALL = { hourlyLimit: 20, dailyLimit: 0, perNumberAnHour: 3, perNumberADay: 6, perAddressAnHour: 6 };

type Policy = typeof POLICY;

const phoneOf = (number: number): string => `98${String(number).padStart(8, '0')}`;
const ipOf = (address: number): string => `198.51.100.${address}`;
const KNOWN_PHONES = new Set(Array.from({ length: KNOWN }, (_, number) => phoneOf(number)));

/** The largest number of codes that one group, such as an IP address, got within `hours`. */
function mostWithin(hours: number, sent: readonly Sent[], groupOf: (one: Sent) => string): number {
  let most = 0;
  const groups = new Map<string, Instant[]>();
  for (const one of sent) {
    const moments = groups.get(groupOf(one)) ?? [];
    moments.push(one.at);
    while (moments[0]! <= hoursAfter(one.at, -hours)) moments.shift();
    groups.set(groupOf(one), moments);
    most = Math.max(most, moments.length);
  }
  return most;
}

/** Returns the largest numbers of codes that the script got, one number for each limit. */
function costOf(sent: readonly Sent[]) {
  const strange = sent.filter(({ phone }) => !KNOWN_PHONES.has(phone));
  const known = sent.filter(({ phone }) => KNOWN_PHONES.has(phone));
  return {
    strangeNumberAnHour: mostWithin(1, strange, ({ phone }) => phone),
    strangeNumberADay: mostWithin(24, strange, ({ phone }) => phone),
    knownNumberADay: mostWithin(24, known, ({ phone }) => phone),
    knownNumberAndAddressAnHour: mostWithin(1, known, ({ phone, ip }) => `${phone} ${ip}`),
    knownNumberAndAddressADay: mostWithin(24, known, ({ phone, ip }) => `${phone} ${ip}`),
    addressAnHour: mostWithin(1, sent, ({ ip }) => ip),
    strangeAnHour: mostWithin(1, strange, () => 'all'),
    anHour: mostWithin(1, sent, () => 'all'),
  };
}

const limitsOf = (policy: Policy): ReturnType<typeof costOf> => ({
  strangeNumberAnHour: policy.perNumberAnHour,
  strangeNumberADay: policy.perNumberADay,
  knownNumberADay: 2 * policy.perNumberADay,
  knownNumberAndAddressAnHour: policy.perNumberAnHour,
  knownNumberAndAddressADay: policy.perNumberADay,
  addressAnHour: policy.perAddressAnHour,
  strangeAnHour: policy.hourlyLimit / 2,
  anHour: policy.hourlyLimit,
});

function expectWithin(cost: ReturnType<typeof costOf>, limits: ReturnType<typeof costOf>): void {
  for (const [what, limit] of Object.entries(limits))
    expect(cost[what as keyof typeof cost], what).to.be.at.most(limit);
}

/** Asks for a code. Returns undefined if a limit refused it; throws any other error. */
async function askFor(accounts: Accounts, phone: string, ip: string): Promise<Sent | undefined> {
  try {
    await accounts.sendPhoneCode(phone, 'SIGN_IN', { ...ORIGIN, ip });
    return { phone, ip, at: accounts.clock() };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TOO_MANY_CODES') return undefined;
    throw error;
  }
}

describe('a script that requests SMS codes all day for 1,000 numbers from 50 IP addresses', () => {
  const ASKED = 24 * 300;
  let sent: readonly Sent[];

  before(async function () {
    this.timeout(300_000);
    const engine = memoryEngine();
    const accounts = accountsOn(engine, { smsCodes: POLICY });
    for (const phone of KNOWN_PHONES) await aPassengerByPhone(engine, phone);
    const outcomes: (Sent | undefined)[] = [];
    // Phone numbers and IP addresses repeat in cycles of different lengths. So each number is requested from many
    // addresses.
    for (let asked = 0; asked < ASKED; asked += 1) {
      const phone = asked % 3 === 0 ? phoneOf((asked / 3) % KNOWN) : phoneOf((asked * 7) % 1_000);
      outcomes.push(await askFor(accounts, phone, ipOf((asked * 11 + (asked >> 6)) % 50)));
      accounts.clock.advance((24 * 60) / ASKED);
    }
    sent = outcomes.filter((one) => one !== undefined);
  });

  it('a script that requests SMS codes all day gets codes for all 1,000 numbers and from all 50 IP addresses', () => {
    expect(sent.length).to.be.within(500, ASKED - 500);
    expect(new Set(sent.map(({ phone }) => phone)).size).to.equal(1_000);
    expect(new Set(sent.map(({ ip }) => ip)).size).to.equal(50);
  });

  it('a script that requests SMS codes all day gets as many codes as the limits allow, and no more', () => {
    const cost = costOf(sent);
    expectWithin(cost, limitsOf(POLICY));
    expect(cost).to.include({ strangeNumberADay: 6, knownNumberADay: 12 });
  });

  it('a script that requests SMS codes all day gets at most the daily limit of codes for each phone number', () => {
    expect(sent.length).to.be.at.most(980 * POLICY.perNumberADay + KNOWN * 2 * POLICY.perNumberADay);
  });
});

describe('a script that requests SMS codes as fast as it can', () => {
  it('a burst of requests for SMS codes to unverified numbers gets at most half of the hourly limit of all codes', async () => {
    const engine = memoryEngine();
    const accounts = accountsOn(engine, { smsCodes: { ...POLICY, perAddressAnHour: 0 } });
    for (const phone of KNOWN_PHONES) await aPassengerByPhone(engine, phone);
    const sent: Sent[] = [];
    for (let asked = 0; asked < 1_000; asked += 1) {
      const one = await askFor(accounts, phoneOf(asked), ipOf(asked % 50));
      if (one) sent.push(one);
      accounts.clock.advance(0.05);
    }
    const cost = costOf(sent);
    expectWithin(cost, { ...limitsOf(POLICY), addressAnHour: Infinity });
    expect([cost.strangeAnHour, cost.anHour]).to.deep.equal([250, 250 + KNOWN]);
  });

  it('a burst of requests for SMS codes from one IP address gets at most the hourly limit for one address', async () => {
    const accounts = accountsOn(memoryEngine(), { smsCodes: { ...POLICY, hourlyLimit: 0 } });
    const outcomes: (Sent | undefined)[] = [];
    for (let asked = 0; asked < 400; asked += 1) outcomes.push(await askFor(accounts, phoneOf(asked), ipOf(asked % 4)));
    const sent = outcomes.filter((one) => one !== undefined);
    expect([costOf(sent).addressAnHour, sent.length]).to.deep.equal([60, 240]);
  });
});

onEveryEngine('parallel requests for SMS codes', (current) => {
  it('parallel requests for SMS codes get no more than the limits allow', async function () {
    this.timeout(300_000);
    const engine = current();
    const accounts = accountsOn(engine, { smsCodes: SMALL });
    for (const phone of KNOWN_PHONES) await aPassengerByPhone(engine, phone);
    const sent: Sent[] = [];
    // Each burst asks for three codes at once, for each of 6 numbers and from each of 3 IP addresses.
    for (let burst = 0; burst < 6; burst += 1) {
      const asking = Array.from({ length: 54 }, (_, asked) =>
        askFor(accounts, phoneOf(KNOWN - 3 + (asked % 6) + burst * 3), ipOf(Math.floor(asked / 6) % 3)),
      );
      sent.push(...(await Promise.all(asking)).filter((one) => one !== undefined));
      accounts.clock.advance(11);
    }
    expectWithin(costOf(sent), limitsOf(SMALL));
    expect(costOf(sent)).to.include({ addressAnHour: SMALL.perAddressAnHour });
    const queued = await engine.transact(({ smsQueue }) => smsQueue.due(accounts.clock(), 1_000));
    expect(queued).to.have.length(sent.length);
  });
});
