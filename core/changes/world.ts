import type { AgentStores, AgentWorld } from '../agents/world.ts';

/** The dependencies of use cases of the area `changes`. */
export interface ChangeWorld<Stores extends AgentStores = AgentStores> extends AgentWorld<Stores> {
  readonly changeMinHours: number;
}
