import { expect } from 'chai';
import { aBooking } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('ticket links', (engine) => {
  const bookings = async () => {
    const { id: tripId } = await aTrip(engine(), { seats: 10 });
    const userId = await aPassengerId(engine());
    return [await aBooking(engine(), { tripId, userId }), await aBooking(engine(), { tripId, userId })] as const;
  };
  const codeOf = (id: Awaited<ReturnType<typeof bookings>>[0]['id'], fresh: string) =>
    engine().transact(({ ticketLinks }) => ticketLinks.codeOf(id, fresh));

  it('a booking keeps its first ticket link for ever, and the link leads to that booking', async () => {
    const [{ id }] = await bookings();
    expect(await codeOf(id, 'first')).to.equal('first');
    expect(await codeOf(id, 'second')).to.equal('first');
    expect([await engine().findTicketLink('first'), await engine().findTicketLink('second')]).to.deep.equal([
      id,
      undefined,
    ]);
  });

  it('a ticket link of one booking is refused for another booking', async () => {
    const [one, other] = await bookings();
    await codeOf(one.id, 'same');
    const error = await codeOf(other.id, 'same').then(() => undefined, Object);
    expect(error).to.be.instanceOf(Error);
    expect(await engine().findTicketLink('same')).to.equal(one.id);
  });

  it('a booking gets only one ticket link when several links are stored at once', async () => {
    const [{ id }] = await bookings();
    const codes = await Promise.all(['a', 'b', 'c'].map((fresh) => codeOf(id, fresh)));
    expect(new Set(codes).size).to.equal(1);
  });
});
