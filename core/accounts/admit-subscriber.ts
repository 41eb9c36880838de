import type { OperatorId } from '../kernel/ids.ts';
import type { Authenticate } from './authenticate.ts';

interface Needs {
  readonly authenticate: Authenticate;
}

export type AdmitSubscriber = ReturnType<typeof admitSubscriber>;

/** Whose notifications an access token lets its bearer read: as an operator, those of the company they belong to. */
export const admitSubscriber =
  ({ authenticate }: Needs) =>
  async (accessToken: string): Promise<{ readonly operatorId: OperatorId | undefined }> => {
    const { staff } = await authenticate(accessToken);
    return { operatorId: staff?.operatorId };
  };
