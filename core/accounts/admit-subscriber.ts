import type { OperatorId } from '../kernel/ids.ts';
import type { Authenticate } from './authenticate.ts';

interface Needs {
  readonly authenticate: Authenticate;
}

export type AdmitSubscriber = ReturnType<typeof admitSubscriber>;

/** Finds the company whose notifications an access token lets its bearer read: an operator's own. */
export const admitSubscriber =
  ({ authenticate }: Needs) =>
  async (accessToken: string): Promise<{ readonly operatorId: OperatorId | undefined }> => {
    const { staff } = await authenticate(accessToken);
    return { operatorId: staff?.operatorId };
  };
