import { isId } from '../../../core/kernel/ids.ts';
import { type Subject, type SubjectType, SUBJECT_TYPES } from '../../../core/platform/trail.ts';
import { text } from './fields.ts';
import type { Filter } from './list-route.ts';

const isType = (word: string): word is SubjectType => (SUBJECT_TYPES as readonly string[]).includes(word);

/** The filter by the object that an entry of the activity log is about, such as `bus:12`. */
export const subjectFilter: Filter<Subject> = {
  schema: text({
    description: `Limits the list to entries about this object, named as \`bus:12\`: one of ${SUBJECT_TYPES.join(', ')}, and its id.`,
  }),
  read: (given) => {
    const [, type = '', digits = ''] = /^([a-z]+):([0-9]+)$/.exec(given) ?? [];
    return isType(type) && isId(Number(digits))
      ? { value: { type, id: Number(digits) } }
      : { fault: 'must be a kind of object and an id, such as bus:12' };
  },
};
