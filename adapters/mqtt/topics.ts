import type { OperatorId } from '../../core/kernel/ids.ts';

/** Who listens: anybody, or an operator. */
export interface Subscriber {
  readonly operatorId: OperatorId | undefined;
}

/** What a subscriber may ask for: the seats of one trip or of all, and an operator's own notifications. Everything else is refused, wildcards over it too. */
export const subscriptionRules = (prefix: string) => {
  const escaped = prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const seats = new RegExp(`^${escaped}/schedules/(#|(\\+|[0-9]+)/seats)$`);
  const notifications = ({ operatorId }: Subscriber): string | undefined =>
    operatorId === undefined ? undefined : `${prefix}/operators/${operatorId}/notifications`;

  return {
    mayRead: (subscriber: Subscriber, filter: string): boolean => seats.test(filter) || filter === notifications(subscriber),
    /** Whether only operators are told on this topic. */
    isPrivate: (topic: string): boolean => !seats.test(topic),
  };
};
