import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { decrypting, encrypting } from './encryption.ts'

const passphrase = 'a lamp in every window of the ward'
const chunk = 64 * 1024

async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Readable.from(bytes).toArray())
}

test.each([0, chunk, chunk + 1])(
  'the library of age opens %s bytes that Node has encrypted, and no file that was cut off',
  async (size) => {
    const text = Buffer.alloc(size, 'abcdefg')
    const parts = [text.subarray(0, 1000), text.subarray(1000, 70_000), text.subarray(70_000)]
    const file = await whole(encrypting(passphrase)(Readable.from(parts)))
    expect(file.includes('abcdefg')).toBe(false)
    const opened = (bytes: Buffer) => whole(decrypting(passphrase)(Readable.from([bytes])))
    expect((await opened(file)).equals(text)).toBe(true)
    expect(await opened(file.subarray(0, -1)).catch(() => 'refused')).toBe('refused')
  },
)
