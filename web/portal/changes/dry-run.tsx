import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { sentenceFor } from '../../parts/problem-text.ts';
import { w as shared } from '../../words/shared.ts';
import { w } from '../words.ts';

export type Consequences = Schemas['Consequences'];

export type Outlook =
  | { readonly is: 'nothing' }
  | { readonly is: 'asking' }
  | { readonly is: 'known'; readonly consequences: Consequences }
  | { readonly is: 'refused'; readonly sentence: string; readonly fields: Problem['fields'] };

const PAUSE_MS = 250;

/**
 * Asks the service for the consequences of a change whenever `wish` changes. While the form is incomplete, `wish` is
 * undefined and nothing is requested.
 */
export function useDryRun(wish: unknown, ask: () => Promise<Consequences>): ReadonlySignal<Outlook> {
  const outlook = useSignal<Outlook>({ is: 'nothing' });
  useEffect(() => {
    if (wish === undefined) {
      outlook.value = { is: 'nothing' };
      return;
    }
    let isOld = false;
    outlook.value = { is: 'asking' };
    const show = (next: Outlook): void => {
      if (!isOld) outlook.value = next;
    };
    const timer = setTimeout(
      () =>
        void ask().then(
          (consequences) => show({ is: 'known', consequences }),
          (error: unknown) =>
            show({ is: 'refused', sentence: sentenceFor(error), fields: error instanceof Problem ? error.fields : {} }),
        ),
      PAUSE_MS,
    );
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [JSON.stringify(wish)]);
  return outlook;
}

/** The consequences of the change that the user wants, once they are known. */
export const consequencesIn = (outlook: Outlook): Consequences | undefined =>
  outlook.is === 'known' ? outlook.consequences : undefined;

/** The service's error for a field of the form; undefined if there is none. */
export const errorIn = (outlook: Outlook, field: string): string | undefined =>
  outlook.is === 'refused' && outlook.fields[field] ? shared.value.wrong(outlook.fields[field]) : undefined;

/** Shows the consequences of a change once they are known. */
export const WhatHappens = ({
  outlook,
  first,
  children,
}: {
  readonly outlook: Outlook;
  /** A sentence that says which fields to fill in first. */
  readonly first?: string;
  readonly children: (consequences: Consequences) => ComponentChildren;
}) => (
  <div class="what-happens" aria-live="polite">
    {outlook.is === 'nothing' && <p class="faint">{first}</p>}
    {outlook.is === 'asking' && <p class="faint">{w.value.trip.asking}</p>}
    {outlook.is === 'refused' && <p class="notice bad">{outlook.sentence}</p>}
    {outlook.is === 'known' && children(outlook.consequences)}
  </div>
);
