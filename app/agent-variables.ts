import { variable } from './variable.ts';
import { webUrl, whole } from './variable-readers.ts';

/** The environment variables about agents, who sell on account. */
export const AGENT_VARIABLES = {
  AGENT_REQUESTS_PER_MINUTE: variable(
    '600',
    whole(1, 1_000_000),
    'How many requests an agent’s key, or one of its people, may send in a minute.',
  ),
  AGENT_HELD_SEATS: variable('200', whole(1, 100_000), 'The most seats that customers of an agent hold at a time.'),
  AGENT_SANDBOX_URL: variable(
    undefined,
    webUrl,
    'The sandbox of this service, where agents try their programs. Named to callers who use a key of a sandbox.',
  ),
} as const;
