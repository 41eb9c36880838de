import { expect } from 'chai';
import type { BookingConfirmedMail } from '../../../core/platform/booking-mails.ts';
import { print, read } from '../../support/composed-mails.ts';
import { aBookingMail, aCancellationMail } from '../../support/mails.ts';

const SCRIPT = /<script type="application\/ld\+json">\n(.*?)\n<\/script>/gs;

async function reservation(mail: BookingConfirmedMail): Promise<Record<string, unknown>> {
  const found = [...(await read(mail)).html!.matchAll(SCRIPT)];
  expect(found).to.have.length(1);
  return JSON.parse(found[0]![1]!) as Record<string, unknown>;
}

describe('the confirmation mail’s schema.org data', () => {
  it('the structured data in a confirmation mail is a bus reservation of schema.org', async () => {
    expect(await reservation(aBookingMail())).to.deep.equal({
      '@context': 'https://schema.org',
      '@type': 'BusReservation',
      reservationNumber: 'BT261120048213',
      reservationStatus: 'https://schema.org/ReservationConfirmed',
      underName: { '@type': 'Person', name: 'Asha Gurung' },
      url: 'https://tickets.example.com/bookings/7',
      modifyReservationUrl: 'https://tickets.example.com/bookings/7',
      totalPrice: '120000.50',
      priceCurrency: 'NPR',
      reservationFor: {
        '@type': 'BusTrip',
        busName: 'Blue Sky Deluxe',
        busNumber: 'BA 3 KHA 1234',
        provider: { '@type': 'Organization', name: 'Blue Sky' },
        departureBusStop: { '@type': 'BusStop', name: 'Kalanki, Kathmandu' },
        departureTime: '2026-12-01T01:40:00.000Z',
        arrivalBusStop: { '@type': 'BusStop', name: 'Pokhara' },
        arrivalTime: '2026-12-01T08:15:00.000Z',
      },
      reservedTicket: ['A1', 'A2'].map((seatNumber) => ({
        '@type': 'Ticket',
        ticketNumber: `BT261120048213-${seatNumber}`,
        ticketedSeat: { '@type': 'Seat', seatNumber },
      })),
    });
  });

  it('the structured data in a confirmation mail has no seat numbers without a seat map, and no link for a counter sale', async () => {
    const sold = await reservation(aBookingMail({ channel: 'COUNTER', page: null, seats: [] }));
    expect(sold).not.to.have.any.keys('url', 'modifyReservationUrl', 'reservedTicket');
  });

  it('the structured data in a confirmation mail keeps text typed by users inside its strings, in ASCII', async () => {
    const name = `</script><script>alert("x")</script><!-- काठमाडौँ \u2028`;
    const mail = aBookingMail({ name, companyName: name });
    expect(await reservation(mail)).to.deep.include({ underName: { '@type': 'Person', name } });
    const raw = await print(mail);
    const html = raw.slice(raw.indexOf('<!doctype html>'), raw.indexOf('</html>'));
    expect(html.match(/<\/?script/g)).to.deep.equal(['<script', '</script']);
    expect(html).to.match(/^[\x20-\x7e\r\n]*$/);
  });

  it('mails about cancelled or expired bookings contain no structured data of a reservation', async () => {
    expect((await read(aCancellationMail())).html).not.to.include('<script');
  });
});
