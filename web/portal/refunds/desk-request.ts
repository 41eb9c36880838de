import { isFinal } from '../../api/is-final.ts';
import { Problem } from '../../api/problem.ts';
import { useSendOnce } from '../../parts/send-once.ts';

/** Sends a change of a refund. A conflict means that the shown list is outdated, so `onChanged` must reload it. */
export function useDeskRequest(onChanged: () => void): ReturnType<typeof useSendOnce> {
  const sendOnce = useSendOnce();
  return async (request, send) => {
    try {
      return await sendOnce(request, send);
    } catch (error) {
      if (error instanceof Problem && error.status === 409 && isFinal(error)) onChanged();
      throw error;
    }
  };
}
