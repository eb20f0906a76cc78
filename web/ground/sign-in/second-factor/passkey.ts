import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { Countersignature, SignedAct } from '../../../../contract/people/countersignatures.ts'
import { forgetToken } from '../../client/token.ts'
import { openScreen, postAuth } from '../auth.ts'
import type { Entered } from '../entering.ts'

type ToSign = Parameters<typeof startAuthentication>[0]['optionsJSON']
type ToMake = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Browsers say the same where somebody cancels, waits too long, or has no passkey. */
async function asked<Answer>(ask: Promise<Answer>, otherwise: string): Promise<Answer> {
  try {
    return await ask
  } catch (cause) {
    throw new Error(otherwise, { cause })
  }
}

async function signed(options = 'passkey/options', of: object = {}) {
  const optionsJSON = await postAuth<ToSign>(options, of)
  return asked(
    startAuthentication({ optionsJSON }),
    'No passkey was used. Enter your password, or try again.',
  )
}

/** Answers the account's id. @throws ApiError, or an Error where the browser gave none */
export async function signInWithPasskey(): Promise<string> {
  const { user } = await postAuth<Entered>('sign-in/passkey', await signed())
  forgetToken({ stored: true })
  openScreen()
  return user.id
}

/** @throws the same */
export async function unlockWithPasskey(): Promise<void> {
  await postAuth('unlock/passkey', await signed())
  openScreen()
}

/** A colleague's passkey, for this act of somebody's and for nothing else. @throws the same */
export async function countersignWithPasskey(act: SignedAct): Promise<Countersignature> {
  return postAuth('countersign/passkey', {
    ...act,
    passkey: await signed('countersign/passkey/options', act),
  })
}

/** Confirms an export of the whole hospital with one's own passkey. @throws the same */
export async function confirmExportWithPasskey(): Promise<{ id: string }> {
  return postAuth('export/passkey', await signed('export/passkey/options'))
}

/** @throws the same */
export async function addPasskey(name: string, password: string): Promise<void> {
  const optionsJSON = await postAuth<ToMake>('passkey/add-options', { password })
  const made = await asked(startRegistration({ optionsJSON }), 'No passkey was added. Try again.')
  await postAuth('passkey/add', { name, made })
}

/** @throws ApiError */
export async function removePasskey(id: string, password: string): Promise<void> {
  await postAuth('passkey/remove', { id, password })
}
