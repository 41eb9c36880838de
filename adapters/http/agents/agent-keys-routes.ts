import { type Static, Type } from '@sinclair/typebox';
import { type AgentKey, AGENT_KEY_STATUSES, AGENT_SCOPES } from '../../../core/agents/agent-key.ts';
import type { AgentCaller } from '../../../core/agents/caller.ts';
import type { FindAgent } from '../../../core/agents/manage-agent.ts';
import type {
  AddKey,
  ChangeKey,
  DeleteKey,
  FindKey,
  KeyManager,
  KeyRights,
  RotateKey,
} from '../../../core/agents/manage-keys.ts';
import type { AgentKeyViews } from '../../../core/agents/ports.ts';
import { keyState, keyUnknown, tooManyKeys } from '../../../core/agents/refusals.ts';
import { agentUnknown } from '../../../core/companies/refusals.ts';
import type { AgentId, AgentKeyId, UserId } from '../../../core/kernel/ids.ts';
import { fromRupees } from '../../../core/kernel/money.ts';
import { keyResponse, shownKeyResponse, toKeyResponse, toShownKey } from './agent.ts';
import { choice, decimal, id, orNull, sized } from '../route/fields.ts';
import { type ListNeeds, listRoute } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly agentKeyViews: Pick<AgentKeyViews, 'list'>;
  readonly findAgent: FindAgent;
  readonly findKey: FindKey;
  readonly addKey: AddKey;
  readonly changeKey: ChangeKey;
  readonly rotateKey: RotateKey;
  readonly deleteKey: DeleteKey;
}

const rights = {
  label: sized({ max: 60 }, { description: 'Names the key, for people.', examples: ['Web shop'] }),
  scopes: Type.Array(choice(AGENT_SCOPES), {
    minItems: 1,
    description: 'Lists the powers of the key; by default `["sell"]`. `sell` includes `read`.',
    examples: [['sell']],
  }),
  daily_amount: orNull(
    decimal(
      { minimum: 0, maximum: 100_000_000 },
      { description: 'Limits what the key may sell in a local day, in NPR; null means no bound.', examples: [50_000] },
    ),
  ),
};

const { scopes, daily_amount: dailyAmount } = Type.Partial(Type.Object(rights)).properties;
const newKey = Type.Object({ label: rights.label, scopes, daily_amount: dailyAmount });
const keyChange = Type.Partial(
  Type.Object({ ...rights, status: choice(AGENT_KEY_STATUSES, { examples: ['SUSPENDED'] }) }),
);
const rotation = Type.Object({
  overlap_hours: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 168,
      description: 'Gives the number of hours for which the old key stays good; by default 24.',
      examples: [24],
    }),
  ),
});

type GivenRights = Static<typeof keyChange>;

/** The fields that the request contains, under the core's names. */
const changesOf = ({ label, scopes: given, daily_amount: amount, status }: GivenRights): Partial<AgentKey> => ({
  ...(label !== undefined && { label }),
  ...(given !== undefined && { scopes: [...new Set(given)] }),
  ...(amount !== undefined && { dailyAmount: amount === null ? null : fromRupees(amount) }),
  ...(status !== undefined && { status }),
});

const rightsOf = ({ label, ...given }: Static<typeof newKey>): KeyRights => ({
  scopes: ['sell'],
  dailyAmount: null,
  ...changesOf(given),
  label,
});

/** The routes for keys at one place: an administrator's, who names the agent, or the agent's own. */
interface Place<Access extends 'admin' | 'agentOwner'> {
  readonly base: string;
  readonly access: Access;
  /** The end of operation ids, such as `AgentKey`. */
  readonly noun: string;
  readonly whose: string;
}

const OF_ADMINS: Place<'admin'> = {
  base: '/api/admin/agents/:id/keys',
  access: 'admin',
  noun: 'AgentKey',
  whose: 'of an agent',
};
const OWN: Place<'agentOwner'> = {
  base: '/api/agent/keys',
  access: 'agentOwner',
  noun: 'MyKey',
  whose: 'of your agent',
};

type KeyRequest<Caller, Params> = { readonly caller: Caller; readonly params: Params };

/** Routes that differ in the caller and in the path alone. */
function keyRoutesAt<Access extends 'admin' | 'agentOwner', Of extends typeof agentParams | typeof noParams>(
  uses: Uses,
  { base, access, noun, whose }: Place<Access>,
  of: Of,
  managerOf: (request: KeyRequest<unknown, unknown>) => KeyManager,
) {
  const one = Type.Object({ ...of.properties, key: id<AgentKeyId>({ description: 'Identifies the key.' }) });
  const keyIn = (request: { readonly params: unknown }) => (request.params as { readonly key: AgentKeyId }).key;
  const agentExists = async (request: KeyRequest<unknown, unknown>) => uses.findAgent(managerOf(request).agentId);
  const exists = async (request: KeyRequest<unknown, unknown>) => {
    await agentExists(request);
    return uses.findKey(managerOf(request).agentId, keyIn(request));
  };

  return [
    listRoute(uses, {
      path: base,
      operationId: `list${noun}s`,
      summary: `List the keys ${whose}`,
      description: `Lists the API keys ${whose}, newest first. Keys that were deleted are not listed.`,
      returns: 'Lists the keys, newest first, page by page.',
      access,
      params: of,
      filters: {},
      item: keyResponse,
      refuses: [agentUnknown],
      exists: agentExists,
      list: (request, page) => uses.agentKeyViews.list(managerOf(request).agentId, page),
      toItem: toKeyResponse,
    }),

    route({
      method: 'post',
      path: base,
      operationId: `add${noun}`,
      summary: `Add a key ${whose}`,
      description: `Adds an API key ${whose}. This answer alone shows the key; only its hash is stored. An agent has at most 20 keys that have not expired.`,
      returns: 'Shows the new key.',
      access,
      params: of,
      exists: agentExists,
      body: newKey,
      status: 201,
      secret: true,
      response: shownKeyResponse,
      refuses: [agentUnknown, tooManyKeys],
      handle: async (request) => toShownKey(await uses.addKey(managerOf(request), rightsOf(request.body))),
    }),

    route({
      method: 'patch',
      path: `${base}/:key`,
      operationId: `change${noun}`,
      summary: `Change a key ${whose}`,
      description:
        'Changes only the fields that are sent, from the next request of the key on. A suspended key is refused.',
      returns: 'Shows the key after the change.',
      access,
      params: one,
      exists,
      body: keyChange,
      status: 200,
      response: keyResponse,
      refuses: [agentUnknown, keyUnknown],
      handle: async (request) =>
        toKeyResponse(await uses.changeKey(managerOf(request), keyIn(request), changesOf(request.body))),
    }),

    route({
      method: 'delete',
      path: `${base}/:key`,
      operationId: `delete${noun}`,
      summary: `Delete a key ${whose}`,
      description: 'Deletes the key for good. Its next request is refused; tickets that it has sold stay good.',
      returns: 'The key is deleted.',
      access,
      params: one,
      exists,
      status: 204,
      refuses: [agentUnknown, keyUnknown],
      handle: (request) => uses.deleteKey(managerOf(request), keyIn(request)),
    }),

    route({
      method: 'post',
      path: `${base}/:key/rotate`,
      operationId: `rotate${noun}`,
      summary: `Exchange a key ${whose}`,
      description:
        'Makes a new key that may do the same, and gives the old one an end. This answer alone shows the new key.',
      returns: 'Shows the new key.',
      access,
      params: one,
      exists,
      body: rotation,
      status: 201,
      secret: true,
      response: shownKeyResponse,
      refuses: [agentUnknown, keyUnknown, keyState],
      handle: async (request) =>
        toShownKey(await uses.rotateKey(managerOf(request), keyIn(request), request.body.overlap_hours)),
    }),
  ];
}

const agentParams = Type.Object({ id: id<AgentId>({ description: 'Identifies the agent.' }) });
const noParams = Type.Object({});

export const agentKeyRoutes = (uses: Uses) => [
  ...keyRoutesAt(uses, OF_ADMINS, agentParams, ({ caller, params }) => ({
    admin: (caller as { readonly userId: UserId }).userId,
    agentId: (params as { readonly id: AgentId }).id,
  })),
  ...keyRoutesAt(uses, OWN, noParams, ({ caller }) => caller as AgentCaller),
];
