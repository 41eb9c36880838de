import { authenticateKey, judgeKey } from '../../core/agents/authenticate-key.ts';
import type { Dependencies } from '../dependencies.ts';

export const agentsUseCases = (dependencies: Dependencies) => ({
  authenticateKey: authenticateKey(dependencies),
  judgeKey: judgeKey(dependencies),
});

export type AgentsUseCases = ReturnType<typeof agentsUseCases>;
