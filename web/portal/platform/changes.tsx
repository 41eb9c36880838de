import { w } from '../words.ts';

interface Change {
  readonly old?: unknown;
  readonly new?: unknown;
}

/** Shows the old and the new value of each changed field side by side. */
export function Changes({ of: changes }: { readonly of: Readonly<Record<string, unknown>> }) {
  const words = w.value.admin.logs;
  const fields = Object.entries(changes) as [string, Change][];
  if (fields.length === 0) return null;
  return (
    <table class="log-changes small" aria-label={words.changes}>
      <thead>
        <tr>
          {[words.field, words.before, words.after].map((title) => (
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
            <td>
              <del>{said(change.old)}</del>
            </td>
            <td>
              <ins>{said(change.new)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const said = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string') return value;
  const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  return isPlainList ? value.join(', ') || '–' : JSON.stringify(value);
};
