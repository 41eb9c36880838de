import { Type } from '@sinclair/typebox';
import type { AddSandboxAgent } from '../../../core/agents/sandbox-agent.ts';
import { isoOrNull, moment, nullable, sizedName } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly addSandboxAgent: AddSandboxAgent;
}

export const sandboxAgentRoutes = ({ addSandboxAgent }: Uses) => [
  route({
    method: 'post',
    path: '/sandbox/agents',
    operationId: 'addSandboxAgent',
    summary: 'Get an agent and a key to try the API',
    description:
      'Makes an agent for anybody who asks, on a sandbox alone, where no money moves. It may sell for 100,000 rupees at 5 % commission. No mail or text about its bookings is sent. An address gets 5 an hour.',
    returns: 'Shows the new agent, with its key, which is shown here alone.',
    access: 'public',
    limit: 'sandbox-agent',
    body: Type.Object({
      name: Type.Optional(
        sizedName({ max: 150 }, { description: 'Names the agent; tickets show the name.', examples: ['My shop'] }),
      ),
    }),
    status: 201,
    response: Type.Object(
      {
        agent: Type.Object({ id: Type.Integer({ examples: [3] }), name: Type.String({ examples: ['My shop'] }) }),
        key: Type.String({
          description: 'Is the API key, with the scopes `sell` and `webhooks`.',
          examples: ['bt_test_4KzT9wQ1sXv7BnM2cLr8YpD5hJf3Ga6E'],
        }),
        expires_at: nullable(
          moment({
            description: 'Tells when the key ends: 30 days after its last request, moved once a day.',
          }),
        ),
      },
      { title: 'SandboxAgent' },
    ),
    refuses: [],
    handle: async ({ body }) => {
      const { agent, key } = await addSandboxAgent(body.name);
      return { agent: { id: agent.id, name: agent.name }, key: key.key, expires_at: isoOrNull(key.expiresAt) };
    },
  }),
];
