// The demo hospital for one run of the stories (playwright.config.ts). Its data is removed once its server has ended.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { coreSeconds, noteCost } from './suite/cost.ts'

const data = process.env.LANTERN_DATA
if (!data) throw new Error('LANTERN_DATA names the data of the run.')
const server = spawn(process.execPath, ['launch.mjs', 'demo'], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    noteCost('the hospital of the stories, its build included', coreSeconds())
    server.kill(signal)
  })
}
server.once('exit', (code) => {
  rmSync(data, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
