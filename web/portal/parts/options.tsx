import { w } from '../words.ts';

/** The options of a filter's select field, with "all" first. */
export const Options = ({ of }: { readonly of: Readonly<Record<string, string>> }) => (
  <>
    <option value="">{w.value.lists.all}</option>
    {Object.entries(of).map(([value, title]) => (
      <option key={value} value={value}>
        {title}
      </option>
    ))}
  </>
);

/** Whether a value is one of the choices. Values come from the page's address, which anybody can edit. */
export const isOneOf = <K extends string>(choices: Readonly<Record<K, string>>, value: string): value is K =>
  Object.hasOwn(choices, value);
