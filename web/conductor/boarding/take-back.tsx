import { Dialog } from '../../parts/dialog.tsx';
import type { Passenger } from './passengers.ts';
import { w } from '../words.ts';

/** The dialog that asks for confirmation before a boarding or a no-show is undone. It names the passenger. */
export function TakeBack({
  passenger: { label, name, state },
  onTakeBack,
  onClose,
}: {
  readonly passenger: Passenger;
  readonly onTakeBack: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const words = w.value.trip;
  return (
    <Dialog title={state === 'no-show' ? words.notNoShowTitle : words.notBoardedTitle} onClose={onClose}>
      <p>
        <strong>{label}</strong> {name}
      </p>
      <div class="row">
        <button
          type="button"
          class="main"
          onClick={() => {
            void onTakeBack();
            onClose();
          }}
        >
          {words.takeBack}
        </button>
        <button type="button" onClick={onClose}>
          {words.leave}
        </button>
      </div>
    </Dialog>
  );
}
