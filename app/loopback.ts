const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Whether the URL names the machine on which somebody opens the URL, such as localhost. */
export const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

/** Whether only this machine can reach the address. */
export const isLoopbackHost = (host: string): boolean => host === '::1' || LOOPBACK.test(host);
