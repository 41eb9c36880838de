import type { BookingConfirmedMail } from '../../core/platform/booking-mails.ts';
import { toRupees } from '../../core/kernel/money.ts';
import { toIso } from '../../core/kernel/time.ts';

/** Describes a paid booking as schema.org does, so that mail programs show the journey. */
export const reservationOf = (mail: BookingConfirmedMail): object => ({
  '@context': 'https://schema.org',
  '@type': 'BusReservation',
  reservationNumber: mail.bookingCode,
  reservationStatus: 'https://schema.org/ReservationConfirmed',
  underName: { '@type': 'Person', name: mail.name },
  ...(mail.page !== null && { url: mail.page, modifyReservationUrl: mail.page }),
  totalPrice: toRupees(mail.amount).toFixed(2),
  priceCurrency: 'NPR',
  reservationFor: {
    '@type': 'BusTrip',
    busName: mail.busName,
    busNumber: mail.registrationNo,
    provider: { '@type': 'Organization', name: mail.companyName },
    departureBusStop: busStop(mail.boardingPoint, mail.sourceCity),
    departureTime: toIso(mail.departsAt),
    arrivalBusStop: busStop(mail.droppingPoint, mail.destinationCity),
    arrivalTime: toIso(mail.arrivesAt),
  },
  ...(mail.seats.length > 0 && {
    reservedTicket: mail.seats.map((seatNumber) => ({
      '@type': 'Ticket',
      ticketNumber: `${mail.bookingCode}-${seatNumber}`,
      ticketedSeat: { '@type': 'Seat', seatNumber },
    })),
  }),
});

const busStop = (point: string, city: string): object => ({
  '@type': 'BusStop',
  name: point === '' ? city : `${point}, ${city}`,
});
