import { openScreen, postAuth } from '../auth.ts'

/** Nobody is at the screen: no token of the session holds until it is unlocked. Says whose it is. @throws ApiError */
export async function lockSession(): Promise<{ email: string }> {
  return postAuth<{ email: string }>('lock', {})
}

/** @throws ApiError */
export async function unlockSession(password: string): Promise<void> {
  await postAuth('unlock', { password })
  openScreen()
}
