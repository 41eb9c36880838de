import { w } from '../words.ts';

/** The options of a filter, with "all" first. */
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

/** Whether a value from the address is one of the choices. Anybody can edit the address. */
export const isOneOf = <K extends string>(choices: Readonly<Record<K, string>>, value: string): value is K =>
  Object.hasOwn(choices, value);
