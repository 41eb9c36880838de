import type { Change } from './actions.tsx';
import type { ChangeProps } from '../parts/trip/change-dialog.tsx';
import { BlockDialog } from '../seats/block-dialog.tsx';
import { CancelDialog } from '../changes/cancel-dialog.tsx';
import { CrewDialog } from '../planning/crew-dialog.tsx';
import { FareDialog } from '../planning/fare-dialog.tsx';
import { PointsDialog } from '../planning/points-dialog.tsx';
import { OpeningDialog } from '../line/opening-dialog.tsx';
import { SayLateDialog } from '../road/late-dialog.tsx';
import { RetimeDialog } from '../changes/retime-dialog.tsx';
import { SwapDialog } from '../changes/swap-dialog.tsx';
import { UndepartDialog } from '../boarding/undepart-dialog.tsx';

const DIALOGS = {
  block: BlockDialog,
  changeFare: FareDialog,
  changePoints: PointsDialog,
  crew: CrewDialog,
  late: SayLateDialog,
  opening: OpeningDialog,
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
