import type { AgentId, AgentKeyId, UserId } from '../kernel/ids.ts';
import type { JsonValue } from '../kernel/json.ts';
import { toRupees } from '../kernel/money.ts';
import { type Instant, hoursAfter } from '../kernel/time.ts';
import { type Actor, type Changes, type TrailKind, changesBetween } from '../platform/trail.ts';
import { type AgentKey, MOST_KEYS, makeKey, startOf } from './agent-key.ts';
import { type AgentCaller, actorOf } from './caller.ts';
import { lockAgent } from './lock-agent.ts';
import { lockKnown } from './manage-agent.ts';
import { keyState, keyUnknown, tooManyKeys } from './refusals.ts';
import type { AgentStores, AgentWorld } from './world.ts';

/** An administrator, or an owner of the agent. */
export type KeyManager = { readonly admin: UserId; readonly agentId: AgentId } | AgentCaller;

/** A key as the answer to its making shows it. No other answer contains the key itself. */
export interface ShownKey extends AgentKey {
  readonly key: string;
}

export type KeyRights = Pick<AgentKey, 'label' | 'scopes' | 'dailyAmount'>;

/** Locks the agent, and checks an owner's position again. */
async function lockFor(stores: AgentStores, manager: KeyManager, now: Instant): Promise<Actor> {
  if ('admin' in manager) {
    await lockKnown(stores, manager.agentId);
    return { role: 'ADMIN', userId: manager.admin };
  }
  const { caller } = await lockAgent(stores, manager, now, { least: 'OWNER' });
  return actorOf(caller);
}

/** A key with the API's field names, for the activity log. The key itself is in no log. */
const logged = (key: Omit<AgentKey, 'id' | 'agentId' | 'lastUsedAt'>): Readonly<Record<string, JsonValue>> => ({
  label: key.label,
  starts_with: key.startsWith,
  scopes: [...key.scopes],
  daily_amount: key.dailyAmount === null ? null : toRupees(key.dailyAmount),
  status: key.status,
  expires_at: key.expiresAt,
});

interface Deed {
  readonly kind: TrailKind;
  readonly id: AgentKeyId;
  readonly changes: Changes;
  readonly description: string;
}

const record = ({ trail }: AgentStores, actor: Actor, { id, ...deed }: Deed, now: Instant): Promise<void> =>
  trail.add({ ...deed, actor, operatorId: null, subject: { type: 'agent_key', id } }, now);

async function found({ agentKeys }: AgentStores, { agentId }: KeyManager, id: AgentKeyId): Promise<AgentKey> {
  const key = await agentKeys.find(agentId, id);
  if (!key) throw keyUnknown();
  return key;
}

/** Stores a new key, and returns it with its text. */
export async function storeKey(
  { random, tokenDigests, keyMode }: Pick<AgentWorld, 'random' | 'tokenDigests' | 'keyMode'>,
  { agentKeys }: Pick<AgentStores, 'agentKeys'>,
  { label, scopes, dailyAmount, agentId, expiresAt }: KeyRights & Pick<AgentKey, 'agentId' | 'expiresAt'>,
  createdAt: Instant,
): Promise<ShownKey> {
  const key = makeKey(keyMode, random);
  const stored = { agentId, label, scopes, dailyAmount, startsWith: startOf(key), createdAt, expiresAt };
  const id = await agentKeys.add({ ...stored, digest: tokenDigests.of(key) });
  return { ...stored, id, status: 'ACTIVE', lastUsedAt: null, key };
}

export type AddKey = ReturnType<typeof addKey>;

/** Adds a key for an agent's program. */
export const addKey =
  (world: AgentWorld) =>
  async (manager: KeyManager, rights: KeyRights): Promise<ShownKey> =>
    world.transact(async (stores) => {
      const now = world.clock();
      const actor = await lockFor(stores, manager, now);
      if ((await stores.agentKeys.count(manager.agentId, now)) >= MOST_KEYS) throw tooManyKeys(MOST_KEYS);
      const key = await storeKey(world, stores, { ...rights, agentId: manager.agentId, expiresAt: null }, now);
      const changes = changesBetween({}, logged(key));
      const description = `Added the key «${key.label}».`;
      await record(stores, actor, { kind: 'AGENT_KEY_ADDED', id: key.id, changes, description }, now);
      return key;
    });

const DEFAULT_OVERLAP_HOURS = 24;

export type RotateKey = ReturnType<typeof rotateKey>;

/** Adds a key with the rights of another, which ends after some hours. Until then a program may use both. */
export const rotateKey =
  (world: AgentWorld) =>
  async (manager: KeyManager, id: AgentKeyId, overlapHours = DEFAULT_OVERLAP_HOURS): Promise<ShownKey> =>
    world.transact(async (stores) => {
      const now = world.clock();
      const actor = await lockFor(stores, manager, now);
      const old = await found(stores, manager, id);
      if (old.status !== 'ACTIVE' || old.expiresAt !== null) throw keyState();
      const ending = { ...old, expiresAt: hoursAfter(now, overlapHours) };
      await stores.agentKeys.save(ending);
      const key = await storeKey(world, stores, { ...old, expiresAt: null }, now);
      const changes = {
        ...changesBetween(logged(old), logged(ending)),
        successor: { old: null, new: key.startsWith },
      };
      const description = `Exchanged the key «${old.label}» for a new one.`;
      await record(stores, actor, { kind: 'AGENT_KEY_ROTATED', id, changes, description }, now);
      return key;
    });

export type ChangeKey = ReturnType<typeof changeKey>;

/** Changes what a key may do, or suspends it. The change holds from the key's next request on. */
export const changeKey =
  ({ clock, transact }: AgentWorld) =>
  async (
    manager: KeyManager,
    id: AgentKeyId,
    given: Partial<KeyRights & Pick<AgentKey, 'status'>>,
  ): Promise<AgentKey> =>
    transact(async (stores) => {
      const now = clock();
      const actor = await lockFor(stores, manager, now);
      const before = await found(stores, manager, id);
      const after = { ...before, ...given };
      const changes = changesBetween(logged(before), logged(after));
      if (Object.keys(changes).length === 0) return before;
      await stores.agentKeys.save(after);
      const description = `Changed the key «${after.label}».`;
      await record(stores, actor, { kind: 'AGENT_KEY_CHANGED', id, changes, description }, now);
      return after;
    });

export type DeleteKey = ReturnType<typeof deleteKey>;

/** Deletes a key. Its next request is refused. */
export const deleteKey =
  ({ clock, transact }: AgentWorld) =>
  async (manager: KeyManager, id: AgentKeyId): Promise<void> =>
    transact(async (stores) => {
      const now = clock();
      const actor = await lockFor(stores, manager, now);
      const key = await found(stores, manager, id);
      await stores.agentKeys.delete(id, now);
      const changes = changesBetween(logged(key), {});
      await record(
        stores,
        actor,
        { kind: 'AGENT_KEY_DELETED', id, changes, description: `Deleted the key «${key.label}».` },
        now,
      );
    });

export type FindKey = ReturnType<typeof findKey>;

/** Finds a key of the agent. Another agent's key and an unknown one are refused alike. */
export const findKey =
  ({ agentKeyViews }: AgentWorld) =>
  async (agentId: AgentId, id: AgentKeyId): Promise<AgentKey> => {
    const key = await agentKeyViews.find(id);
    if (key?.agentId !== agentId) throw keyUnknown();
    return key;
  };
