import { dayNumber, wallClock } from '../../server/demo/calendar.ts'
import { randomFrom } from '../../server/demo/random.ts'
import { type Clock, midnightOf, startClock } from './clock/clock.ts'
import { openDatabase, type SimulatedDatabase } from './clock/database.ts'
import { Agenda } from './life/agenda.ts'
import type { Life } from './life/life.ts'
import { liveThrough } from './life/year.ts'
import { Findings } from './people/findings.ts'
import type { Desk } from './people/person.ts'
import { Population } from './people/population.ts'
import { Speed } from './people/speed.ts'
import { hire } from './people/staff.ts'
import type { Size } from './size.ts'

/** A simulated hospital. */
export interface Simulation {
  size: Size
  database: SimulatedDatabase
  clock: Clock
  life: Life
  desk: Desk
  /** The directory of the key and the copy of the seals. */
  directory: string
  /** The hospital's first day, as `dayNumber`, and the moment at which it began. */
  firstDay: number
  start: number
  stop(): Promise<void>
}

/** Simulates a hospital's days in an empty database, and leaves its server running. */
export async function simulate(
  ownerUrl: string,
  directory: string,
  size: Size,
  onDay: (day: number, simulation: Simulation) => Promise<void> | void = () => {},
): Promise<Simulation> {
  const firstDay = dayNumber(size.from)
  const start = midnightOf(wallClock(size.timeZone), firstDay)
  const database = await openDatabase(ownerUrl, start - Date.now())
  const clock = await startClock(database, { directory, start, timeZone: size.timeZone })
  const week = () => Math.floor((clock.day - firstDay) / 7)
  const random = randomFrom(size.seed, 0, 0)
  const desk: Desk = {
    clock,
    random,
    speed: new Speed(),
    findings: new Findings(),
    written: new Map(),
    toldToTryAgain: 0,
    week,
  }
  const staff = await hire(desk, size)
  const life: Life = {
    size,
    desk,
    clock,
    random,
    agenda: new Agenda(size.step),
    staff,
    population: new Population(clock, random),
    firstDay,
    tally: new Map(),
  }
  const simulation: Simulation = {
    size,
    database,
    clock,
    life,
    desk,
    directory,
    firstDay,
    start,
    async stop() {
      await clock.stop()
      await database.end()
    },
  }
  await liveThrough(life, (day) => onDay(day, simulation))
  return simulation
}
