// The fixtures of a run, made once without any fault: PostgreSQL for the tests, a filled hospital for the stories.
import { existsSync, renameSync, rmSync } from 'node:fs'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import startTestPostgres from '../../server/testing/postgres.ts'
import { startServer } from '../../testbed/servers.ts'
import type { Run } from './tree.ts'

/** Starts PostgreSQL, and passes its address to the run's tests in the environment. */
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
  const server = await startServer({
    name: 'The demo hospital of the run',
    words: ['launch.mjs', 'demo'],
    directory: run.tree,
    env: {
      PORT: String(run.port),
      HOST: '127.0.0.1',
      LANTERN_DATA: data,
      DATABASE_URL: '',
      NODE_ENV: '',
    },
  })
  await server.stop()
  renameSync(data, run.data)
}
