import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Problem } from '../api/problem.ts';
import { w } from '../words/shared.ts';
import { Attempts } from './fresh-error.ts';
import { sentenceFor } from './problem-text.ts';

export interface Sending {
  readonly isBusy: ReadonlySignal<boolean>;
  /** The error above the form; empty when there is none. */
  readonly sentence: ReadonlySignal<string>;
  /** Error messages, keyed by the name of the request's field. */
  readonly wrong: ReadonlySignal<Readonly<Record<string, string>>>;
  readonly errorOf: (field: string) => string | undefined;
  /** Runs `work` unless earlier work is still running. Never clears what the user typed. */
  readonly send: (work: () => Promise<unknown>) => Promise<void>;
  /** Shows an error that the page itself found, above the form and at the named fields. */
  readonly refuse: (sentence: string, fields?: Readonly<Record<string, string>>) => void;
}

/** Sends a form, never twice at the same time. Shows refusals above the form and at the fields. */
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

/** A request's field in plain words: `boarding_points[0].minutes` becomes `boarding points 0 minutes`. */
const plain = (field: string): string => field.replace(/[._[\]]+/g, ' ').trim();

/** A form that is sent by script, with an error message above. The first wrong field gets the focus. */
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
  const attempts = useSignal(0);
  /** Typing removes the error above the form, unless another field is still wrong. */
  const clear = (): void => {
    if (sending.sentence.peek() && !form.current?.querySelector('[aria-invalid=true]')) sending.refuse('');
  };
  useEffect(() => {
    const faults = Object.entries(sending.wrong.value);
    if (faults.length === 0) return;
    const focus = (): boolean => {
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      wrong?.focus();
      return Boolean(wrong);
    };
    focus();
    // Waits for the next frame, because some fields show their error only then.
    const frame = requestAnimationFrame(() => {
      // Errors about fields that the form does not have are shown above the form.
      if (!focus() && !form.current?.querySelector('.field-error'))
        sending.refuse(
          faults.map(([field, said]) => `${plain(field)}: ${w.value.wrong(said)}`).join(' '),
          sending.wrong.peek(),
        );
    });
    return () => cancelAnimationFrame(frame);
  }, [sending.wrong.value]);
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onInput={() => {
        // An error that comes after this letter stays, even if Enter follows the letter at once.
        if (sending.sentence.peek()) requestAnimationFrame(clear);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        attempts.value += 1;
        void sending.send(onSend);
      }}
    >
      <Refused sentence={sending.sentence} />
      <Attempts.Provider value={attempts}>{children}</Attempts.Provider>
    </form>
  );
}

/** An error message that screen readers read out. */
export function Refused({ sentence }: { readonly sentence: ReadonlySignal<string> }) {
  const place = useRef<HTMLDivElement>(null);
  // Scrolls the error into view, because the pressed button may be far below it.
  useEffect(() => {
    if (sentence.value) place.current?.scrollIntoView({ block: 'nearest' });
  }, [sentence.value]);
  return (
    <div ref={place} role="alert">
      {sentence.value && <p class="notice bad">{sentence.value}</p>}
    </div>
  );
}

/** The button that sends a form. Keeps its size during the request. */
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
