import { useSignal } from '@preact/signals';
import { dayAndTime } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { PageTitle } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { usePaged } from '../parts/paged.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { Question } from '../parts/question.tsx';
import type { Column } from '../parts/table.tsx';
import { w } from '../words.ts';
import { type Key, type KeyCalls, type NewKey, OWN_KEYS } from './key-calls.ts';
import { KeyShown, NewKeyForm } from './new-key.tsx';

/** The page of the agent's own keys. */
export const KeysPage = () => {
  const words = w.value.agency.keys;
  return (
    <>
      <PageTitle small={words.text}>{words.title}</PageTitle>
      <Keys of={OWN_KEYS} />
    </>
  );
};

type Act = 'rotate' | 'suspend' | 'activate' | 'remove';

/** An agent's keys, with the buttons that make, replace, suspend and delete them. */
export function Keys({ of: keys }: { readonly of: KeyCalls }) {
  const words = w.value.agency.keys;
  const paging = usePaged({}, keys.list);
  const isAdding = useSignal(false);
  const made = useSignal<NewKey | undefined>(undefined);
  const asked = useSignal<{ readonly key: Key; readonly act: Act } | undefined>(undefined);
  const show = async (key: NewKey): Promise<void> => {
    isAdding.value = false;
    asked.value = undefined;
    made.value = key;
    await paging.again();
  };
  const close = (): void => void (asked.value = undefined);
  const run = async (act: Act, { id, label }: Key): Promise<void> => {
    if (act === 'rotate') return show(await keys.rotate(id));
    await (act === 'remove' ? keys.remove(id) : keys.setStatus(id, act === 'suspend' ? 'SUSPENDED' : 'ACTIVE'));
    close();
    toast(words.done[act](label));
    await paging.again();
    return undefined;
  };
  const question = asked.value;
  return (
    <>
      <p>
        <button type="button" class="main" onClick={() => (isAdding.value = true)}>
          {words.newKey}
        </button>
      </p>
      <PagedTable
        label={words.title}
        of={paging}
        columns={columns((key, act) => (asked.value = { key, act }))}
        empty={words.none}
        hint={words.noneText}
      />
      {isAdding.value && <NewKeyForm add={keys.add} onMade={show} onClose={() => (isAdding.value = false)} />}
      {made.value && <KeyShown made={made.value} onClose={() => (made.value = undefined)} />}
      {question && (
        <Question
          key={`${question.key.id} ${question.act}`}
          title={words.ask[question.act](question.key.label)}
          yes={words.acts[question.act]}
          no={words.keep}
          onNo={close}
          onYes={() => run(question.act, question.key)}
        >
          <p>{words.consequences[question.act]}</p>
        </Question>
      )}
    </>
  );
}

function columns(onAct: (key: Key, act: Act) => void): readonly Column<Key>[] {
  const words = w.value.agency.keys;
  const moment = (at: string | null): string => (at === null ? words.never : dayAndTime(at));
  return [
    {
      title: words.label,
      cell: ({ label, starts_with }) => (
        <span>
          <strong>{label}</strong>
          <span class="block faint">{starts_with}…</span>
        </span>
      ),
    },
    { title: words.mayDo, cell: ({ scopes }) => scopes.map((scope) => words.scopes[scope]).join(', ') },
    {
      title: words.dailyLimit,
      isNumber: true,
      cell: ({ daily_amount }) => (daily_amount === null ? words.noLimit : money(daily_amount)),
    },
    { title: words.lastUsed, cell: ({ last_used_at }) => moment(last_used_at) },
    { title: words.state, cell: (key) => <State of={key} /> },
    {
      title: words.change,
      isAction: true,
      cell: (key) => (
        <span class="row">
          {actsOn(key).map((act) => (
            <button
              key={act}
              type="button"
              class="link"
              aria-label={`${words.acts[act]} ${key.label}`}
              onClick={() => onAct(key, act)}
            >
              {words.acts[act]}
            </button>
          ))}
        </span>
      ),
    },
  ];
}

/** The actions on a key. The service rotates only active keys without an end. */
const actsOn = ({ status, expires_at }: Key): readonly Act[] =>
  status === 'SUSPENDED'
    ? ['activate', 'remove']
    : [...(expires_at === null ? (['rotate'] as const) : []), 'suspend', 'remove'];

function State({ of: { status, expires_at } }: { readonly of: Key }) {
  const words = w.value.agency.keys;
  if (status === 'SUSPENDED') return <span class="badge bad">{words.statuses.SUSPENDED}</span>;
  return expires_at === null ? (
    <span class="badge good">{words.statuses.ACTIVE}</span>
  ) : (
    <span class="badge wait">{words.until(dayAndTime(expires_at))}</span>
  );
}
