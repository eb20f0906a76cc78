import type { Me } from '../../../../contract/people/staff.ts'
import { openScreen, postAuth } from '../auth.ts'

/** The owner of the locked session. */
export type Locked = Pick<Me, 'email' | 'hasPassword'>

/** Nobody is at the screen: no token of the session holds until it is unlocked. Says whose it is. @throws ApiError */
export async function lockSession(): Promise<Locked> {
  return postAuth<Locked>('lock', {})
}

/** @throws ApiError */
export async function unlockSession(password: string): Promise<void> {
  await postAuth('unlock', { password })
  openScreen()
}
