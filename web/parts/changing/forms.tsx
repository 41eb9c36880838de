import { useSignal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import { ChangeKinds } from './kinds.tsx';

/** The radio buttons for the kind of change, and the form of the chosen kind. */
export function ChangeForms<Kind extends string>({
  kinds,
  form,
  words,
  onClose,
}: {
  readonly kinds: readonly Kind[];
  readonly form: (kind: Kind) => ComponentChildren;
  readonly words: {
    readonly change: string;
    readonly what: string;
    readonly kinds: Readonly<Record<Kind, string>>;
    readonly close: string;
  };
  readonly onClose: () => void;
}) {
  const chosen = useSignal<Kind | undefined>(undefined);
  return (
    <section class="card change-panel" aria-label={words.change}>
      <ChangeKinds
        legend={words.what}
        kinds={kinds.map((kind) => [kind, words.kinds[kind]] as const)}
        chosen={chosen.value}
        onChosen={(kind) => (chosen.value = kind)}
      />
      {chosen.value && <Fragment key={chosen.value}>{form(chosen.value)}</Fragment>}
      <button type="button" class="link" onClick={onClose}>
        {words.close}
      </button>
    </section>
  );
}
