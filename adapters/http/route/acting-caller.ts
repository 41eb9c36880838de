import type { Caller } from '../../../core/accounts/account.ts';
import { refuseUnlessCurrent } from '../../../core/accounts/authenticate.ts';
import { roleGone } from '../../../core/accounts/refusals.ts';
import type { ActingCaller, CallerViews } from '../../../core/boarding/acting-caller.ts';
import type { DeviceCaller } from '../../../core/boarding/conductor.ts';
import { deviceTokenInvalid } from '../../../core/boarding/refusals.ts';
import { type AccessRule, type AnyCaller, admit } from './access.ts';

/** The caller of one request, and whether a transaction has judged the caller already. */
interface RequestCaller extends ActingCaller {
  readonly isJudged: () => boolean;
}

/**
 * The caller of a request, who is judged by the same rules as when the request's head came. The body may come minutes
 * later. Only the expiry of the token is not judged again, so that a slow upload can end.
 */
export function actingCallerOf(caller: AnyCaller, rule: AccessRule): RequestCaller {
  let isJudged = false;
  return {
    userId: 'userId' in caller ? caller.userId : undefined,
    isJudged: () => isJudged,
    judge(views) {
      isJudged = true;
      return 'userId' in caller ? judgeUser(caller, rule, views) : judgeDevice(caller, views);
    },
  };
}

async function judgeUser(caller: Caller, rule: AccessRule, { accounts }: CallerViews): Promise<void> {
  const { userId, role, family, staff } = caller;
  const state = await accounts.authState(userId, family);
  refuseUnlessCurrent(caller, state);
  // The request was checked against the company that the caller belonged to.
  if (staff && state.membership?.operatorId !== staff.operatorId) throw roleGone();
  admit(rule, { role, staff: state.membership });
}

async function judgeDevice({ deviceId, operatorId }: DeviceCaller, { crewDeviceViews }: CallerViews): Promise<void> {
  const device = await crewDeviceViews.find(deviceId);
  if (device?.operatorId !== operatorId || device.revokedAt !== null) throw deviceTokenInvalid();
}
