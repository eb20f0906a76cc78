import { randomBytes } from 'node:crypto'
import { addDisplay, type Display } from '../../../contract/front-desk/displays.ts'
import type { Client } from '../client.ts'

/** An administrator makes a link for a screen, through the API. */
export async function givenDisplay(
  admin: Client,
  name = 'Waiting room',
  clinicId: string | null = null,
): Promise<Display & { secret: string }> {
  const secret = randomBytes(32).toString('base64url')
  return { ...(await admin.call(addDisplay, { body: { name, secret, clinicId } })).body, secret }
}
