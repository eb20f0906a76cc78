// What a run of faults is given once, made without any fault: PostgreSQL for the tests, a filled hospital for the stories.
import { spawn } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import startTestPostgres from '../../server/testing/postgres.ts'
import { ofNoHospital } from '../environment.ts'
import type { Run } from './tree.ts'

/** Starts it, and says where it is in the environment of the run's tests. */
export async function startPostgres(run: Run): Promise<() => Promise<void>> {
  const given: Partial<ProvidedContext> = {}
  const project: Pick<TestProject, 'provide'> = {
    provide: (name, value) => {
      given[name] = value
    },
  }
  const stop = await startTestPostgres(project as TestProject)
  run.env.MUTANTS_GIVEN = JSON.stringify(given)
  return stop
}

/** Builds Lantern with all faults behind their switches, and fills the demo hospital that each story starts with. */
export async function fillHospital(run: Run): Promise<void> {
  if (existsSync(run.data)) return
  const url = `http://127.0.0.1:${run.port}`
  const isTaken = await fetch(url).catch(() => undefined)
  if (isTaken)
    throw new Error(
      `Something else answers at ${url}; set E2E_PORT to a port that is free, with some above it.`,
    )
  const data = `${run.data}-unfinished`
  rmSync(data, { recursive: true, force: true })
  const server = spawn(process.execPath, ['launch.mjs', 'demo'], {
    cwd: run.tree,
    env: {
      ...process.env,
      ...ofNoHospital,
      PORT: String(run.port),
      HOST: '127.0.0.1',
      LANTERN_DATA: data,
      DATABASE_URL: '',
      NODE_ENV: '',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((done) => server.once('exit', () => done()))
  const isUp = await answers(url, ended)
  server.kill('SIGTERM')
  await ended
  if (!isUp) throw new Error('The demo hospital of the run did not start; see its message above.')
  renameSync(data, run.data)
}

async function answers(url: string, ended: Promise<void>): Promise<boolean> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  const until = Date.now() + 300_000
  while (!isOver && Date.now() < until) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return true
    await new Promise((done) => setTimeout(done, 500))
  }
  return false
}
