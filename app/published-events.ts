import { appendFile, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedEvent } from '../core/audit/losses.ts';
import { type Clock, type Instant, toIso } from '../core/kernel/time.ts';
import type { Announcement, Notifier } from '../core/platform/outbox.ts';

/** The newer and the older file, one event a line. Together they hold some ten thousand events. */
const [FILE, OLDER] = ['published-events.log', 'published-events.1.log'];
const MOST_BYTES = 4 * 1_024 * 1_024;
const WRITE_EVERY_MS = 500;

/** Remembers in DATA_DIR which events were published, whatever becomes of the database. */
export interface PublishedEvents {
  /** Publishes by `notifier`, and remembers what it has taken. */
  readonly around: (notifier: Notifier) => Notifier;
  readonly close: () => Promise<void>;
}

export function rememberPublished(folder: string, clock: Clock): PublishedEvents {
  const file = join(folder, FILE);
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  // A folder that takes no file is told of elsewhere. Publishing goes on.
  const write = async (): Promise<void> => {
    timer = undefined;
    const text = lines.join('');
    lines = [];
    if (text === '') return;
    await appendFile(file, text, { mode: 0o600 }).catch(() => undefined);
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    if (size > MOST_BYTES) await rename(file, join(folder, OLDER)).catch(() => undefined);
  };

  return {
    around: (notifier) => ({
      ...notifier,
      async publish(announcement) {
        await notifier.publish(announcement);
        lines.push(lineOf(announcement, clock()));
        timer ??= setTimeout(() => void write(), WRITE_EVERY_MS);
      },
    }),
    close: () => {
      clearTimeout(timer);
      return write();
    },
  };
}

const lineOf = ({ topic, payload }: Announcement, at: Instant): string =>
  `${toIso(at)} ${(JSON.parse(payload) as { readonly event_id?: string }).event_id ?? ''} ${topic}\n`;

/** The events that processes with this folder have published, oldest first. Empty if the folder has none. */
export async function readPublished(folder: string): Promise<readonly PublishedEvent[]> {
  const texts = await Promise.all([OLDER, FILE].map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  return texts.flatMap((text) => text.split('\n')).flatMap(eventOf);
}

/** The event of a line. A crash may have cut a line. */
function eventOf(line: string): readonly PublishedEvent[] {
  const [moment = '', id = '', topic = ''] = line.split(' ');
  const at = Date.parse(moment);
  return Number.isNaN(at) || id === '' || topic === '' ? [] : [{ id, topic, at: at as Instant }];
}
