import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Attack } from './attack.ts'
import { run } from './programs.ts'

interface Entry {
  id: string
  severity: string
  finding: string
}

const bad = ['MEDIUM', 'HIGH', 'CRITICAL', 'FATAL']
/** Findings about a certificate that only this attack trusts. */
const ofCertificate = /^(cert_|DNS_|scanProblem|overall_grade|engine)/
/**
 * A finding about any compression. The BREACH attack needs a secret in the same response as text that another site
 * makes a browser send. Lantern's pages hold no secret, and its calls need a token that no browser adds by itself.
 */
const ofCompression = 'BREACH'

export const tls: Attack = {
  program: 'testssl',
  package: 'testssl.sh',
  what: 'protocols, ciphers, forward secrecy, headers and known faults of TLS: nothing worse than low, the certificate apart',
  async run({ startTls }, { seconds }) {
    const place = await mkdtemp(join(tmpdir(), 'lantern-testssl-'))
    const report = join(place, 'report.json')
    const { output, isOver } = await run(
      'testssl',
      [
        ...'--quiet --color 0 --warnings off --ip one --fast -p -s -f -S -h -U --jsonfile'.split(' '),
        report,
        await startTls(),
      ],
      { seconds },
    )
    const text = await readFile(report, 'utf8').catch(() => '')
    await rm(place, { recursive: true, force: true })
    if (!isOver || !text) return { said: `not done within ${seconds} s: ${output.slice(-200)}`, holds: false }
    const entries = JSON.parse(text) as Entry[]
    const faults = entries.filter(
      ({ id, severity }) => bad.includes(severity) && !ofCertificate.test(id) && id !== ofCompression,
    )
    return {
      said: `${entries.length} things looked at; found ${
        faults
          .map(({ id, severity, finding }) => `${id} (${severity.toLowerCase()}: ${finding})`)
          .join(', ') || 'nothing'
      }`,
      holds: faults.length === 0 && entries.length > 50,
    }
  },
}
