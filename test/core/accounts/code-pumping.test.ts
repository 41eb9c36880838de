import { expect } from 'chai';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { type Instant, hoursAfter } from '../../../core/kernel/time.ts';
import { ORIGIN, accountsOn } from '../../support/accounts.ts';
import { memoryEngine } from '../../support/engines.ts';
import { aPassengerByPhone } from '../../support/people.ts';

interface Sent {
  readonly phone: string;
  readonly ip: string;
  readonly at: Instant;
}

const NUMBERS = 1_000;
const ADDRESSES = 50;
const KNOWN = 20;
const POLICY = { hourlyLimit: 500, perNumberAnHour: 3, perNumberADay: 6, perAddressAnHour: 60 };

const phoneOf = (number: number): string => `98${String(number % NUMBERS).padStart(8, '0')}`;
const ipOf = (address: number): string => `198.51.100.${address % ADDRESSES}`;

/** The most codes of any group within `hours`. */
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

describe('a script that pumps texts for a day', () => {
  const sent: Sent[] = [];
  const known = new Set(Array.from({ length: KNOWN }, (_, number) => phoneOf(number)));
  const strange = (): readonly Sent[] => sent.filter(({ phone }) => !known.has(phone));

  before(async function () {
    this.timeout(120_000);
    const engine = memoryEngine();
    const accounts = accountsOn(engine, { smsCodes: POLICY });
    for (const phone of known) await aPassengerByPhone(engine, phone);
    // Steps that share no factor with the numbers and addresses, so that each number meets many addresses.
    for (let asked = 0; asked < 24 * 300; asked += 1) {
      const [phone, ip] = [
        asked % 3 === 0 ? phoneOf(asked % KNOWN) : phoneOf(asked * 7),
        ipOf(asked * 11 + (asked >> 6)),
      ];
      const outcome = await accounts
        .sendPhoneCode(phone, 'SIGN_IN', { ...ORIGIN, ip })
        .catch((error: unknown) => error);
      if (!(outcome instanceof Error)) sent.push({ phone, ip, at: accounts.clock() });
      else if (!(outcome instanceof Refusal) || outcome.code !== 'TOO_MANY_CODES') throw outcome;
      accounts.clock.advance(0.2);
    }
  });

  it('a pumping script gets codes at all, and is refused too', () => {
    expect(sent.length).to.be.within(500, 24 * 300 - 500);
  });

  it('a pumping script never gets more codes for a number than the limits of a number', () => {
    expect(mostWithin(1, strange(), ({ phone }) => phone)).to.be.at.most(POLICY.perNumberAnHour);
    expect(mostWithin(24, strange(), ({ phone }) => phone)).to.be.at.most(POLICY.perNumberADay);
  });

  it('a pumping script never gets more codes for a verified number than its limits, and those of each address', () => {
    const toKnown = sent.filter(({ phone }) => known.has(phone));
    expect(mostWithin(24, toKnown, ({ phone }) => phone)).to.be.at.most(2 * POLICY.perNumberADay);
    expect(mostWithin(1, toKnown, ({ phone, ip }) => `${phone} ${ip}`)).to.be.at.most(POLICY.perNumberAnHour);
  });

  it('a pumping script never gets more codes for an address than the limit of an address', () => {
    expect(mostWithin(1, sent, ({ ip }) => ip)).to.be.at.most(POLICY.perAddressAnHour);
  });

  it('a pumping script never gets more than half of the hourly codes for numbers that nobody verified', () => {
    expect(mostWithin(1, sent, () => 'all')).to.be.at.most(POLICY.hourlyLimit);
    expect(mostWithin(1, strange(), () => 'all')).to.equal(POLICY.hourlyLimit / 2);
  });
});
