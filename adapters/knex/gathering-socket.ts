import { Socket } from 'node:net';

/**
 * A socket that sends in one go what was written to it in one round of the event loop. Each send wakes the other side, and costs more than
 * what is in it.
 */
export function gatheringSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  let gathering = false;

  const gather = (): void => {
    gathering = true;
    socket.cork();
    setImmediate(() => {
      gathering = false;
      socket.uncork();
    });
  };
  // Not before: to connect gives a socket its ordinary way to write back.
  return socket.once('connect', () => Object.assign(socket, {
    write: (...given: unknown[]) => {
      if (!gathering) gather();
      return write(...given);
    },
  }));
}
