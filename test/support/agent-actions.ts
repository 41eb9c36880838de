import fc from 'fast-check';

/** An action of an agent. An index beyond the end of its list wraps around. */
export type AgentAction =
  | {
      readonly do: 'agentSell';
      readonly agent: number;
      readonly trip: number;
      readonly from: number;
      readonly seats: number;
    }
  /** The program sends the order of an earlier sale again, as after a time-out. */
  | { readonly do: 'agentSellAgain'; readonly sale: number }
  /** Cancels so many seats of a booking. Zero cancels the whole booking. */
  | { readonly do: 'agentCancel'; readonly booking: number; readonly count: number }
  | { readonly do: 'agentChange'; readonly booking: number; readonly trip: number; readonly from: number }
  /** The booking gets other seats on its own trip. */
  | { readonly do: 'agentExchange'; readonly booking: number; readonly from: number }
  /** An administrator gives some of a booking's price back. */
  | { readonly do: 'agentGoodwill'; readonly booking: number; readonly rupees: number; readonly admin: number }
  /** An administrator credits the agent with a refund that waits. */
  | { readonly do: 'creditAgent'; readonly refund: number; readonly admin: number }
  | { readonly do: 'agentTerms'; readonly agent: number; readonly rate: number; readonly rupees: number }
  /** The agent pays the platform. Zero pays all that it owes. */
  | { readonly do: 'agentPays'; readonly agent: number; readonly rupees: number }
  | { readonly do: 'agentState'; readonly agent: number };

const index = fc.nat(29);
const agent = fc.nat(1);
const admin = fc.nat(2);
const from = fc.nat(7);
const kind = <Kind extends AgentAction['do']>(kindOfAction: Kind) => fc.constant(kindOfAction);

export const agentActions: readonly fc.WeightedArbitrary<AgentAction>[] = [
  {
    weight: 14,
    arbitrary: fc.record({
      do: kind('agentSell'),
      agent,
      trip: fc.nat(7),
      from,
      seats: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: kind('agentSellAgain'), sale: index }) },
  { weight: 6, arbitrary: fc.record({ do: kind('agentCancel'), booking: index, count: fc.nat(2) }) },
  { weight: 8, arbitrary: fc.record({ do: kind('agentChange'), booking: index, trip: fc.nat(2), from }) },
  { weight: 2, arbitrary: fc.record({ do: kind('agentExchange'), booking: index, from }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: kind('agentGoodwill'),
      booking: index,
      rupees: fc.integer({ min: 1, max: 1_300 }),
      admin,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: kind('creditAgent'), refund: index, admin }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: kind('agentTerms'),
      agent,
      rate: fc.integer({ min: 0, max: 3_000 }),
      rupees: fc.constantFrom(0, 3_000, 8_000, 40_000, 200_000),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: kind('agentPays'),
      agent,
      rupees: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 6_000 })),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: kind('agentState'), agent }) },
];
