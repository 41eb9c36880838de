import type pg from 'pg';

/** A message of the protocol: its type, and its bytes with type and length. */
export interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The effect of a group of messages on other actors. */
export interface Effect {
  /**
   * A read changes nothing and locks nothing. Others see a write when its transaction ends. A group that ends a
   * transaction with writes is a commit.
   */
  readonly kind: 'read' | 'write' | 'commit';
  /** The tables that the group reads, changes or locks. */
  readonly uses: ReadonlySet<string>;
  /** The tables that a write changes or locks. Those of a commit are of its whole transaction. */
  readonly changes: ReadonlySet<string>;
  /** Tables with rows that a write locks in a shared way. */
  readonly shares: ReadonlySet<string>;
}

/** The tables that a change of a table's rows reaches. */
interface Reached {
  /** The table, and those that its triggers use. */
  readonly changes: Set<string>;
  /** Tables with rows that its foreign keys share. */
  readonly shares: Set<string>;
}
export type Reach = ReadonlyMap<string, Reached>;

/** Stands among the tables for locks that are no rows. */
const ADVISORY = 'pg_advisory';

/** Tables to which rows are only added. Two transactions that add rows do not notice each other. */
const LOGS = ['activity_log', 'outbox', 'mail_queue', 'sms_queue', 'feed_events'];

const TARGET = /\b(?:insert into|update|delete from|merge into)\s+"?(\w+)/gi;
const LOCKS_ALL = /\bfor (no key )?update\b/i;

/** The tables in a text that a statement changes or locks, of those in `names`. */
function changedIn(text: string, names: { readonly has: (name: string) => boolean }): readonly string[] {
  const found = LOCKS_ALL.test(text)
    ? wordsIn(text)
    : [...text.matchAll(TARGET)].map(([, name]) => name!.toLowerCase());
  return found.filter((name) => names.has(name));
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[a-z_]+/g) ?? [];

/** Reads from the catalogue of Postgres which tables reach which others. */
export async function reachOf(client: pg.Client): Promise<Reach> {
  const { rows } = await client.query<{ name: string; triggers: string; parents: string }>(
    `select c.relname as name,
       (select coalesce(string_agg(p.prosrc, ' '), '') from pg_trigger t join pg_proc p on p.oid = t.tgfoid
         where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
       (select coalesce(string_agg(f.confrelid::regclass::text, ' '), '') from pg_constraint f
         where f.conrelid = c.oid and f.contype = 'f') as parents
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  const names = new Set(rows.map(({ name }) => name));
  const reach = new Map(
    rows.map(({ name, triggers, parents }): [string, Reached] => [
      name,
      {
        changes: new Set([name, ...changedIn(triggers, names)]),
        shares: new Set(parents.split(' ').filter((parent) => names.has(parent))),
      },
    ]),
  );
  // A trigger's change may have triggers.
  for (const { changes, shares } of reach.values())
    for (const name of changes) {
      for (const further of reach.get(name)!.changes) changes.add(further);
      for (const further of reach.get(name)!.shares) shares.add(further);
    }
  return reach;
}

const areApart = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].every((name) => !other.has(name));

/**
 * Whether the order of two groups of different actors makes no difference. A transaction does not see what another one
 * has not committed, so that a read commutes with a write.
 */
export function commute(one: Effect, other: Effect): boolean {
  if (one.kind === 'commit') return areApart(one.changes, other.uses) && areApart(other.changes, one.uses);
  if (other.kind === 'commit') return commute(other, one);
  return (
    one.kind === 'read' ||
    other.kind === 'read' ||
    (areApart(one.changes, other.changes) && areApart(one.changes, other.shares) && areApart(one.shares, other.changes))
  );
}

const SHARES = /\bfor (key )?share\b/i;
const FIRES = /\b(insert|delete|merge|update \w+ (\w+ )?set)\b/i;
const ADDS = /^\s*insert into (\w+)/i;

/** Reads the statements of one connection, to tell the effects of its groups. */
export function statementsOf(reach: Reach) {
  /** The texts of prepared statements, by name. */
  const prepared = new Map<string, string>();
  const fresh = () => ({ changes: new Set<string>(), shares: new Set<string>() });
  let isInTransaction = false;
  let ofTransaction = fresh();
  let [group, uses, kind] = [fresh(), new Set<string>(), 'read' as Effect['kind']];

  /** The texts in a message, which end with a zero each. */
  const textsIn = ({ bytes }: Message): readonly string[] => bytes.toString('utf8', 5).split('\0');

  const add = (changes: Iterable<string>, shares: Iterable<string>): void => {
    for (const name of changes) for (const names of [ofTransaction.changes, group.changes, uses]) names.add(name);
    for (const name of shares) for (const names of [ofTransaction.shares, group.shares, uses]) names.add(name);
    if (kind === 'read') kind = isInTransaction ? 'write' : 'commit';
  };

  function note(text: string): void {
    if (/^begin\b/i.test(text)) {
      isInTransaction = true;
      ofTransaction = fresh();
      return;
    }
    if (/^(commit|rollback)\b/i.test(text)) {
      if (ofTransaction.changes.size + ofTransaction.shares.size > 0) kind = 'commit';
      group = ofTransaction;
      for (const name of [...ofTransaction.changes, ...ofTransaction.shares]) uses.add(name);
      isInTransaction = false;
      return;
    }
    const words = wordsIn(text);
    const tables = words.filter((word) => reach.has(word));
    for (const name of tables) uses.add(name);
    const changed = changedIn(text, reach);
    const isLogged = LOGS.includes(ADDS.exec(text)?.[1] ?? '');
    // A lock alone runs no triggers.
    const reached = FIRES.test(text) ? changed.map((name) => reach.get(name)!) : [];
    const changes = [...changed, ...reached.flatMap((one) => [...one.changes])].filter(
      (name) => !isLogged || !LOGS.includes(name),
    );
    if (words.some((word) => word.startsWith(ADVISORY))) changes.push(ADVISORY);
    const shares = reached.flatMap((one) => [...one.shares]);
    if (SHARES.test(text)) shares.push(...tables);
    if (changes.length + shares.length > 0) add(changes, shares);
  }

  return {
    /** Takes a message of the client. */
    add(message: Message): void {
      const texts = message.type === 'Q' || message.type === 'P' || message.type === 'B' ? textsIn(message) : [];
      if (message.type === 'Q') note(texts[0]!);
      if (message.type === 'P') prepared.set(texts[0]!, texts[1]!);
      if (message.type === 'B') note(prepared.get(texts[1]!) ?? '');
    },
    /** Ends a group, and tells its effect. */
    end(): Effect {
      const effect = { ...group, kind, uses };
      [group, uses, kind] = [fresh(), new Set(), 'read'];
      return effect;
    },
  };
}
