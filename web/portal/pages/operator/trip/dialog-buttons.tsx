import { SendButton } from '../../../../parts/form.tsx';
import type { Sending } from '../../../../parts/form.tsx';
import { w } from '../../../words.ts';

/** "Do it", once it has been said what that is, and the way out. */
export const DialogButtons = ({
  sending,
  isReady = true,
  doIt = w.value.trip.doIt,
  onClose,
}: {
  readonly sending: Sending;
  readonly isReady?: boolean;
  readonly doIt?: string;
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
