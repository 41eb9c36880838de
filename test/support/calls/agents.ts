import type { AgentKey } from '../../../core/agents/agent-key.ts';
import type { AgentStatementViews } from '../../../core/agents/statement-ports.ts';
import type {
  AgentId,
  AgentKeyId,
  AgentPaymentId,
  AgentStatementId,
  BookingId,
  LedgerEntryId,
} from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import { type Calls, LATER, LIMIT, N, NOW, OPERATOR, TRIP, USER } from './rows.ts';

/** An agent with a hundred keys, and one of these keys. */
const [AGENT, KEY] = [2 as AgentId, N as AgentKeyId];

/** The days of the figures of a company's agents. */
const DAYS = { start: daysAfter(NOW, -30), end: NOW };

const TERMS = {
  name: 'Himal Tickets',
  contactEmail: 'office@himal.example',
  contactPhone: null,
  commissionRate: basisPoints(500),
  creditLimit: paisa(1_000_000),
  warnBelow: null,
  operators: [OPERATOR],
};

const ADDED = {
  agentId: AGENT,
  label: 'Shop',
  startsWith: 'bt_live_abcd',
  scopes: ['sell'],
  dailyAmount: null,
  createdAt: NOW,
  expiresAt: null,
} as const;

const STORED: AgentKey = { ...ADDED, id: KEY, status: 'ACTIVE', lastUsedAt: null };

const DRAFT = {
  id: N as AgentStatementId,
  agentId: AGENT,
  until: '2026-11-20',
  end: NOW,
  madeBy: USER,
  upTo: N as LedgerEntryId,
  passed: 0,
  firstAt: NOW,
  net: paisa(0),
  paid: paisa(0),
};

const STATEMENT_READS: Calls<
  { readonly agentStatementViews: Pick<AgentStatementViews, 'find' | 'lines'> },
  Pick<AgentStatementViews, 'find' | 'lines'>
> = {
  find: ({ agentStatementViews }) => agentStatementViews.find(N as AgentStatementId),
  lines: ({ agentStatementViews }) => agentStatementViews.lines(N as AgentStatementId, { limit: LIMIT }),
};

export const AGENT_CALLS = {
  agents: {
    add: ({ agents }) => agents.add({ ...TERMS, isTest: false, createdAt: NOW }),
    lock: ({ agents }) => agents.lock(AGENT),
    setWarned: ({ agents }) => agents.setWarned(AGENT, true),
    save: async ({ agents }) => {
      const agent = await agents.lock(AGENT);
      if (agent) await agents.save({ ...agent, ...TERMS });
    },
  },
  agentKeys: {
    add: ({ agentKeys }) => agentKeys.add({ ...ADDED, digest: 'fresh' }),
    find: ({ agentKeys }) => agentKeys.find(AGENT, KEY),
    count: ({ agentKeys }) => agentKeys.count(AGENT, NOW),
    save: ({ agentKeys }) => agentKeys.save(STORED),
    delete: ({ agentKeys }) => agentKeys.delete(KEY, NOW),
    use: ({ agentKeys }) => agentKeys.use(KEY, NOW),
    prolong: ({ agentKeys }) => agentKeys.prolong(KEY, LATER),
  },
  agentCompanies: {
    maySell: ({ agentCompanies }) => agentCompanies.maySell(AGENT, OPERATOR),
    readsTrip: ({ agentCompanies }) => agentCompanies.readsTrip(AGENT, TRIP),
    list: ({ agentCompanies }) => agentCompanies.list(AGENT),
    of: ({ agentCompanies }) => agentCompanies.of(AGENT),
  },
  companyAgents: {
    find: ({ companyAgents }) => companyAgents.find(OPERATOR, AGENT, DAYS),
    refuse: ({ companyAgents }) => companyAgents.refuse(OPERATOR, AGENT, NOW),
    allow: ({ companyAgents }) => companyAgents.allow(OPERATOR, AGENT),
  },
  agentSales: {
    claim: ({ agentSales }) => agentSales.claim(AGENT, 'A-1'),
    fulfil: ({ agentSales }) => agentSales.fulfil(AGENT, 'A-1', { bookingId: N as BookingId, sold: '[]' }),
    soldBy: ({ agentSales }) => agentSales.soldBy(KEY, { start: NOW, end: NOW }),
  },
  agentHolders: {
    of: ({ agentHolders }) => agentHolders.of(AGENT, 'named Asha', NOW),
    heldSeats: ({ agentHolders }) => agentHolders.heldSeats(AGENT, NOW),
    endUnsoldHolds: async ({ agentHolders }) => [
      await agentHolders.endUnsoldHolds({ agentId: AGENT }, NOW),
      await agentHolders.endUnsoldHolds({ operatorId: OPERATOR }, NOW),
    ],
    prune: ({ agentHolders }) => agentHolders.prune(NOW, LIMIT),
  },
  agentBookings: { find: ({ agentBookings }) => agentBookings.find(AGENT, N as BookingId) },
  agentPayments: {
    add: ({ agentPayments }) =>
      agentPayments.add({ agentId: AGENT, at: NOW, amount: paisa(1), reference: 'NIC-1', addedBy: USER }),
    find: ({ agentPayments }) => agentPayments.find(N as AgentPaymentId),
  },
  agentStatements: {
    hasUnstated: ({ agentStatements }) => agentStatements.hasUnstated(AGENT, NOW),
    lockDraft: ({ agentStatements }) => agentStatements.lockDraft(AGENT),
    begin: ({ agentStatements }) =>
      agentStatements.begin({ agentId: AGENT, until: '2026-11-20', end: NOW, madeBy: USER }),
    takeUp: ({ agentStatements }) => agentStatements.takeUp(DRAFT, LIMIT),
    addLines: ({ agentStatements }) =>
      agentStatements.addLines(DRAFT.id, [
        {
          bookingId: N as BookingId,
          bookingCode: 'BT1',
          reference: 'A-1',
          departsAt: NOW,
          kind: 'SALE',
          gross: paisa(1),
          commission: paisa(0),
          net: paisa(1),
          entryId: DRAFT.upTo,
          at: NOW,
        },
      ]),
    saveDraft: ({ agentStatements }) => agentStatements.saveDraft(DRAFT),
    nextNumber: ({ agentStatements }) => agentStatements.nextNumber(2026),
    lastTotal: ({ agentStatements }) => agentStatements.lastTotal(AGENT),
    add: ({ agentStatements }) =>
      agentStatements.add({
        id: 9_000_001 as AgentStatementId,
        agentId: AGENT,
        agentName: 'Himal',
        year: 2026,
        sequence: 9_000_001,
        from: '2026-11-20',
        until: '2026-11-20',
        madeAt: NOW,
        openingBalance: paisa(0),
        net: paisa(1),
        paid: paisa(0),
        total: paisa(1),
      }),
    open: ({ agentStatements }) => agentStatements.open(AGENT),
    pay: ({ agentStatements }) => agentStatements.pay(AGENT, N as AgentStatementId, NOW),
  },
  agentStatementViews: STATEMENT_READS,
} as const satisfies Calls<
  Stores,
  Pick<
    Stores,
    | 'agents'
    | 'agentKeys'
    | 'agentCompanies'
    | 'companyAgents'
    | 'agentSales'
    | 'agentHolders'
    | 'agentBookings'
    | 'agentPayments'
    | 'agentStatements'
    | 'agentStatementViews'
  >
>;

export const AGENT_VIEW_CALLS = {
  agentViews: {
    find: ({ agentViews }) => agentViews.find(AGENT),
    withOtherWarning: ({ agentViews }) => agentViews.withOtherWarning(),
    list: ({ agentViews }) => agentViews.list({ q: 'himal', status: 'ACTIVE' }, { limit: LIMIT }),
  },
  agentKeyViews: {
    ofDigest: ({ agentKeyViews }) => agentKeyViews.ofDigest(`digest-${N}`),
    find: ({ agentKeyViews }) => agentKeyViews.find(KEY),
    list: ({ agentKeyViews }) => agentKeyViews.list(AGENT, { limit: LIMIT }),
  },
  agentCompanies: {
    maySell: ({ agentCompanies }) => agentCompanies.maySell(AGENT, OPERATOR),
    readsTrip: ({ agentCompanies }) => agentCompanies.readsTrip(AGENT, TRIP),
    list: ({ agentCompanies }) => agentCompanies.list(AGENT),
    of: ({ agentCompanies }) => agentCompanies.of(AGENT),
  },
  companyAgents: {
    find: ({ companyAgents }) => companyAgents.find(OPERATOR, AGENT, DAYS),
    list: ({ companyAgents }) => companyAgents.list(OPERATOR, DAYS, { limit: LIMIT }),
  },
  agentHolderViews: { find: ({ agentHolderViews }) => agentHolderViews.find(AGENT, 'named Asha') },
  agentBookings: {
    list: ({ agentBookings }) => agentBookings.list(AGENT, { reference: 'A-1' }, { limit: LIMIT }),
    find: ({ agentBookings }) => agentBookings.find(AGENT, N as BookingId),
  },
  agentAccountViews: { entries: ({ agentAccountViews }) => agentAccountViews.entries(AGENT, {}, { limit: LIMIT }) },
  agentPaymentViews: { list: ({ agentPaymentViews }) => agentPaymentViews.list(AGENT, { limit: LIMIT }) },
  agentStatementViews: {
    ...STATEMENT_READS,
    ownerOf: ({ agentStatementViews }) => agentStatementViews.ownerOf(N as AgentStatementId),
    list: async ({ agentStatementViews }) => {
      await agentStatementViews.list(AGENT, {}, { limit: LIMIT });
      await agentStatementViews.list(AGENT, { status: 'OPEN' }, { limit: LIMIT, after: [N] });
    },
  },
} as const satisfies Calls<
  Views,
  Pick<
    Views,
    | 'agentViews'
    | 'agentKeyViews'
    | 'agentCompanies'
    | 'companyAgents'
    | 'agentHolderViews'
    | 'agentBookings'
    | 'agentAccountViews'
    | 'agentPaymentViews'
    | 'agentStatementViews'
  >
>;
