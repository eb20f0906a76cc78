import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const tagged = (tag: number, ...parts: Uint8Array[]) => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.from([tag, ...length, ...content])
}
const sequence = (...parts: Uint8Array[]) => tagged(0x30, ...parts)
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const time = (at: Date) =>
  tagged(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))

/** A certificate of 127.0.0.1 that stands on nothing but itself, and its key, both as PEM. */
export function selfSigned(name: string): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
  const who = sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))))
  const address = sequence(tagged(0x87, Uint8Array.of(127, 0, 0, 1)))
  const alternatives = sequence(oid('551d11'), tagged(0x04, address))
  const now = Date.now()
  const body = sequence(
    tagged(0xa0, tagged(0x02, Uint8Array.of(2))),
    tagged(0x02, Buffer.concat([Uint8Array.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    who,
    sequence(time(new Date(now - 86_400_000)), time(new Date(now + 86_400_000))),
    who,
    publicKey.export({ format: 'der', type: 'spki' }),
    tagged(0xa3, sequence(alternatives)),
  )
  const signature = tagged(0x03, Uint8Array.of(0), sign('sha256', body, privateKey))
  const der = sequence(body, ecdsaWithSha256, signature).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der.replaceAll(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}
