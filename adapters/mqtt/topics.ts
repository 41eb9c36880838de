import type { OperatorId, UserId } from '../../core/kernel/ids.ts';

/** A subscriber: a staff member, a device of a company, a passenger, or an anonymous visitor. */
export interface Subscriber {
  readonly operatorId: OperatorId | undefined;
  readonly isDevice?: true;
  /** The passenger who has signed in. */
  readonly passengerId?: UserId;
}

/**
 * Topics that may be subscribed to. Everybody may subscribe to seats, sections, changes and positions of one trip or of
 * all trips. Staff and devices may subscribe to the manifests of their own company. Staff may also subscribe to the
 * company's notifications. A passenger may subscribe to the own offers. Wildcards that include any other topic are
 * refused.
 */
export const subscriptionRules = (prefix: string) => {
  const escaped = prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const trips = new RegExp(`^${escaped}/schedules/(#|(\\+|[0-9]+)/(seats|sections|trip|position))$`);
  const ownTopics = ({ operatorId, isDevice, passengerId }: Subscriber): readonly string[] => [
    ...(passengerId === undefined ? [] : [`${prefix}/passengers/${passengerId}/offers`]),
    ...(operatorId === undefined ? [] : [`${prefix}/operators/${operatorId}/manifests`]),
    ...(operatorId === undefined || isDevice ? [] : [`${prefix}/operators/${operatorId}/notifications`]),
  ];

  return {
    mayRead: (subscriber: Subscriber, filter: string): boolean =>
      trips.test(filter) || ownTopics(subscriber).includes(filter),
    /** Whether only one company or one passenger may read this topic. */
    isPrivate: (topic: string): boolean => !trips.test(topic),
  };
};
