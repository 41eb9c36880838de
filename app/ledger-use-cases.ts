import { earnBookings } from '../core/bookings/earn-bookings.ts';
import { addSettlement } from '../core/ledger/add-settlement.ts';
import { closeLedger } from '../core/ledger/close-ledger.ts';
import type { Dependencies } from './dependencies.ts';

export const buildLedger = (dependencies: Dependencies) => ({
  earnBookings: earnBookings(dependencies),
  closeLedger: closeLedger(dependencies),
  addSettlement: addSettlement(dependencies),
});
