import { adminAgentRoutes } from '../../adapters/http/agents/admin-agents-routes.ts';
import { agentKeyRoutes } from '../../adapters/http/agents/agent-keys-routes.ts';
import { authenticateKey, judgeKey } from '../../core/agents/authenticate-key.ts';
import { addAgent, changeAgent, findAgent } from '../../core/agents/manage-agent.ts';
import { addKey, changeKey, deleteKey, findKey, rotateKey } from '../../core/agents/manage-keys.ts';
import type { Dependencies } from '../dependencies.ts';

export const agentsUseCases = (dependencies: Dependencies) => ({
  authenticateKey: authenticateKey(dependencies),
  judgeKey: judgeKey(dependencies),
  findAgent: findAgent(dependencies),
  addAgent: addAgent(dependencies),
  changeAgent: changeAgent(dependencies),
  findKey: findKey(dependencies),
  addKey: addKey(dependencies),
  changeKey: changeKey(dependencies),
  rotateKey: rotateKey(dependencies),
  deleteKey: deleteKey(dependencies),
});

export type AgentsUseCases = ReturnType<typeof agentsUseCases>;

export const agentsRoutes = (useCases: AgentsUseCases, dependencies: Dependencies) => [
  ...adminAgentRoutes({ ...useCases, ...dependencies }),
  ...agentKeyRoutes({ ...useCases, ...dependencies }),
];
