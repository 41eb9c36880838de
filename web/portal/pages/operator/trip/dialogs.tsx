import type { Change } from './actions.tsx';
import type { ChangeProps } from './change-props.ts';
import { BlockDialog } from './block-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { FareDialog } from './fare-dialog.tsx';
import { PointsDialog } from './points-dialog.tsx';
import { RetimeDialog } from './retime-dialog.tsx';
import { SwapDialog } from './swap-dialog.tsx';
import { UndepartDialog } from './undepart-dialog.tsx';

const DIALOGS = {
  block: BlockDialog,
  changeFare: FareDialog,
  changePoints: PointsDialog,
  retime: RetimeDialog,
  swap: SwapDialog,
  undepart: UndepartDialog,
  cancel: CancelDialog,
};

/** The dialog for a change of a trip. */
export function ChangeDialog({ what, ...props }: ChangeProps & { readonly what: Change }) {
  const Asking = DIALOGS[what];
  return <Asking {...props} />;
}
