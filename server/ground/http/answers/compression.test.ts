import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../testing/app.ts'

const app = await startApp()
afterAll(() => app.close())
const desk = await app.signIn('receptionist')
for (let patient = 0; patient < 200; patient++) {
  await app.asOwner(`insert into patient (first_name, last_name, date_of_birth, gender, contact_number, address)
    values ('Ada', 'Okafor', '1980-01-01', 'FEMALE', '+1 200 555 0100', '1 Lamp Street')`)
}

function ask(url: string, encodings: string) {
  const headers = { authorization: `Bearer ${desk.token}`, 'accept-encoding': encodings }
  return app.app.inject({ url, headers })
}

test.each([
  ['zstd', 'gzip, deflate, br, zstd', zstdDecompressSync],
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
])('a long answer comes as %s to who takes %s', async (encoding, taken, decompress) => {
  for (const rows of [20, 200]) {
    const url = `/api/patients?limit=${rows}`
    const plain = await ask(url, 'identity')
    const zipped = await ask(url, taken)
    expect(zipped.headers['content-encoding']).toBe(encoding)
    expect(decompress(zipped.rawPayload).toString()).toBe(plain.body)
    expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  }
})

test('gzip is the fastest of its kinds, as its own header says', async () => {
  const { rawPayload } = await ask('/api/patients?limit=20', 'gzip')
  expect(rawPayload[8]).toBe(4)
})

test('a short answer is sent as it is', async () => {
  const answer = await ask('/api/patients?limit=1', 'gzip, deflate, br, zstd')
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.json()).toMatchObject({ total: 200 })
})
