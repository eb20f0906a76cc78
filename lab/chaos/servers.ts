import { join } from 'node:path'
import type { Hospital } from '../../testbed/hospital.ts'
import { type Server, startLantern, startServer } from '../../testbed/servers.ts'
import { dayOfAHospital, registering, type Story } from './desk/story.ts'

/** A server's database, and the directory for its own files. */
type House = Pick<Hospital, 'ownerUrl' | 'directory'>

/** A kind of server that faults are injected into. */
export interface Target {
  name: string
  /** The writes that clerks can make there. */
  story: Story
  /** Starts one in a process of its own. */
  start(house: House, port?: number, env?: Record<string, string>): Promise<Server>
}

export const lantern: Target = {
  name: 'Lantern',
  story: dayOfAHospital,
  start: ({ ownerUrl, directory }, port = 0, env = {}) =>
    startLantern(
      {
        DATABASE_URL: ownerUrl,
        AUDIT_KEY_FILE: join(directory, 'audit-key.pem'),
        LOG_LEVEL: 'fatal',
        ...env,
      },
      { port, showsErrors: false },
    ),
}

/** The control: a server in which each fault must be detected. */
export const careless: Target = {
  name: 'careless server',
  story: registering,
  start: ({ ownerUrl }, port = 0, env = {}) =>
    startServer({
      name: 'The careless server',
      words: ['lab/chaos/careless.ts'],
      env: { DATABASE_URL: ownerUrl, PORT: String(port), ...env },
      showsErrors: false,
    }),
}

/** The target with the built web app; the API alone needs no build. */
export function withWeb(target: Target): Target {
  return { ...target, start: (house, port) => target.start(house, port, { LANTERN_WEB: '' }) }
}

/** The target as `npm start` runs it, with its own PostgreSQL in the hospital's directory. */
export function withOwnPostgres(target: Target): Target {
  return {
    ...target,
    start: (house, port) => target.start(house, port, { DATABASE_URL: '', LANTERN_DATA: house.directory }),
  }
}
