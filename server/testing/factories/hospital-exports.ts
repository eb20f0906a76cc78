import { password, type StaffClient } from '../app.ts'
import type { Answer } from '../client.ts'
import { type Asked, securityKey } from '../security-key.ts'

type Key = ReturnType<typeof securityKey>
const keys = new WeakMap<StaffClient, Key>()

/** Sends below /api/auth, with the session's cookie. */
export function postAuth(by: StaffClient, path: string, body: object = {}): Promise<Answer> {
  return by.send('POST', `/api/auth/${path}`, { body, headers: { cookie: by.cookie } })
}

/** The passkey of an administrator, who gets one now if there is none yet. */
export async function givenPasskey(by: StaffClient): Promise<Key> {
  const key = keys.get(by) ?? securityKey({ origin: by.url })
  if (keys.has(by)) return key
  const asked = await postAuth(by, 'passkey/add-options', { password })
  await postAuth(by, 'passkey/add', { name: 'My phone', made: key.make(asked.body as Asked) })
  keys.set(by, key)
  return key
}

/** An export that an administrator has confirmed with a passkey, so that its file can be asked for. */
export async function givenConfirmedExport(by: StaffClient): Promise<{ id: string }> {
  const key = await givenPasskey(by)
  const asked = await postAuth(by, 'export/passkey/options')
  const answer = await postAuth(by, 'export/passkey', key.sign(asked.body as Asked))
  return answer.body as { id: string }
}
