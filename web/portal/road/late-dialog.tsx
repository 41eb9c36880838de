import { LateDialog } from '../../parts/late.tsx';
import type { ChangeProps } from '../parts/trip/change-dialog.tsx';
import { stopsAhead } from '../parts/trip/trip-rules.ts';
import { api } from '../session.ts';

/** The dialog by which the office tells that a bus is late. */
export const SayLateDialog = ({ now: { trip }, onClose, onDone }: ChangeProps) => (
  <LateDialog
    stops={stopsAhead(trip)}
    tell={async (body) => {
      await api.put('/api/operator/trips/{id}/delay', { path: { id: trip.id }, body });
      onDone();
    }}
    onClose={onClose}
  />
);
