import { render } from 'preact';
import type { Schemas } from '../../api/operations.ts';
import { api } from '../session.ts';
import { Slip } from './slip.tsx';
import { paper } from './paper.ts';

type Points = readonly Schemas['Point'][];

/** The trip's boarding points. If the request fails, the ticket names the boarding point without its time. */
const pointsOf = (id: number): Promise<Points> =>
  api.get('/api/operator/trips/{id}', { path: { id } }).then(
    ({ boarding_points: points }) => points,
    () => [],
  );

/** Prints a ticket on the counter's paper. The browser shows its print dialog unless it is set to print silently. */
export async function printSlip(booking: Schemas['OfficeBooking'], known?: Points): Promise<void> {
  const place = booking.seats.find(({ boarding_point: point }) => point)?.boarding_point;
  const points = place ? (known ?? (await pointsOf(booking.schedule_id))) : [];
  const minutes = points.find(({ name }) => name === place)?.minutes ?? 0;
  const boardsAt = Date.parse(booking.trip.departure_time) + minutes * 60_000;
  const sheet = document.createElement('div');
  sheet.className = 'slip-place';
  document.body.append(sheet);
  render(<Slip booking={booking} boardsAt={boardsAt} paper={paper.peek()} />, sheet);
  document.documentElement.classList.add('prints-slip');
  const remove = (): void => {
    removeEventListener('afterprint', remove);
    document.documentElement.classList.remove('prints-slip');
    render(null, sheet);
    sheet.remove();
  };
  addEventListener('afterprint', remove);
  window.print();
}
