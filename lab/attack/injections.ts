import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Attack, Call } from './attack.ts'
import { run } from './programs.ts'
import { countedWay } from './ways.ts'

export const injections: Attack = {
  program: 'sqlmap',
  package: 'sqlmap',
  what: 'SQL in every parameter and field of calls of the API: none can be injected, none makes the server fail',
  async run({ origin, token, calls }, { seconds, calls: most }) {
    const way = await countedWay(origin)
    const place = await mkdtemp(join(tmpdir(), 'lantern-sqlmap-'))
    const injected: string[] = []
    const untried: string[] = []
    const tried = (await calls()).slice(0, most)
    for (const call of tried) {
      const file = join(place, `${call.name}.txt`)
      await writeFile(file, asRequest(call, way.origin, await token()))
      const { output } = await run(
        'sqlmap',
        [
          // Time-based techniques are left out: on a busy machine, every response is slow.
          ...'--batch --disable-coloring --ignore-stdin --dbms postgresql --level 1 --risk 1 --technique BEU'.split(
            ' ',
          ),
          ...'--flush-session --timeout 10 --retries 0 --ignore-code 401 --skip Authorization'.split(' '),
          '--output-dir',
          place,
          '-r',
          file,
        ],
        { seconds },
      )
      if (/identified the following injection point|is vulnerable/.test(output)) injected.push(call.name)
      else if (!/do not appear to be injectable/.test(output)) untried.push(call.name)
    }
    way.close()
    await rm(place, { recursive: true, force: true })
    const { requests, failures } = way
    return {
      said: [
        `${tried.length} calls, ${requests} requests: ${injected.length} injected`,
        `${failures.length} failed${failures[0] ? ` (${failures[0].slice(0, 200)})` : ''}`,
        ...(untried.length > 0 ? [`not tried to the end: ${untried.join(', ')}`] : []),
      ].join('; '),
      holds: injected.length === 0 && failures.length === 0 && untried.length === 0 && requests > 0,
    }
  },
}

/** The raw HTTP request of a call. */
function asRequest({ method, path, body, isPublic }: Call, origin: string, token: string): string {
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    ...(isPublic ? [] : [`Authorization: Bearer ${token}`]),
    ...(body ? ['Content-Type: application/json', '', JSON.stringify(body)] : ['', '']),
  ].join('\r\n')
}
