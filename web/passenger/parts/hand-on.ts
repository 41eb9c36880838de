/**
 * Hands an address on through the phone's own dialog. Without such a dialog, copies the address. Older browsers, and
 * pages without https, can do neither.
 */
export async function handOn(title: string, url: string): Promise<'handed on' | 'copied' | 'neither'> {
  const { share, clipboard } = navigator as Partial<Pick<Navigator, 'share' | 'clipboard'>>;
  if (share) {
    // Ignores the error when the user closes the dialog without sharing.
    await share.call(navigator, { title, url }).catch(() => undefined);
    return 'handed on';
  }
  const isCopied = await clipboard?.writeText(url).then(
    () => true,
    () => false,
  );
  return isCopied === true ? 'copied' : 'neither';
}
