import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { DayField } from '../../parts/day-field.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { gregorian, sambat } from '../../parts/moment.ts';
import { Select } from '../../parts/select.tsx';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { Download } from '../parts/download.tsx';
import { Paged, usePaged } from '../parts/paged.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { type Column, Table } from '../parts/table.tsx';
import { api, may } from '../session.ts';
import { w } from '../words.ts';
import { FileField } from './file-field.tsx';
import { PaperState } from './states.tsx';

type Paper = Schemas['Document'];

const day = (date: string) => (
  <>
    {gregorian(date, { withYear: true })} <span class="faint">{sambat(date)}</span>
  </>
);

const columns = (): readonly Column<Paper>[] => {
  const words = w.value.papers;
  return [
    {
      title: words.paper,
      cell: ({ type, number }) => (
        <span>
          <strong>{words.types[type]}</strong> {number}
        </span>
      ),
    },
    {
      title: words.validity,
      cell: ({ valid_from, valid_until }) => (
        <span>
          {valid_from !== null && (
            <span class="block small">
              {words.from('')}
              {day(valid_from)}
            </span>
          )}
          {valid_until === null ? words.always : day(valid_until)}
        </span>
      ),
    },
    {
      title: words.state,
      cell: (paper) => (
        <span>
          <PaperState of={paper} />
          {paper.rejection_reason !== null && <span class="block small">{paper.rejection_reason}</span>}
        </span>
      ),
    },
    {
      title: words.file,
      cell: ({ id, file_name }) =>
        file_name === null ? (
          <span class="faint">{words.noFile}</span>
        ) : (
          <Download address={`/api/operator/documents/${id}/file`} name={file_name}>
            {words.download}
          </Download>
        ),
    },
  ];
};

/** A bus's papers, and the form that adds one. */
export function Papers({ bus, onChange }: { readonly bus: number; readonly onChange: () => unknown }) {
  const paging = usePaged(
    {},
    (options) => api.get('/api/operator/buses/{id}/documents', { path: { id: bus }, ...options }),
    [bus],
  );
  const words = w.value.papers;
  return (
    <section class="card" aria-labelledby="papers">
      <h2 id="papers">{words.title}</h2>
      <Paged of={paging} empty={<p class="faint">{words.none}</p>}>
        {(rows) => <Table label={words.title} columns={columns()} rows={rows} keyOf={({ id }) => id} />}
      </Paged>
      {may('MANAGER') && (
        <Upload
          bus={bus}
          papers={paging.state.value.is === 'here' ? paging.state.value.value.results : []}
          onUploaded={async () => {
            await paging.again();
            onChange();
          }}
        />
      )}
    </section>
  );
}

const NOTHING = { type: 'REGISTRATION', number: '', valid_from: '', valid_until: '' };

/** The kind of paper that the form offers after one was added: the next one that the bus does not have. */
function nextKind(added: string, papers: readonly Paper[]): string {
  const kinds = Object.keys(w.value.papers.types);
  const at = kinds.indexOf(added);
  const missing = [...kinds.slice(at + 1), ...kinds.slice(0, at)].find(
    (kind) => !papers.some(({ type, status }) => type === kind && status !== 'REJECTED'),
  );
  return missing ?? NOTHING.type;
}

function Upload({
  bus,
  papers,
  onUploaded,
}: {
  readonly bus: number;
  readonly papers: readonly Paper[];
  readonly onUploaded: () => Promise<void>;
}) {
  const sending = useSending();
  const form = useForm(NOTHING);
  useKeptFields(`papers-${bus}`, 'new', { typed: form.typed });
  const file = useSignal<File | undefined>(undefined);
  /** The key of the file input. A page cannot empty a file input, so a new key replaces the input by an empty one. */
  const round = useSignal(0);
  const words = w.value.papers;
  const field = (name: keyof typeof NOTHING) => form.field(name, sending.errorOf);

  const upload = async (): Promise<void> => {
    if (!file.value) {
      // Reports the missing number here, because without a file the service would report only the missing file.
      const number = form.typed.value.number.trim() === '' ? { number: 'is required' } : {};
      sending.refuse('', { ...number, file: words.fileMissing });
      return;
    }
    const body = new FormData();
    for (const [name, value] of Object.entries(form.typed.value)) if (value !== '') body.append(name, value);
    body.append('file', file.value);
    await api.raw(`/api/operator/buses/${bus}/documents`, { method: 'POST', body });
    form.change({ ...NOTHING, type: nextKind(form.typed.value.type, papers) });
    file.value = undefined;
    round.value += 1;
    toast(words.uploaded);
    await onUploaded();
  };

  return (
    <Form sending={sending} label={words.upload} onSend={upload}>
      <hr class="perforation" />
      <div class="filters">
        <Select label={words.paper} {...field('type')}>
          {Object.entries(words.types).map(([type, title]) => (
            <option key={type} value={type}>
              {type === 'POLLUTION' ? `${title} (${words.optional})` : title}
            </option>
          ))}
        </Select>
        <Field label={words.number} maxLength={60} spellcheck={false} {...field('number')} />
        <DayField label={words.validFrom} required={false} {...field('valid_from')} />
        <DayField label={words.validUntil} required={false} {...field('valid_until')} />
      </div>
      <FileField
        key={round.value}
        label={words.file}
        accept="application/pdf,image/jpeg,image/png"
        hint={words.fileHint}
        error={sending.errorOf('file')}
        onFile={(chosen) => (file.value = chosen)}
      />
      <SendButton sending={sending} class="">
        {words.upload}
      </SendButton>
    </Form>
  );
}
