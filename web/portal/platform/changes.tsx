import { w } from '../words.ts';
import { loggedValue } from './logged-value.ts';

interface Change {
  readonly old?: unknown;
  readonly new?: unknown;
}

/** The most fields that are shown without a click. A new timetable has thirteen. */
const MOST_SHOWN = 4;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Shows the old and the new value of each changed field side by side. If the log entry is about a new object, there are
 * no old values. Empty fields are left out. More than MOST_SHOWN fields are folded.
 */
export function Changes({ of: changes }: { readonly of: Readonly<Record<string, unknown>> }) {
  const fields = (Object.entries(changes) as [string, Change][]).filter(
    ([, change]) => !isEmpty(change.old) || !isEmpty(change.new),
  );
  if (fields.length === 0) return null;
  if (fields.length <= MOST_SHOWN) return <ChangeTable fields={fields} />;
  return (
    <details class="small">
      <summary>{w.value.admin.logs.fieldCount(fields.length)}</summary>
      <ChangeTable fields={fields} />
    </details>
  );
}

function ChangeTable({ fields }: { readonly fields: readonly (readonly [string, Change])[] }) {
  const words = w.value.admin.logs;
  const isNew = fields.every(([, change]) => isEmpty(change.old));
  return (
    <table class="log-changes small" aria-label={words.changes}>
      <thead>
        <tr>
          {[words.field, ...(isNew ? [] : [words.before]), words.after].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(([field, change]) => (
          <tr key={field}>
            <th scope="row">{words.fields[field] ?? field.replace(/_id$/, '').replaceAll('_', ' ')}</th>
            {!isNew && (
              <td>
                <del>{loggedValue(field, change.old)}</del>
              </td>
            )}
            <td>
              <ins>{loggedValue(field, change.new)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
