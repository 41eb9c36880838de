import type { OperatorId } from '../../core/kernel/ids.ts';

/** Who subscribes: an operator, or anybody. */
export interface Subscriber {
  readonly operatorId: OperatorId | undefined;
}

/**
 * What subscribers may subscribe to: the seats of one trip or of all, and an operator's own notifications. Everything
 * else is refused, and so are wildcards that include it.
 */
export const subscriptionRules = (prefix: string) => {
  const escaped = prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const seats = new RegExp(`^${escaped}/schedules/(#|(\\+|[0-9]+)/seats)$`);
  const notifications = ({ operatorId }: Subscriber): string | undefined =>
    operatorId === undefined ? undefined : `${prefix}/operators/${operatorId}/notifications`;

  return {
    mayRead: (subscriber: Subscriber, filter: string): boolean =>
      seats.test(filter) || filter === notifications(subscriber),
    /** Whether only one operator may read this topic. */
    isPrivate: (topic: string): boolean => !seats.test(topic),
  };
};
