import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Combobox } from '../../parts/combobox.tsx';
import { digits } from '../../words/digits.ts';
import { type Found, findAnywhere } from '../parts/found.ts';
import { searched } from '../parts/searched.ts';
import type { Filters } from '../parts/url-state.ts';
import { w } from '../words.ts';

export const userIn = ({ user_id: id }: Filters): { readonly user_id?: number } =>
  /^[1-9]\d{0,8}$/.test(id ?? '') ? { user_id: Number(id) } : {};

const PAUSE_MS = 250;
const LEAST = 2;

interface Props {
  readonly filters: Filters;
  readonly change: (changes: Filters) => void;
}

/** A field that limits a log to the actions of one user, found by name, e-mail or phone. */
export const UserFilter = ({ filters, change }: Props) => (
  <ThingFilter
    label={w.value.admin.logs.user}
    name="user"
    subject={filters['user_id'] ? `user:${filters['user_id']}` : ''}
    isWanted={({ subject }) => subject.startsWith('user:')}
    onSubject={(subject) => change({ user_id: subject.split(':')[1] ?? '' })}
  />
);

/** A field that limits the log to one booking, bus, user or company, found by code, number or name. */
export const SubjectFilter = ({ filters, change }: Props) => (
  <ThingFilter
    label={w.value.admin.logs.subject}
    name="subject"
    subject={filters['subject'] ?? ''}
    isWanted={() => true}
    onSubject={(subject) => change({ subject })}
  />
);

/** The subject of a log entry in the page's language: `booking:12` becomes `Booking 12`. */
export function subjectName(subject: string): string {
  const [type = '', id = ''] = subject.split(':');
  const name = w.value.admin.logs.subjects[type];
  return name === undefined ? '' : `${name} ${digits(id)}`;
}

function ThingFilter({
  label,
  name,
  subject,
  isWanted,
  onSubject,
}: {
  readonly label: string;
  readonly name: string;
  readonly subject: string;
  readonly isWanted: (found: Found) => boolean;
  /**
   * Called with the chosen subject, such as `booking:12`. Called with an empty text when the user empties the filter.
   */
  readonly onSubject: (subject: string) => void;
}) {
  const words = w.value.admin.logs;
  /** The text that the user is typing; undefined after a choice. */
  const typed = useSignal<string | undefined>(undefined);
  const chosen = useSignal('');
  const found = useSignal<readonly Found[]>([]);
  const q = searched(typed.value ?? '');
  useEffect(() => {
    found.value = [];
    if (q.length < LEAST) return undefined;
    const asking = new AbortController();
    const pause = setTimeout(() => {
      void findAnywhere(q, asking.signal).then(
        (things) => (found.value = things.filter(isWanted)),
        // If the search fails, the next letter searches again.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      asking.abort();
    };
  }, [q]);
  return (
    <Combobox
      label={label}
      name={name}
      typed={typed.value ?? (subject === '' ? '' : chosen.value || subjectName(subject))}
      placeholder={words.searchHint}
      listLabel={words.foundList}
      nothing={q.length < LEAST ? words.searchHint : words.empty}
      options={found.value.map((thing) => ({ value: thing.subject, text: thing.title, note: thing.more }))}
      onTyped={(text) => {
        typed.value = text;
        if (text === '') onSubject('');
      }}
      onTaken={(taken) => {
        chosen.value = found.value.find((thing) => thing.subject === taken)?.title ?? '';
        typed.value = undefined;
        onSubject(taken);
      }}
    />
  );
}
