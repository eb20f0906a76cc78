import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { newAccount, sendSignUp, startApp } from '../../testing/app.ts'

const webDirectory = await givenWebBuild()
const app = await startApp({ webDirectory })
afterAll(async () => {
  await app.close()
  await rm(webDirectory, { recursive: true })
})

const paths = [
  ['GET', '/'],
  ['GET', '/patients'],
  ['GET', '/assets/app.js'],
  ['GET', '/assets/nothing.js'],
  ['GET', '/api/site'],
  ['GET', '/api/patients'],
  ['GET', '/api/live'],
  ['GET', '/api/openapi.json'],
  ['GET', '/api/auth/token'],
  ['GET', '/api/auth/get-session'],
  ['POST', '/api/auth/sign-in/email'],
  ['POST', '/api/auth/sign-up/email'],
  ['POST', '/api/auth/sign-out'],
] as const

const oddHosts = [
  'a:99999999',
  'a:b:c',
  '[::1',
  'a b',
  '@',
  'xn--',
  '%',
  'a/b?c#d',
  '',
  'ä',
  '\x7f',
  '.'.repeat(300),
]

/** Ways to begin a request with a request line and headers that no client of ours would write. */
const ways: [string, (method: string, path: string) => string][] = [
  ...oddHosts.map((host): (typeof ways)[number] => [
    `with Host ${JSON.stringify(host)}`,
    (method, path) => `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n`,
  ]),
  ['without Host', (method, path) => `${method} ${path} HTTP/1.1\r\n`],
  ['in HTTP/1.0, without Host', (method, path) => `${method} ${path} HTTP/1.0\r\n`],
  ['in HTTP/1.0, with an odd Host', (method, path) => `${method} ${path} HTTP/1.0\r\nHost: a:99999999\r\n`],
  ['with two Hosts', (method, path) => `${method} ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n`],
  [
    'with an absolute address',
    (method, path) => `${method} http://elsewhere.example${path} HTTP/1.1\r\nHost: a\r\n`,
  ],
  [
    'with an absolute address that is none',
    (method, path) => `${method} http://a:99999999${path} HTTP/1.1\r\nHost: a\r\n`,
  ],
  ['with two slashes', (method, path) => `${method} //elsewhere.example${path} HTTP/1.1\r\nHost: a\r\n`],
]

test.each(ways)('nothing fails that is asked %s', async (_way, head) => {
  for (const [method, path] of paths) {
    const answer = await ask(head(method, path), method === 'POST' ? '{}' : '')
    expect(statusOf(answer), `${method} ${path}: ${answer}`).toBeGreaterThanOrEqual(200)
    expect(statusOf(answer), `${method} ${path}: ${answer}`).toBeLessThan(500)
  }
})

test('who asks for a token without a Host, as HTTP/1.0 allows, is told to sign in', async () => {
  const answer = await ask('GET /api/auth/token HTTP/1.0\r\n')
  expect(statusOf(answer)).toBe(401)
  expect(answer).toContain('"code":"not_signed_in"')
})

test('whatever a page calls the host, only the pages of this server may sign people in', async () => {
  const account = newAccount()
  expect((await sendSignUp(app, account)).status).toBe(200)
  const { host, port } = new URL(app.url)
  const signIn = async (headers: string) => {
    const body = JSON.stringify({ email: account.email, password: account.password })
    return statusOf(await ask(`POST /api/auth/sign-in/email HTTP/1.1\r\n${headers}`, body))
  }
  expect(await signIn(`Host: ${host}\r\nOrigin: http://${host}\r\n`)).toBe(200)
  // The hospital may call this computer what it likes, so the browser's host name is accepted.
  expect(await signIn(`Host: lantern.ward:${port}\r\nOrigin: http://lantern.ward:${port}\r\n`)).toBe(200)
  for (const headers of [
    `Host: ${host}\r\nOrigin: http://elsewhere.example\r\n`,
    `Host: ${host}\r\nOrigin: https://${host}\r\n`,
    `Host: ${host}\r\nOrigin: null\r\n`,
    'Host: a:99999999\r\nOrigin: http://a:99999999\r\n',
    `Host: ${host}\r\nX-Forwarded-Host: elsewhere.example\r\nOrigin: http://elsewhere.example\r\n`,
    `Host: ${host}\r\nX-Lantern-Origin: http://elsewhere.example\r\nOrigin: http://elsewhere.example\r\n`,
    'Host: \r\nOrigin: http://elsewhere.example\r\n',
  ]) {
    expect(await signIn(headers), headers).toBe(403)
  }
})

async function givenWebBuild(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'lantern-web-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), '<!doctype html><script nonce="__CSP_NONCE__"></script>')
  await writeFile(join(directory, 'assets/app.js'), 'export {}')
  await mkdir(join(directory, 'public-pages'))
  for (const page of ['home', 'teams', 'About', 'book']) {
    await writeFile(join(directory, `public-pages/${page}.html`), '<!doctype html>')
  }
  return directory
}

/** Sends raw text as a request, and returns the raw response. */
async function ask(head: string, body = ''): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  const fields = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n`
  socket.write(`${head}${fields}\r\n${body}`)
  const answer = await Promise.race([text(socket), firstPart(head, socket)])
  socket.destroy()
  return answer
}

/** The first part of a live stream, which doesn't end. */
function firstPart(head: string, socket: ReturnType<typeof connect>): Promise<string> {
  return new Promise((resolve) => {
    if (head.includes('/api/live')) socket.once('data', (part) => resolve(part.toString()))
  })
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}
