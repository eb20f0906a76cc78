/** Whether passkeys can be used here: browsers keep them for addresses that are secure, and that have a name. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
}
