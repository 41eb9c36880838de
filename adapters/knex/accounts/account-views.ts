import type { AgentPosition, AgentStatus, CompanyStatus, Position } from '../../../core/accounts/membership.ts';
import type { AccountViews } from '../../../core/accounts/ports.ts';
import type { AgentId } from '../../../core/kernel/ids.ts';
import { type Sql, fragment } from '../engine/sql.ts';
import { type UserRow, GRANTED, findUser, rolesOf } from './users.ts';

interface AuthRow extends Pick<UserRow, 'role' | 'granted' | 'status' | 'token_version' | 'operator_id'> {
  readonly position: Position;
  readonly company_status: CompanyStatus;
  readonly agent_id: AgentId | null;
  readonly agent_name: string;
  readonly agent_status: AgentStatus;
  readonly is_session_over: boolean;
}

export const knexAccountViews = (read: Sql): AccountViews => ({
  async authState(id, family) {
    const row = await read.one<AuthRow>`
      select users.role, ${GRANTED}, users.status, users.token_version,
             staff.operator_id, staff.agent_id, staff.position, operators.status as company_status,
             agents.name as agent_name, agents.status as agent_status,
             exists (select 1 from refresh_sessions where family = ${family ?? ''} and revoked_at is not null) as is_session_over
      from users left join staff on staff.user_id = users.id left join operators on operators.id = staff.operator_id
        left join agents on agents.id = staff.agent_id
      where users.id = ${id}`;
    return (
      row && {
        role: row.role,
        roles: rolesOf(row),
        status: row.status,
        tokenVersion: row.token_version,
        isSessionOver: row.is_session_over,
        membership:
          row.operator_id === null
            ? undefined
            : { operatorId: row.operator_id, position: row.position, companyStatus: row.company_status },
        agent:
          row.agent_id === null
            ? undefined
            : {
                agentId: row.agent_id,
                agentName: row.agent_name,
                position: row.position as AgentPosition,
                agentStatus: row.agent_status,
              },
      }
    );
  },
  find: (id) => findUser(read, fragment`id = ${id}`),
  hasSecondFactor: async (id) =>
    (await read.one`select 1 from second_factors where user_id = ${id} and confirmed_at is not null`) !== undefined,
});
