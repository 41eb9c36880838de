/** Periodic jobs run every minute, so work is done at most two minutes after it is due. */
export const SWEEP_GRACE_MINUTES = 2;
