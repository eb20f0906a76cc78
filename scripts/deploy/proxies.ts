import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from '../../server/ground/start/ports.ts'
import type { Hospital } from '../../testbed/hospital.ts'
import { throughProxy } from './behind-proxy.ts'
import { type Changes, type Check, changed, hospitalName, startServers } from './servers.ts'

const root = resolve(import.meta.dirname, '../..')

interface Ports {
  http: number
  https: number
  servers: readonly [number, number]
}

interface Certificate {
  certFile: string
  keyFile: string
  /** The key and the certificate in one file. */
  bothFile: string
}

/** A proxy that docs/deploy.md names, and how to run its file of deploy/proxies here. */
interface Proxy {
  program: string
  package: string
  file: string
  /** The only changes to the file: other ports and another certificate than a hospital's. */
  here(ports: Ports, certificate: Certificate, place: string): Changes
  /** The configuration around the file, if it is only a part. */
  around?(file: string, place: string): string
  words(file: string): string[]
  /** Changes to the file. The check with the name of a change must find it. */
  plants: Readonly<Record<string, Changes>>
}

export const proxies: readonly Proxy[] = [
  {
    program: 'nginx',
    package: 'nginx',
    file: 'nginx.conf',
    here: ({ http, https, servers }, { certFile, keyFile }) => [
      [/\n\tlisten \[::\][^\n]*/g, ''],
      ['listen 80;', `listen 127.0.0.1:${http};`],
      ['listen 443 ', `listen 127.0.0.1:${https} `],
      [/\/etc\/letsencrypt\/\S+fullchain\.pem/, certFile],
      [/\/etc\/letsencrypt\/\S+privkey\.pem/, keyFile],
      ['127.0.0.1:3000', `127.0.0.1:${servers[0]}`],
      ['127.0.0.1:3001', `127.0.0.1:${servers[1]}`],
    ],
    around: (file, place) => `daemon off;
pid ${place}/nginx.pid;
error_log stderr warn;
events {}
http {
	access_log off;
	${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${place}/${of};`).join(' ')}
	include ${file};
}
`,
    words: (file) => ['-p', '/', '-e', 'stderr', '-c', file],
    plants: {
      address: [['X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for']],
      stream: [['proxy_read_timeout 60s', 'proxy_read_timeout 5s']],
      stop: [[/\n\tserver 127\.0\.0\.1:\d+ max_fails[^\n]*(?=\n\tkeepalive )/, '']],
    },
  },
  {
    program: 'caddy',
    package: 'caddy',
    file: 'Caddyfile',
    here: ({ http, https, servers }, { certFile, keyFile }) => [
      [
        /^lantern\.example\.org \{/m,
        `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\nlantern.example.org {\n\ttls ${certFile} ${keyFile}`,
      ],
      ['127.0.0.1:3000', `127.0.0.1:${servers[0]}`],
      ['127.0.0.1:3001', `127.0.0.1:${servers[1]}`],
    ],
    words: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
    plants: {
      address: [
        ['header_up X-Request-Id', 'header_up X-Forwarded-For 203.0.113.7\n\t\theader_up X-Request-Id'],
      ],
      stream: [['flush_interval -1', 'transport http {\n\t\t\tread_timeout 5s\n\t\t}']],
      stop: [[/(reverse_proxy \S+) \S+/, '$1']],
    },
  },
  {
    program: 'haproxy',
    package: 'haproxy',
    file: 'haproxy.cfg',
    here: ({ http, https, servers }, { bothFile }) => [
      ['bind :80', `bind 127.0.0.1:${http}`],
      ['bind :443', `bind 127.0.0.1:${https}`],
      ['/etc/haproxy/lantern.example.org.pem', bothFile],
      ['127.0.0.1:3000', `127.0.0.1:${servers[0]}`],
      ['127.0.0.1:3001', `127.0.0.1:${servers[1]}`],
    ],
    words: (file) => ['-f', file],
    plants: {
      address: [['X-Forwarded-For %[src]', 'X-Forwarded-For %[req.hdr(X-Forwarded-For)]']],
      stream: [['timeout server 60s', 'timeout server 5s']],
      stop: [[/\n\tserver second [^\n]*/, '']],
    },
  },
]

/** Checks two servers behind the proxy, as a hospital runs them. */
export async function tryProxy(
  proxy: Proxy,
  hospital: Hospital,
  { place, plant, seconds }: { place: string; plant?: string; seconds: number },
): Promise<Check[]> {
  const servers = await startServers(hospital, {
    PUBLIC_URL: `https://${hospitalName}`,
    TRUSTED_PROXY: '127.0.0.1',
    LEAVE_SECONDS: '4',
  })
  const ports = { http: await freePort(), https: await freePort(), servers: servers.ports }
  const certificate = makeCertificate(place)
  const file = join(place, proxy.file)
  const ours = readFileSync(join(root, 'deploy/proxies', proxy.file), 'utf8')
  const changes = [
    ...proxy.here(ports, certificate, place),
    ...(plant === undefined ? [] : (proxy.plants[plant] ?? [])),
  ]
  writeFileSync(file, changes.reduce(changed, ours))
  const whole = proxy.around ? join(place, 'whole.conf') : file
  if (proxy.around) writeFileSync(whole, proxy.around(file, place))
  const { child, said } = startProxy(proxy, whole)
  try {
    return await throughProxy({
      ports,
      certificate: readFileSync(certificate.certFile),
      servers,
      hospital,
      seconds,
      ...(plant !== undefined && { only: plant }),
      hasEnded: () => (child.exitCode === null ? undefined : said()),
    })
  } finally {
    child.kill('SIGKILL')
    await servers.stop()
  }
}

function startProxy({ program, words }: Proxy, file: string): { child: ChildProcess; said: () => string } {
  const child = spawn(program, words(file), { stdio: ['ignore', 'pipe', 'pipe'] })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2000)
    })
  }
  return { child, said: () => output }
}

function makeCertificate(place: string): Certificate {
  const [keyFile, certFile, bothFile] = ['key.pem', 'cert.pem', 'both.pem'].map((name) =>
    join(place, name),
  ) as [string, string, string]
  execFileSync(
    'openssl',
    [
      ...`req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${hospitalName}`.split(
        ' ',
      ),
      ...`-addext subjectAltName=DNS:${hospitalName} -keyout ${keyFile} -out ${certFile}`.split(' '),
    ],
    { stdio: 'ignore' },
  )
  writeFileSync(bothFile, readFileSync(certFile, 'utf8') + readFileSync(keyFile, 'utf8'))
  return { keyFile, certFile, bothFile }
}
