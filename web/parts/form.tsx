import { useSignal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Problem } from '../api/problem.ts';
import { w } from '../words/shared.ts';
import { sentenceFor } from './problem-text.ts';

export interface Sending {
  readonly isBusy: ReadonlySignal<boolean>;
  /** What is said above the form; empty while all is well. */
  readonly sentence: ReadonlySignal<string>;
  /** What is wrong with which field of the request, by their names. */
  readonly wrong: ReadonlySignal<Readonly<Record<string, string>>>;
  readonly errorOf: (field: string) => string | undefined;
  /** Does the work, once at a time. What is typed stays, whatever comes of it. */
  readonly send: (work: () => Promise<unknown>) => Promise<void>;
  /** Says something of our own that is wrong, and with which fields. */
  readonly refuse: (sentence: string, fields?: Readonly<Record<string, string>>) => void;
}

/** How a form is sent: once at a time, with refusals at their fields and in a sentence. */
export function useSending(): Sending {
  const isBusy = useSignal(false);
  const sentence = useSignal('');
  const fields = useSignal<Readonly<Record<string, string>>>({});
  const running = useRef(false);
  return {
    isBusy,
    sentence,
    wrong: fields,
    errorOf: (field) => (fields.value[field] ? w.value.wrong(fields.value[field]) : undefined),
    refuse: (words, wrong = {}) => {
      sentence.value = words;
      fields.value = wrong;
    },
    send: async (work) => {
      if (running.current) return;
      running.current = isBusy.value = true;
      sentence.value = '';
      fields.value = {};
      try {
        await work();
      } catch (error) {
        sentence.value = sentenceFor(error);
        if (error instanceof Problem) fields.value = error.fields;
      } finally {
        running.current = isBusy.value = false;
      }
    },
  };
}

/** A form that never leaves the page, with its refusal above it. What is wrong first has the focus. */
export function Form({
  sending,
  onSend,
  children,
  label,
}: {
  readonly sending: Sending;
  readonly onSend: () => Promise<unknown>;
  readonly children: ComponentChildren;
  readonly label?: string;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const [first] = Object.entries(sending.wrong.value);
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    // What is wrong with something that has no field here is said above the form.
    if (first && !form.current?.querySelector('[aria-invalid=true], .field-error'))
      sending.refuse(`${first[0]} ${w.value.wrong(first[1])}`, sending.wrong.value);
  }, [sending.wrong.value]);
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void sending.send(onSend);
      }}
    >
      <Refused sentence={sending.sentence} />
      {children}
    </form>
  );
}

/** The sentence of a refusal, read out when it comes. */
export function Refused({ sentence }: { readonly sentence: ReadonlySignal<string> }) {
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed may be a long form further down.
  useEffect(() => {
    if (sentence.value) place.current?.scrollIntoView({ block: 'nearest' });
  }, [sentence.value]);
  return (
    <div ref={place} role="alert">
      {sentence.value && <p class="notice bad">{sentence.value}</p>}
    </div>
  );
}

/** The button that sends a form; it stays where it is while the answer is on its way. */
export const SendButton = ({
  sending,
  children,
  class: name = 'main',
}: {
  readonly sending: Sending;
  readonly children: ComponentChildren;
  readonly class?: string;
}) => (
  <button type="submit" class={name} aria-busy={sending.isBusy.value} aria-disabled={sending.isBusy.value}>
    {children}
  </button>
);
