import { Type } from '@sinclair/typebox';
import { toIso } from '../../../core/kernel/time.ts';
import { type Changes, type ShownEntry, SUBJECT_TYPES, TRAIL_KINDS } from '../../../core/platform/trail.ts';
import { moment, nullable } from '../route/fields.ts';

/** A row of the activity log. */
export const activityResponse = Type.Object(
  {
    id: Type.Integer({ examples: [4711] }),
    at: moment(),
    kind: Type.String({
      enum: TRAIL_KINDS,
      description: 'Names the kind of the entry: an object and what was done to it.',
    }),
    actor: Type.Object({
      user_id: nullable(Type.Integer({ examples: [7] })),
      device_id: nullable(
        Type.Integer({
          description: 'Identifies the device of the crew that did it; null if a person or the service did.',
        }),
      ),
      name: nullable(
        Type.String({
          description: 'Names whoever did it, by the name at the time; null for the service itself.',
          examples: ['Sita Rai'],
        }),
      ),
      role: Type.String({ enum: ['PASSENGER', 'OPERATOR', 'ADMIN', 'DEVICE', 'AGENT', 'SYSTEM'] }),
    }),
    operator_id: nullable(
      Type.Integer({
        description: 'Identifies the company that the entry concerns; null if it concerns none.',
        examples: [3],
      }),
    ),
    subject: Type.Object({
      type: Type.String({ enum: SUBJECT_TYPES }),
      id: Type.Integer({ examples: [12] }),
    }),
    changes: Type.Unsafe<Changes>({
      type: 'object',
      description: 'Shows the old and the new value of each field that changed.',
      additionalProperties: { type: 'object', properties: { old: {}, new: {} }, required: ['old', 'new'] },
      examples: [{ bus_name: { old: 'Night Queen', new: 'Night King' } }],
    }),
    description: Type.String({ description: 'Is the sentence to show to a person, with the reason if one was given.' }),
  },
  { title: 'Activity' },
);

export const toActivity = ({
  id,
  at,
  kind,
  actor,
  actorName,
  operatorId,
  subject,
  changes,
  description,
}: ShownEntry) => ({
  id,
  at: toIso(at),
  kind,
  actor: {
    user_id: 'userId' in actor ? actor.userId : null,
    device_id: 'deviceId' in actor ? actor.deviceId : null,
    name: actorName,
    role: actor.role === 'AGENT' && 'userId' in actor ? ('OPERATOR' as const) : actor.role,
  },
  operator_id: operatorId,
  subject: { type: subject.type, id: subject.id },
  changes,
  description,
});

/**
 * An entry of the activity log as the company sees it. The company must not learn which administrator acted, nor which
 * person or key of an agent.
 */
export const toCompanyActivity = (entry: ShownEntry) => {
  const activity = toActivity(entry);
  if (entry.actor.role === 'AGENT')
    return { ...activity, actor: { ...activity.actor, user_id: null, name: entry.agentName, role: 'AGENT' as const } };
  return activity.actor.role === 'ADMIN'
    ? { ...activity, actor: { ...activity.actor, user_id: null, name: 'Administration' } }
    : activity;
};
