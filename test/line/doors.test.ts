import { createHash, createHmac } from 'node:crypto';
import { expect } from 'chai';
import type { UserId } from '../../core/kernel/ids.ts';
import { type Instant, hoursAfter, minutesAfter, secondsAfter } from '../../core/kernel/time.ts';
import { type Door, doorNameOf, drawNumbers, steppedDoor } from '../../core/line/door.ts';
import { doorExists } from '../../core/line/door-refusals.ts';
import { readDoors } from '../../core/line/door-board.ts';
import { enterDoor } from '../../core/line/enter-door.ts';
import { joinDoor, viewPlace } from '../../core/line/join-door.ts';
import { stepDoors } from '../../core/line/step-doors.ts';
import type { DoorTerms } from '../../core/line/world.ts';
import { aTrip, changePlan } from '../support/catalogue.ts';
import { type HandClock, handClock, START } from '../support/clock.ts';
import { aDoor } from '../support/doors.ts';
import { memoryEngine, onEveryEngine } from '../support/engines.ts';
import { aPassenger, aPassengerByPhone, aPassengerId } from '../support/people.ts';
import { ended, faultsOf, refused } from '../support/refusals.ts';

const OPENING = hoursAfter(START, 48);
const NAME = '20261122T041500';

onEveryEngine('doors', (engine) => {
  let clock: HandClock;
  let terms: DoorTerms;
  let people: readonly UserId[];

  beforeEach(async () => {
    clock = handClock();
    terms = { ...engine().doorTerms, admitsPerMinute: 12 };
    const { id } = await aTrip(engine(), { departsAt: hoursAfter(START, 96) });
    await aDoor(engine(), { opensAt: OPENING, trips: [id] });
    people = await Promise.all(Array.from({ length: 8 }, () => aPassengerId(engine())));
    clock.set(hoursAfter(OPENING, -1));
  });

  const world = () => ({ ...engine(), clock, doorTerms: terms });
  const board = async () => (await readDoors(world())()).doors.get(OPENING)!;
  const join = (user: UserId, name = NAME) => joinDoor(world())(user, name);
  const place = (user: UserId) => viewPlace(world())(user, NAME);
  const enter = (user: UserId, token: string, name = NAME) =>
    enterDoor({ ...world(), readDoors: readDoors(world()) })(user, name, token);
  const step = (at: Instant) => {
    clock.set(at);
    return stepDoors(world())();
  };

  it('a door that was moved and refused blocks is removed with its last trip', async () => {
    const { id } = await aTrip(engine(), { departsAt: hoursAfter(START, 120) });
    const [from, to] = [hoursAfter(START, 50), hoursAfter(START, 51)];
    await aDoor(engine(), { opensAt: from, trips: [id] });
    await engine().transact(async ({ doors }) => {
      await doors.addRefusals([{ opensAt: from, code: 'COUNTER_SHARE', refused: 1 }]);
      const door = (await doors.lock(from))!;
      await doors.move(door, { opensAt: to, reason: 'The road is closed.' }, START);
    });
    await engine().transact(({ doors }) => doors.removeUnused(to));
    expect(await engine().doorViews.find(to)).to.include({ joined: 0 });
    await changePlan(engine(), id, { saleOpensAt: null });
    await engine().transact(({ doors }) => doors.removeUnused(to));
    expect(await engine().doorViews.find(to)).to.equal(undefined);
  });

  it('a door is not moved onto another one that was made meanwhile', async () => {
    const to = hoursAfter(START, 51);
    await aDoor(engine(), { opensAt: to, trips: [] });
    const moving = engine().transact(async ({ doors }) => {
      const door = (await doors.lock(OPENING))!;
      if (!(await doors.move(door, { opensAt: to, reason: 'The road is closed.' }, START))) throw doorExists();
    });
    expect(await ended(moving)).to.equal('DOOR_EXISTS');
    expect((await board()).door.opensAt).to.equal(OPENING);
  });

  it('a door is named by its moment in UTC', async () => {
    expect(doorNameOf(OPENING)).to.equal(NAME);
    expect(await ended(join(people[0]!, '20261122T041501'))).to.equal('DOOR_UNKNOWN');
    expect(await ended(join(people[0]!, 'somewhere'))).to.equal('DOOR_UNKNOWN');
  });

  it('places are given from the hours before the opening on until the rush is over, one to an account', async () => {
    clock.set(minutesAfter(OPENING, -24 * 60 - 1));
    expect(await ended(join(people[0]!))).to.equal('TOO_EARLY');
    expect(await ended(place(people[0]!))).to.equal('NO_PLACE');
    clock.set(minutesAfter(OPENING, -24 * 60));
    const first = await join(people[0]!);
    expect([first.place, first.number]).to.deep.equal([1, null]);
    expect((await join(people[1]!)).place).to.equal(2);
    expect((await join(people[0]!)).place).to.equal(1);
    expect(await place(people[0]!)).to.deep.include({ place: 1, number: null });
    await step(hoursAfter(OPENING, 6));
    expect(await ended(join(people[2]!))).to.equal('DOOR_CLEAR');
  });

  it('simultaneous requests give each account one place, without a gap', async () => {
    const joined = await Promise.all([...people, ...people].map((user) => join(user)));
    expect(new Set(joined.map(({ place: one }) => one))).to.deep.equal(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
    expect((await board()).door.joined).to.equal(8);
  });

  it('a place needs a verified phone number unless an account is enough', async () => {
    terms = { ...terms, identity: 'phone' };
    const [without, withPhone] = [await aPassenger(engine()), await aPassengerByPhone(engine(), '9812345670')];
    expect(await ended(join(without.id))).to.equal('PHONE_NEEDED');
    expect((await join(withPhone.id)).place).to.equal(1);
  });

  it('the draw can be checked from its public answer, and later places keep their own number', async () => {
    for (const user of people.slice(0, 6)) await join(user);
    const { seed: secret } = (await board()).door;
    expect(createHash('sha256').update(Buffer.from(secret.seed, 'hex')).digest('hex')).to.equal(secret.hash);
    clock.set(OPENING);
    // The first request after the moment draws the order, so that this place is not drawn.
    const late = await join(people[6]!);
    expect([late.place, late.number]).to.deep.equal([7, 7]);
    await Promise.all([step(OPENING), step(OPENING)]);
    const { drawn } = (await board()).door;
    expect(drawn).to.equal(6);
    const key = Buffer.from(secret.seed, 'hex');
    const hashes = [1, 2, 3, 4, 5, 6].map((one) => createHmac('sha256', key).update(`${one}`).digest('hex'));
    const expected = hashes.map((hash) => hashes.filter((other) => other <= hash).length);
    const given = await Promise.all(people.slice(0, 6).map(async (user) => (await place(user)).number));
    expect(given).to.deep.equal(expected);
  });

  it('numbers are admitted by steps, and each gets the same pass while it is good', async () => {
    const tokens = new Map<number, { user: UserId; token: string }>();
    const before = await join(people[0]!);
    for (const user of people.slice(1)) await join(user);
    expect((await refused(enter(people[0]!, before.token))).extra).to.deep.equal({ number: null, admitted: 0 });
    await step(OPENING);
    for (const user of people) {
      const { number, token } = await place(user);
      tokens.set(number!, { user, token });
    }
    const { user, token } = tokens.get(1)!;
    const [second, third] = [tokens.get(2)!, tokens.get(3)!];
    const early = await refused(enter(second.user, second.token));
    expect([early.code, early.extra, (early.retryAfterSeconds ?? 0) > 0]).to.deep.equal([
      'NOT_YET',
      { number: 2, admitted: 1 },
      true,
    ]);
    const pass = await enter(user, token);
    expect(pass.expiresAt).to.equal(minutesAfter(OPENING, 15));
    clock.set(secondsAfter(OPENING, 4));
    expect(await enter(user, token)).to.deep.equal(pass);
    expect(await ended(enter(second.user, second.token))).to.equal('NOT_YET');
    await step(secondsAfter(OPENING, 5));
    expect(await ended(enter(second.user, second.token))).to.equal('done');

    expect(await faultsOf(enter(third.user, token))).to.deep.equal(['token']);
    expect(await faultsOf(enter(user, `${token}x`))).to.deep.equal(['token']);
    expect(await faultsOf(enter(people[0]!, before.token))).to.deep.equal(['token']);

    clock.set(pass.expiresAt);
    expect(await ended(enter(user, token))).to.equal('PLACE_USED');
    const again = await join(user);
    expect([again.place, again.number]).to.deep.equal([9, 9]);
    expect(await ended(enter(user, token))).to.equal('PLACE_USED');
    expect(await ended(enter(user, again.token))).to.equal('NOT_YET');
  });

  it('all trips of a moment count at its door, and a door whose trips are cancelled opens and clears', async () => {
    const { id } = await aTrip(engine(), { departsAt: hoursAfter(START, 97), seats: 10 });
    await aDoor(engine(), { opensAt: OPENING, trips: [id] });
    const shown = await board();
    expect([shown.seats, shown.seatsLeft, shown.state]).to.deep.equal([14, 14, 'JOINING']);
    expect(shown.routes.reduce((sum, { seatsLeft }) => sum + seatsLeft, 0)).to.equal(14);
  });

  it('requests within five seconds share what was read once', async () => {
    const read = readDoors(world());
    const first = await read();
    await join(people[0]!);
    clock.set(secondsAfter(hoursAfter(OPENING, -1), 4));
    expect(await read()).to.equal(first);
    clock.set(secondsAfter(hoursAfter(OPENING, -1), 5));
    expect((await read()).doors.get(OPENING)?.door.joined).to.equal(1);
  });

  it('requests get the last view, up to 15 seconds old, while another request reads the next one', async () => {
    const { doorViews } = engine();
    let unblock = (): void => undefined;
    let blocked: Promise<void> = Promise.resolve();
    const block = (): void => {
      blocked = new Promise((resolve) => {
        unblock = resolve;
      });
    };
    const current: typeof doorViews.current = async (since) => blocked.then(() => doorViews.current(since));
    const read = readDoors({ ...world(), doorViews: { ...doorViews, current } });
    const first = await read();
    block();
    clock.set(secondsAfter(first.now, 14));
    const reading = read();
    expect(await read()).to.equal(first);
    clock.set(secondsAfter(first.now, 15));
    const waiting = read();
    unblock();
    const next = await reading;
    expect(next.now).to.equal(secondsAfter(first.now, 14));
    expect(await waiting).to.equal(next);
    expect(await read()).to.equal(next);
  });
});

describe('the steps of a door', () => {
  const door: Door = {
    id: 1,
    opensAt: OPENING,
    seed: { seed: '', hash: '' },
    joined: 1_000,
    drawn: 1_000,
    admitted: 0,
    carried: 0,
    step: null,
    admitsPerMinute: null,
    paused: false,
    notice: null,
    noticeNe: null,
    clearedAt: null,
  };
  const run = (from: Door, seconds: readonly number[], rate = 100) =>
    seconds.reduce((present, at) => steppedDoor(present, secondsAfter(OPENING, at), rate), from);
  const minute = Array.from({ length: 12 }, (_none, index) => index * 5);

  it('twelve steps admit the number of a minute, whatever its twelfth leaves over', () => {
    expect(run(door, minute).admitted).to.equal(100);
    expect(run(door, minute, 7).admitted).to.equal(7);
    expect(run({ ...door, admitsPerMinute: 50 }, minute).admitted).to.equal(50);
  });

  it('a step is made once, and a missed step is not made up', () => {
    expect(run(door, [0, 1, 4], 120).admitted).to.equal(10);
    expect(run(door, [0, 60], 120).admitted).to.equal(20);
  });

  it('a paused step admits nobody, and nobody is admitted who has not joined', () => {
    expect(run({ ...door, paused: true }, minute).admitted).to.equal(0);
    expect(run({ ...door, joined: 15 }, minute, 120).admitted).to.equal(15);
    expect(run({ ...door, joined: 15, admitted: 20 }, minute, 120).admitted).to.equal(20);
  });

  it('a door clears after 30 minutes once fewer people wait than a step admits, and after six hours in any case', () => {
    const clears = (from: Partial<Door>, seconds: number): boolean =>
      run({ ...door, ...from }, [seconds], 120).clearedAt !== null;
    expect(clears({ admitted: 1_000 }, 1_799)).to.equal(false);
    expect(clears({ admitted: 1_000 }, 1_800)).to.equal(true);
    expect(clears({ admitted: 980 }, 1_800)).to.equal(false);
    expect(clears({ admitted: 981 }, 1_800)).to.equal(true);
    expect(clears({ admitted: 1_000, paused: true }, 1_800)).to.equal(false);
    expect(clears({ paused: true }, 21_599)).to.equal(false);
    expect(clears({ paused: true }, 21_600)).to.equal(true);
  });
});

describe('the order of a draw', () => {
  it('who joins early and who joins late are let in equally early', () => {
    const { draws } = memoryEngine();
    const [count, times] = [1_000, 200];
    let early = 0;
    for (let round = 0; round < times; round += 1) {
      // Seeds are made from the round, so that the test gives the same numbers each time.
      const seed = createHash('sha256').update(`round ${round}`).digest('hex');
      early += drawNumbers(draws, { seed }, count)
        .slice(0, count / 2)
        .reduce((sum, number) => sum + number, 0);
    }
    const mean = early / (times * (count / 2));
    expect(mean / ((count + 1) / 2)).to.be.closeTo(1, 0.01);
  });
});
