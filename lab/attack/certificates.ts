import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Makes a key and a certificate for 127.0.0.1, which only this attack uses. */
export function certificate(place: string, name: string, bits: 1024 | 3072) {
  const [keyFile, certFile] = [join(place, `${name}.key`), join(place, `${name}.crt`)]
  execFileSync(
    'openssl',
    [
      ...`req -x509 -newkey rsa:${bits} -nodes -days 7 -subj /CN=localhost`.split(' '),
      ...'-addext subjectAltName=IP:127.0.0.1,DNS:localhost'.split(' '),
      '-keyout',
      keyFile,
      '-out',
      certFile,
    ],
    { stdio: 'ignore' },
  )
  return { keyFile, certFile }
}
