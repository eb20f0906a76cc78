import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import { databaseFigures } from './database-figures.ts'
import { gauge } from './gauge.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether its answers last as long as somebody listens: how long says nothing. */
    isStream?: boolean
  }
}

/** The parts of an assembled server that are measured. */
export interface Measured {
  /** A connection that calls don't use. */
  db: Database
  pools: Readonly<Record<string, pg.Pool>>
  changes: Changes
  /** How many live streams are open. */
  streams: () => number
  /** How many entries of the trail wait to be written. */
  traces: () => number
  clock: () => Date
  /** Whether this server makes backups by itself. */
  makesBackups: boolean
}

export interface Metrics {
  /** Counts the calls of the routes that come after. */
  countCalls(app: FastifyInstance): void
  measure(server: Measured): void
  ranJob(job: string, isDone: boolean): void
  /** All of it, as Prometheus reads it. */
  text(): Promise<{ type: string; body: string }>
}

/** Seconds. The bounds that calls are held to are among them. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 3, 10]

/**
 * Figures of this process, for those who run it. Their labels are names from our own sources: routes, and never addresses,
 * so that nothing tells of a patient or of somebody of the staff, and there are never more of them than there are routes.
 */
export function createMetrics(version: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  gauge(registry, {
    name: 'lantern_info',
    help: 'Always 1; its label says which version runs.',
    labelNames: ['version'],
    aggregator: 'first',
  }).set({ version }, 1)
  const calls = new Counter({
    registers,
    name: 'lantern_http_requests_total',
    help: 'Calls that were answered.',
    labelNames: ['method', 'route', 'status'],
  })
  const seconds = new Histogram({
    registers,
    name: 'lantern_http_request_duration_seconds',
    help: 'How long they took, live streams aside.',
    labelNames: ['method', 'route'],
    buckets: durations,
  })
  const jobs = new Counter({
    registers,
    name: 'lantern_job_runs_total',
    help: 'Jobs that this process ran.',
    labelNames: ['job', 'outcome'],
  })
  const jobDone = gauge(registry, {
    name: 'lantern_job_done_timestamp_seconds',
    help: 'When this process last got a job done.',
    labelNames: ['job'],
    aggregator: 'max',
  })

  return {
    countCalls(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const { method } = request
        const route = routeOf(request)
        calls.inc({ method, route, status: reply.statusCode })
        if (!request.routeOptions.config.isStream)
          seconds.observe({ method, route }, reply.elapsedTime / 1000)
        done()
      })
    },
    measure(server) {
      measureProcess(registry, server)
      databaseFigures(registry, server)
    },
    ranJob(job, isDone) {
      jobs.inc({ job, outcome: isDone ? 'done' : 'failed' })
      if (isDone) jobDone.set({ job }, Date.now() / 1000)
    },
    async text() {
      return { type: registry.contentType, body: await registry.metrics() }
    },
  }
}

/** As the route was declared, with the names of its parameters. */
function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'other'
}

function measureProcess(registry: Registry, { pools, changes, streams, traces }: Measured) {
  gauge(registry, {
    name: 'lantern_database_connections',
    help: 'Connections to the database, by what they are for; waiting: who waits for one.',
    labelNames: ['pool', 'state'],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  gauge(registry, {
    name: 'lantern_live_streams',
    help: 'Screens that are told live what changes.',
    collect() {
      this.set(streams())
    },
  })
  gauge(registry, {
    name: 'lantern_changes_lag_seconds',
    help: 'Every change that was told before so many seconds has been heard. It is asked every 5 seconds.',
    aggregator: 'max',
    collect() {
      this.set((performance.now() - changes.heardUntil) / 1000)
    },
  })
  gauge(registry, {
    name: 'lantern_changes_heard',
    help: '1 while changes are heard, 0 while some may be missed.',
    aggregator: 'min',
    collect() {
      this.set(changes.listening ? 1 : 0)
    },
  })
  gauge(registry, {
    name: 'lantern_audit_entries_waiting',
    help: 'Entries of the audit trail that are not written yet.',
    collect() {
      this.set(traces())
    },
  })
}
