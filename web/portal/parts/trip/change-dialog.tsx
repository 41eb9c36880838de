import type { Signal } from '@preact/signals';
import { type Sending, SendButton } from '../../../parts/form.tsx';
import { w } from '../../words.ts';
import type { TripNow } from './use-trip.ts';

/** The props of every dialog that changes a trip. */
export interface ChangeProps {
  readonly now: TripNow;
  readonly chosen: Signal<readonly string[]>;
  readonly onClose: () => void;
  /** Called after the change, to reload the trip. */
  readonly onDone: () => void;
}

/** The two buttons of a dialog that changes a trip: confirm and cancel. */
export const DialogButtons = ({
  sending,
  isReady = true,
  doIt,
  onClose,
}: {
  readonly sending: Sending;
  readonly isReady?: boolean;
  /** The label of the confirming button, which names the action. */
  readonly doIt: string;
  readonly onClose: () => void;
}) => (
  <div class="row dialog-buttons">
    {isReady ? (
      <SendButton sending={sending}>{doIt}</SendButton>
    ) : (
      <button type="submit" class="main" disabled>
        {doIt}
      </button>
    )}
    <button type="button" onClick={onClose}>
      {w.value.trip.leaveIt}
    </button>
  </div>
);
