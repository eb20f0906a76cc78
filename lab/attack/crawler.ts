import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Attack } from './attack.ts'
import { run } from './programs.ts'
import { countedWay } from './ways.ts'

const modules = 'xss,permanentxss,sql,exec,file,crlf,redirect,csp,cookieflags,htaccess,methods'

interface Report {
  vulnerabilities: Record<string, { info: string; path: string }[]>
  anomalies: Record<string, { info: string; path: string }[]>
}

export const crawler: Attack = {
  program: 'wapiti',
  package: 'wapiti',
  what: `crawls as an administrator and tries ${modules}: nothing is found, nothing fails`,
  async run({ origin, token, calls }, { seconds }) {
    const way = await countedWay(origin)
    const place = await mkdtemp(join(tmpdir(), 'lantern-wapiti-'))
    const report = join(place, 'report.json')
    const pages = ['/', '/sign-in?from=/patients', '/patients?search=ada', '/teams', '/About']
    const reads = (await calls()).filter(({ method }) => method === 'GET').map(({ path }) => path)
    const { output, isOver } = await run(
      'wapiti',
      [
        ...`--scope domain -m ${modules} -d 2 -S normal --max-scan-time 60 -t 10 --flush-session`.split(' '),
        '-u',
        `${way.origin}/`,
        ...[...pages, ...reads].flatMap((path) => ['-s', way.origin + path]),
        '-H',
        `Authorization: Bearer ${await token()}`,
        '--store-session',
        place,
        ...'--no-bugreport -f json -o'.split(' '),
        report,
      ],
      { seconds },
    )
    way.close()
    const found = await readFile(report, 'utf8').then(
      (text) => JSON.parse(text) as Report,
      () => undefined,
    )
    await rm(place, { recursive: true, force: true })
    if (!found) return { said: `no report${isOver ? '' : ', ended'}: ${output.slice(-300)}`, holds: false }
    const faults = Object.entries({ ...found.vulnerabilities, ...found.anomalies }).filter(
      ([, all]) => all.length > 0,
    )
    const { requests, failures } = way
    return {
      said: `${requests} requests, ${failures.length} failed${failures[0] ? ` (${failures[0]})` : ''}; found ${
        faults.map(([kind, all]) => `${kind} (${all.length}, ${all[0]?.info})`).join(', ') || 'nothing'
      }`,
      holds: faults.length === 0 && failures.length === 0 && requests > 0,
    }
  },
}
