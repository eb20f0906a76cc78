import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checkAll } from './checks/checks.ts'
import { foundOf, plants } from './checks/plants.ts'
import { type Simulation, simulate } from './simulation.ts'
import { usualSize } from './size.ts'

const name = `simulation_${process.pid}`
const directory = mkdtempSync(join(tmpdir(), 'lantern-simulated-'))
let simulation: Simulation

async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: urlOf('lantern') })
  await owner.connect()
  await owner.query(statement).finally(() => owner.end())
}

function urlOf(database: string): string {
  const url = new URL(inject('templateOwnerUrl'))
  url.pathname = `/${database}`
  return url.href
}

/** One line for each fault, so that a failed test shows them. */
async function allFaults(): Promise<string> {
  const results = await checkAll(simulation)
  return results.flatMap(({ faults }) => faults).join('\n')
}

beforeAll(async () => {
  await asOwner(`create database ${name}`)
  const size = { ...usualSize, days: 3, beds: 12, outpatients: 12, items: 40, step: 30, atOnce: 6 }
  simulation = await simulate(urlOf(name), directory, size)
}, 240_000)
afterAll(async () => {
  await simulation?.stop()
  await asOwner(`drop database if exists ${name} with (force)`)
  rmSync(directory, { recursive: true, force: true })
})

test('three days of a small hospital leave everything as it has to be', async () => {
  const { written } = simulation.desk
  for (const done of ['callNext', 'dischargePatient', 'signVisitNote', 'moveStock', 'changeBed']) {
    expect(written.get(done), done).toBeGreaterThan(0)
  }
  const refused = [...simulation.life.tally.keys()].filter((what) => what.startsWith('refused: '))
  expect(refused).toEqual(
    expect.arrayContaining(['refused: its time has passed', 'refused: the token is old']),
  )
  expect(await allFaults()).toBe('')
}, 60_000)

test.each(plants)('its check finds $what', async (plant) => {
  expect((await foundOf(plant, simulation)).join('\n')).toContain(plant.says)
})

test('and finds nothing when the plants are gone', async () => {
  expect(await allFaults()).toBe('')
}, 60_000)
