import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

export interface Asked {
  challenge: string
}

/** A security key that asks for a finger: it makes one passkey, and signs with it. */
export function securityKey({ origin, asksWho = true }: { origin: string; asksWho?: boolean }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  function dataFor(flags: number, more = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5)
    head[0] = flags | 1 | (asksWho ? 4 : 0)
    head.writeUInt32BE(++counter, 1)
    return Buffer.concat([sha256(new URL(origin).hostname), head, more])
  }
  const clientData = (type: string, { challenge }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const named = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  }
  return {
    make(asked: Asked) {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.from([0, id.length])
      const of = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(dataFor(0x40, of))],
      ])
      return {
        ...named,
        response: {
          clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        },
      }
    },
    sign(asked: Asked) {
      const [client, data] = [clientData('webauthn.get', asked), dataFor(0)]
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey)
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
