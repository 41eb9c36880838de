import type { OperatorId } from '../../core/kernel/ids.ts';

/** A subscriber: a staff member, a device of a company, or an anonymous visitor. */
export interface Subscriber {
  readonly operatorId: OperatorId | undefined;
  readonly isDevice?: true;
}

/**
 * Topics that may be subscribed to. Everybody may subscribe to seats, sections and changes of one trip or of all trips.
 * Staff and devices may subscribe to their own company's manifests. Staff may also subscribe to the company's
 * notifications. Wildcards that include any other topic are refused.
 */
export const subscriptionRules = (prefix: string) => {
  const escaped = prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const trips = new RegExp(`^${escaped}/schedules/(#|(\\+|[0-9]+)/(seats|sections|trip))$`);
  const ownTopics = ({ operatorId, isDevice }: Subscriber): readonly string[] =>
    operatorId === undefined
      ? []
      : [
          `${prefix}/operators/${operatorId}/manifests`,
          ...(isDevice ? [] : [`${prefix}/operators/${operatorId}/notifications`]),
        ];

  return {
    mayRead: (subscriber: Subscriber, filter: string): boolean =>
      trips.test(filter) || ownTopics(subscriber).includes(filter),
    /** Whether only one company may read this topic. */
    isPrivate: (topic: string): boolean => !trips.test(topic),
  };
};
