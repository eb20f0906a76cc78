import { openScreen, postAuth } from '../auth.ts'

/** Nobody is at the screen: no token of the session holds until it is unlocked. @throws ApiError */
export async function lockSession(): Promise<void> {
  await postAuth('lock', {})
}

/** @throws ApiError */
export async function unlockSession(password: string): Promise<void> {
  await postAuth('unlock', { password })
  openScreen()
}
