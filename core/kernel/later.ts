/** Runs work after the answer is on its way. Nobody waits for it: a failure is logged and that is all. */
export type Later = (work: () => Promise<void>) => void;
