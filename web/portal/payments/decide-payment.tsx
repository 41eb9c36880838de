import type { Schemas } from '../../api/operations.ts';
import { isUnclear } from './gateways.ts';
import { Resolve, ResolveButton } from './resolve-payment.tsx';
import { SettleButton, SettlePayment } from './settle-payment.tsx';

type Payment = Schemas['Payment'];

/** The button that settles a payment that the gateway left open. Shows nothing for other payments. */
export function DecideButton({ of, onPress }: { readonly of: Payment; readonly onPress: () => void }) {
  if (isUnclear(of)) return <SettleButton of={of} onPress={onPress} />;
  return of.resolvable ? <ResolveButton of={of} onPress={onPress} /> : null;
}

/**
 * The dialog that settles a payment that the gateway left open. It records the received amount, or whether the payment
 * was made.
 */
export const Decide = ({
  payment,
  onDecided,
  onClose,
}: {
  readonly payment: Payment;
  readonly onDecided: () => void;
  readonly onClose: () => void;
}) =>
  isUnclear(payment) ? (
    <SettlePayment payment={payment} onSettled={onDecided} onClose={onClose} />
  ) : (
    <Resolve payment={payment} onResolved={onDecided} onClose={onClose} />
  );
