import { afterEach, expect, test, vi } from 'vitest'
import { countersignWithPasskey } from './passkey.ts'

afterEach(() => vi.unstubAllGlobals())

test('a colleague’s passkey signs what the server asks for this act, and not what opens a session', async () => {
  const sent: { path: string; body: object }[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) })
    return Response.json(path.endsWith('/options') ? { challenge: 'AQID', rpId: 'hospital.test' } : {})
  })
  const asked: number[][] = []
  const empty = new ArrayBuffer(1)
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
  vi.stubGlobal('navigator', {
    credentials: {
      async get({ publicKey }: { publicKey: { challenge: ArrayBuffer } }) {
        asked.push([...new Uint8Array(publicKey.challenge)])
        const response = { authenticatorData: empty, clientDataJSON: empty, signature: empty }
        return {
          id: 'a-key',
          rawId: empty,
          type: 'public-key',
          response,
          getClientExtensionResults: () => ({}),
        }
      },
    },
  })
  const act = {
    endpoint: 'moveStock',
    id: 'an item',
    body: { quantity: 2 },
    words: 'Dispose of 2 pcs',
  } as const
  await countersignWithPasskey(act)
  expect(asked).toEqual([[1, 2, 3]])
  expect(sent).toEqual([
    { path: '/api/auth/countersign/passkey/options', body: act },
    {
      path: '/api/auth/countersign/passkey',
      body: { ...act, passkey: expect.objectContaining({ id: 'a-key' }) },
    },
  ])
})
