import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type DetailedPeerCertificate } from 'node:tls'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../testing/app.ts'
import { selfSigned } from '../../testing/certificate.ts'
import { followTls, readTls, readTlsSettings } from './tls.ts'

const home = mkdtempSync(join(tmpdir(), 'lantern-tls-'))
afterAll(() => rmSync(home, { recursive: true }))
const files = { cert: join(home, 'cert.pem'), key: join(home, 'key.pem') }
const put = ({ cert, key }: { cert: string; key: string }) => {
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
}

test('a hospital with a certificate of its own is served over TLS, and by the renewed one without a restart', async () => {
  const first = selfSigned('first')
  const second = selfSigned('second')
  put(first)
  const app = await startApp({ tls: readTls(files), publicUrl: 'https://127.0.0.1' })
  onTestFinished(() => app.close())
  const troubles: unknown[] = []
  const stop = followTls(app.app.server, files, { every: 20, onTrouble: (error) => troubles.push(error) })
  onTestFinished(stop)
  const port = Number(new URL(app.url).port)
  expect(app.url).toMatch(/^https:/)

  const before = await get(port, first.cert)
  expect(before.status).toBe(200)
  expect(before.hsts).toMatch(/max-age=\d{8}/)
  expect((await certificateAt(port)).subject.CN).toBe('first')

  // The new certificate lies there before its key does: for that moment the old one stays in use.
  writeFileSync(files.cert, second.cert)
  await expect.poll(() => troubles.length).toBeGreaterThan(0)
  expect((await certificateAt(port)).subject.CN).toBe('first')
  writeFileSync(files.key, second.key)
  await expect.poll(async () => (await certificateAt(port)).subject.CN).toBe('second')
  expect((await get(port, second.cert)).status).toBe(200)
})

test('what is older than TLS 1.2 is not spoken', async () => {
  put(selfSigned('one'))
  const app = await startApp({ tls: readTls(files), publicUrl: 'https://127.0.0.1' })
  onTestFinished(() => app.close())
  const port = Number(new URL(app.url).port)
  await expect(certificateAt(port, 'TLSv1.1')).rejects.toThrow('alert protocol version')
  await expect(certificateAt(port, 'TLSv1.2')).resolves.toBeTruthy()
})

test('a client that negotiates anew is not let', async () => {
  put(selfSigned('one'))
  const app = await startApp({ tls: readTls(files), publicUrl: 'https://127.0.0.1' })
  onTestFinished(() => app.close())
  const port = Number(new URL(app.url).port)
  const options = { host: '127.0.0.1', port, rejectUnauthorized: false, maxVersion: 'TLSv1.2' } as const
  const negotiated = new Promise((resolve) => {
    const socket = connect(options, () => socket.renegotiate({}, resolve))
    onTestFinished(() => void socket.destroy())
    socket.once('error', resolve)
  })
  await expect(negotiated).resolves.toMatchObject({ message: expect.stringMatching(/no renegotiation/i) })
})

test('what no server can be run with is said in a sentence', () => {
  expect(readTlsSettings({}, undefined)).toBeUndefined()
  const both = { TLS_CERT_FILE: 'a', TLS_KEY_FILE: 'b' }
  // Without an https address, cookies would be sent without TLS too.
  for (const address of [undefined, 'http://lantern.example.org']) {
    expect(() => readTlsSettings(both, address)).toThrow('without a PUBLIC_URL of https')
  }
  expect(() => readTlsSettings({ TLS_CERT_FILE: 'a' }, 'https://lantern.example.org')).toThrow('together')
  expect(() => readTls({ cert: join(home, 'gone.pem'), key: files.key })).toThrow(
    /TLS_CERT_FILE names .*ENOENT/,
  )
  put({ cert: selfSigned('one').cert, key: selfSigned('other').key })
  expect(() => readTls(files)).toThrow("can't be used")
  put({ cert: 'no certificate', key: 'no key' })
  expect(() => readTls(files)).toThrow("can't be used")
})

function get(port: number, ca: string): Promise<{ status: number | undefined; hsts: string | undefined }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: '/api/site', ca, agent: false }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode, hsts: answer.headers['strict-transport-security'] })
    })
    asked.once('error', reject)
    asked.end()
  })
}

function certificateAt(port: number, maxVersion?: 'TLSv1.1' | 'TLSv1.2'): Promise<DetailedPeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      {
        host: '127.0.0.1',
        port,
        rejectUnauthorized: false,
        // At this security level the client accepts old TLS versions.
        ...(maxVersion && { maxVersion, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }),
      },
      () => {
        resolve(socket.getPeerCertificate(true))
        socket.destroy()
      },
    )
    socket.once('error', reject)
  })
}
