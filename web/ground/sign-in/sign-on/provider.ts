import { tokenFor } from '../../client/api.ts'
import { postAuth } from '../auth.ts'
import { internalPath } from '../guards.ts'

/** The entry for the address that somebody wanted before they went to the hospital's own sign-on. */
const fromEntry = 'lantern.sign-on-from'

/** The address that was wanted before, for another attempt. */
export function wantedBefore(): string | undefined {
  return internalPath(sessionStorage.getItem(fromEntry))
}

/**
 * Leaves for the hospital's own sign-on, which leads back to /sign-in/callback. With one's password the account that is
 * signed in is linked. @throws ApiError
 */
export async function beginSignOn(from: string | undefined, password?: string): Promise<void> {
  const isLinking = password !== undefined
  const token = isLinking ? await tokenFor('read') : undefined
  const { url } = await postAuth<{ url: string }>('sign-on/begin', { isLinking, password }, token)
  sessionStorage.setItem(fromEntry, from ?? '')
  window.location.assign(url)
}

/** Back from there: signs in with what the address says, or links the account. @throws ApiError */
export async function finishSignOn(
  returned: URLSearchParams,
): Promise<{ isLinked: boolean; from?: string | undefined }> {
  const said = Object.fromEntries(
    ['state', 'code', 'iss', 'error'].flatMap((name) => {
      const value = returned.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const { isLinked } = await postAuth<{ isLinked: boolean }>(
    'sign-on/finish',
    { state: '', ...said },
    await tokenFor('read'),
  )
  const from = wantedBefore()
  sessionStorage.removeItem(fromEntry)
  return { isLinked, from }
}

/** The account's own password is its only way in from then on. @throws ApiError */
export async function unlinkSignOn(password: string): Promise<void> {
  await postAuth('sign-on/unlink', { password }, await tokenFor('read'))
}
