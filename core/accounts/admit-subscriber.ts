import type { OperatorId } from '../kernel/ids.ts';
import type { Authenticate } from './authenticate.ts';
import type { AccountViews } from './ports.ts';

interface Needs {
  readonly authenticate: Authenticate;
  readonly accounts: Pick<AccountViews, 'operatorOf'>;
}

export type AdmitSubscriber = ReturnType<typeof admitSubscriber>;

/** Whose notifications an access token lets its bearer read: as an operator, those of their own company. */
export const admitSubscriber =
  ({ authenticate, accounts }: Needs) =>
  async (accessToken: string): Promise<{ readonly operatorId: OperatorId | undefined }> => {
    const { userId, role } = await authenticate(accessToken);
    return { operatorId: role === 'OPERATOR' ? await accounts.operatorOf(userId) : undefined };
  };
