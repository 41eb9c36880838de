import type { Caller } from '../../../core/accounts/account.ts';
import { refuseUnlessCurrent } from '../../../core/accounts/authenticate.ts';
import { roleGone } from '../../../core/accounts/refusals.ts';
import type { ActingCaller, CallerViews } from '../../../core/agents/acting-caller.ts';
import type { JudgeKey } from '../../../core/agents/authenticate-key.ts';
import { notAnAgent } from '../../../core/agents/refusals.ts';
import type { DeviceCaller } from '../../../core/boarding/conductor.ts';
import { deviceTokenInvalid } from '../../../core/boarding/refusals.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { type AccessRule, type AgentRequestCaller, type AnyCaller, admit, admitAgent, agentPerson } from './access.ts';

/** The caller of one request, and whether a transaction has judged the caller already. */
interface RequestCaller extends ActingCaller {
  readonly isJudged: () => boolean;
}

/**
 * The caller of a request, who is judged by the same rules as when the request's head came. The body may come minutes
 * later. Only the expiry of the token is not judged again, so that a slow upload can end.
 */
export function actingCallerOf(caller: AnyCaller, rule: AccessRule, judgeKey: JudgeKey): RequestCaller {
  let isJudged = false;
  const judge = (views: CallerViews): Promise<void> => {
    if ('agentId' in caller) return judgeAgent(caller, rule, views, judgeKey);
    return 'userId' in caller ? judgeUser(caller, rule, views) : judgeDevice(caller, views);
  };
  return {
    userId: userIdOf(caller),
    isJudged: () => isJudged,
    judge(views) {
      isJudged = true;
      return judge(views);
    },
  };
}

function userIdOf(caller: AnyCaller): UserId | undefined {
  if ('agentId' in caller) return caller.session?.userId;
  return 'userId' in caller ? caller.userId : undefined;
}

async function judgeUser(caller: Caller, rule: AccessRule, { accounts }: CallerViews): Promise<void> {
  const { userId, role, family, staff } = caller;
  const state = await accounts.authState(userId, family);
  refuseUnlessCurrent(caller, state);
  // The request was checked against the company that the caller belonged to.
  if (staff && state.membership?.operatorId !== staff.operatorId) throw roleGone();
  admit(rule, { role, staff: state.membership, agent: state.agent });
}

async function judgeAgent(
  { agentId, by, session }: AgentRequestCaller,
  rule: AccessRule,
  views: CallerViews,
  judgeKey: JudgeKey,
): Promise<void> {
  if ('keyId' in by) {
    admitAgent(rule, await judgeKey(by.keyId, views));
    return;
  }
  if (!session) throw roleGone();
  const state = await views.accounts.authState(session.userId, session.family);
  refuseUnlessCurrent(session, state);
  if (state.agent?.agentId !== agentId) throw notAnAgent();
  admitAgent(rule, agentPerson({ ...session, agent: state.agent }));
}

async function judgeDevice({ deviceId, operatorId }: DeviceCaller, { crewDeviceViews }: CallerViews): Promise<void> {
  const device = await crewDeviceViews.find(deviceId);
  if (device?.operatorId !== operatorId || device.revokedAt !== null) throw deviceTokenInvalid();
}
