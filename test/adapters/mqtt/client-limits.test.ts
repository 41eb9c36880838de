import { expect } from 'chai';
import { CLIENT_LIMITS, packetCount, placesOf } from '../../../adapters/mqtt/client-limits.ts';

const PINGREQ = 0xc0;
const PUBACK = 0x40;
const times = <Result>(count: number, act: () => Result): readonly Result[] => Array.from({ length: count }, act);

describe('connections and subscriptions of one IP address at the embedded broker', () => {
  it('an address has at most 100 connections, and another address has its own', () => {
    const places = placesOf(CLIENT_LIMITS);
    const taken = times(101, () => places('203.0.113.7'));
    expect(taken.slice(0, 100)).to.not.include(undefined);
    expect(taken[100]).to.equal(undefined);
    expect(places('203.0.113.8')).to.not.equal(undefined);
    taken[0]!.leave();
    expect(places('203.0.113.7')).to.not.equal(undefined);
  });

  it('the addresses of one IPv6 /64 network share their connections', () => {
    const places = placesOf({ ...CLIENT_LIMITS, connectionsOfAddress: 2 });
    expect([places('2001:db8:1:2::1'), places('2001:db8:1:2::2')]).to.not.include(undefined);
    expect(places('2001:db8:1:2:ffff::3')).to.equal(undefined);
    expect(places('2001:db8:1:3::1')).to.not.equal(undefined);
  });

  it('the connections of an address share 2,000 subscriptions, and give them back when they end', () => {
    const places = placesOf(CLIENT_LIMITS);
    const [one, other] = [places('203.0.113.7')!, places('203.0.113.7')!];
    expect(times(2_000, one.takeSubscription)).to.not.include(false);
    expect(other.takeSubscription()).to.equal(false);
    one.giveBackSubscription();
    expect([other.takeSubscription(), other.takeSubscription()]).to.deep.equal([true, false]);
    one.leave();
    expect(times(1_999, other.takeSubscription)).to.not.include(false);
    expect(other.takeSubscription()).to.equal(false);
  });
});

describe('packets of one connection to the embedded broker', () => {
  it('a connection sends at most 100 packets within any second', () => {
    let now = 5_000;
    const { mayReceive } = packetCount(CLIENT_LIMITS, () => now);
    expect(times(50, () => mayReceive(PINGREQ))).to.not.include(false);
    now += 500;
    expect(times(50, () => mayReceive(PINGREQ))).to.not.include(false);
    now += 499;
    expect(mayReceive(PINGREQ)).to.equal(false);
    now += 1;
    expect(times(50, () => mayReceive(PINGREQ))).to.not.include(false);
    expect(mayReceive(PINGREQ)).to.equal(false);
  });

  it('an acknowledgement counts as a packet only without a message that it acknowledges', () => {
    const { mayReceive, sent } = packetCount({ ...CLIENT_LIMITS, packetsASecond: 1 }, () => 0);
    times(3, sent);
    expect(times(5, () => mayReceive(PUBACK))).to.deep.equal([true, true, true, true, false]);
  });
});
