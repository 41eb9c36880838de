const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Whether a URL leads to the machine on which it is used. */
export const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

/** True if the address can be reached from this machine only. */
export const isLoopbackHost = (host: string): boolean => host === '::1' || LOOPBACK.test(host);
