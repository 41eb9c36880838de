import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { digits } from '../../words/digits.ts';
import { w } from '../../words/seat-map.ts';
import { type States, changesBetween } from './grid.ts';

/** The most seats that the message names. If there are more seats, the message says how many. */
const MOST_NAMED = 3;

/** Announces to screen readers which seats others took or released, except lost seats that the user had chosen. */
export function SeatNews({ states, selected }: { readonly states: States; readonly selected: ReadonlySet<string> }) {
  const before = useRef<States>(new Map());
  const chosenBefore = useRef(selected);
  const said = useSignal('');
  useEffect(() => {
    const { lost, freed } = changesBetween(before.current, states);
    const ofOthers = lost.filter((seat) => !chosenBefore.current.has(seat));
    before.current = states;
    chosenBefore.current = selected;
    const { nowTaken, nowTakenMany, nowFree, nowFreeMany } = w.value;
    const sentence = (
      seats: readonly string[],
      named: (seats: string) => string,
      counted: (count: string) => string,
    ) => (seats.length > MOST_NAMED ? counted(digits(seats.length)) : named(seats.join(', ')));
    const news = [
      ...(ofOthers.length > 0 ? [sentence(ofOthers, nowTaken, nowTakenMany)] : []),
      ...(freed.length > 0 ? [sentence(freed, nowFree, nowFreeMany)] : []),
    ];
    if (news.length > 0) said.value = news.join(' ');
  });
  return (
    <p class="seat-news" role="status">
      {said.value}
    </p>
  );
}
