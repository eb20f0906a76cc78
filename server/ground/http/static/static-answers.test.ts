import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../testing/app.ts'

const app = await startApp()
afterAll(() => app.close())
const fixed = ['/api/openapi.json', '/api/docs', '/api/docs/swagger-ui-bundle.js', '/api/docs/swagger-ui.css']

test.each(fixed)('%s is made and compressed once, and not sent again to those who have it', async (path) => {
  const plain = await fetch(app.url + path, { headers: { 'accept-encoding': 'identity' } })
  const text = await plain.text()
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(text.length).toBeGreaterThan(200)
  const small = await app.app.inject({ url: path, headers: { 'accept-encoding': 'br, gzip' } })
  expect(small.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(text)
  const zipped = await app.app.inject({ url: path, headers: { 'accept-encoding': 'gzip' } })
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(text)
  expect(Number(small.headers['content-length'])).toBeLessThan(text.length)

  const etag = small.headers.etag ?? ''
  const again = await app.app.inject({ url: path, headers: { 'if-none-match': etag } })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
})
