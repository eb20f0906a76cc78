import cluster from 'node:cluster'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupPlan } from './ground/backup/nightly/plan.ts'
import { withAccountOf } from './ground/start/addresses.ts'
import { type Config, readConfig } from './ground/start/config.ts'
import { voice } from './ground/start/console.ts'
import { endWithParent } from './ground/start/end-with-parent.ts'
import { errorCode, PlainRefusal } from './ground/start/plain-refusal.ts'
import { portTaken } from './ground/start/ports.ts'
import type { Task } from './ground/start/process-of-several.ts'
import type { Processes } from './ground/start/processes.ts'
import { followTls, readTls } from './ground/start/tls.ts'
import type { Metrics } from './ground/watch/metrics.ts'
import type { Tracing } from './ground/watch/tracing.ts'

/** Closes at the end, the last first. */
const closers: (() => Promise<unknown>)[] = []
/** Milliseconds; PostgreSQL's own patience is shorter. */
let longestClose = 25_000
let isStopping = false
let processes: Processes | undefined
/** Until the settings say otherwise. */
let { say, complain } = voice('text')

async function start(isWebBuilt: Promise<void>): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  ;({ say, complain } = voice(config.logFormat))
  longestClose += config.leaveFor
  if (cluster.isWorker) return await startAsOne(config)
  await checkBackups(config)
  if (config.processes > 1) return await startSeveral(config, isWebBuilt)
  // The application is read while the database starts. A failure of its own is met where it is awaited.
  const application = import('./app.ts')
  application.catch(() => {})
  const [databaseUrl] = await Promise.all([openDatabase(config), isWebBuilt])
  sayReady(config, await serve(config, { databaseUrl }))
}

/** This process keeps the database and looks after those that serve. */
async function startSeveral(config: Config, isWebBuilt: Promise<void>): Promise<void> {
  const [databaseUrl] = await Promise.all([openDatabase(config), isWebBuilt])
  const { startProcesses } = await import('./ground/start/processes.ts')
  const { knownMigrations } = await import('./ground/db/schema/sources.ts')
  // A newer version that is put in its place meanwhile waits for the next start, which brings its schema.
  const program = import.meta.filename
  processes = startProcesses(config.processes, {
    program,
    task: { databaseUrl, migrations: await knownMigrations() },
    closeTimeout: longestClose - 2000,
    onProgress: say,
  })
  closers.push(processes.stop)
  sayReady(config, `${await processes.origin}, with ${config.processes} processes`)
}

/** This is one of the processes that serve. */
async function startAsOne(config: Config): Promise<void> {
  const { taskOfProcess, tellServing } = await import('./ground/start/process-of-several.ts')
  const task = await taskOfProcess(() => void stop(0))
  tellServing(await serve(config, task))
}

/** Answers where it serves. */
async function serve(
  config: Config,
  { databaseUrl, migrations, place = 0 }: Pick<Task, 'databaseUrl'> & Partial<Task>,
): Promise<string> {
  const tls = config.tls && readTls(config.tls)
  const { buildApp } = await import('./app.ts')
  const { sealKeyIn } = await import('./ground/seals/key.ts')
  const [metrics, tracing] = await Promise.all([openMetrics(config, place), openTracing()])
  const app = await buildApp({
    databaseUrl,
    migrations,
    readUrl: config.databaseReadUrl && withAccountOf(config.databaseReadUrl, databaseUrl),
    webDirectory: config.webDirectory,
    trustedProxy: config.trustedProxy,
    publicUrl: config.publicUrl,
    mail: config.mail,
    gateway: config.gateway,
    signOn: config.signOn,
    logger: { level: config.logLevel },
    tls,
    metrics,
    tracing,
    leaveFor: config.leaveFor,
    runsJobs: true,
    backups: backupPlanOf(config),
    seals: {
      key: await sealKeyIn(config.auditKeyFile),
      copyTo: config.auditSealsFile,
      isElsewhere: place > 0,
    },
    processes: config.processes,
    // A client with an idle connection may be about to send a request.
    quietBeforeClosing: 2000,
  })
  closers.push(() => app.close())
  if (config.tls) {
    const stop = followTls(app.server, config.tls, { onTrouble: (error) => app.log.error(error) })
    closers.push(async () => stop())
  }
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    throw explainListen(error, config)
  }
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return `${tls ? 'https' : 'http'}://${host}:${port}`
}

/** Backups are automatic if a place for them is configured. */
function backupPlanOf({ backup, auditKeyFile, databaseUrl, dataDirectory }: Config): BackupPlan | undefined {
  const { directory, ...rest } = backup
  return directory === undefined
    ? undefined
    : { directory, ...rest, auditKeyFile, databaseUrl, dataDirectory }
}

/** Checks the place of the backups at the start, so that an error is reported at once and not at night. */
async function checkBackups(config: Config): Promise<void> {
  const plan = backupPlanOf(config)
  if (plan) await (await import('./ground/backup/nightly/check-directory.ts')).checkPlace(plan)
}

function sayReady({ isDemo }: Config, where: string): void {
  if (isDemo) sayDemoAccounts()
  say(`Lantern is ready at ${where}`)
}

/** Read only where there is a collector: the packages that it takes are many. */
async function openTracing(): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = process.env
  if (!all && !traces) return undefined
  const { createTracing } = await import('./ground/watch/tracing.ts')
  return createTracing(await version(), process.env)
}

async function version(): Promise<string> {
  return (await import('../package.json', { with: { type: 'json' } })).default.version
}

/** Serves the figures, to the last: how a server stops is among what they tell. */
async function openMetrics({ metrics: first }: Config, place: number): Promise<Metrics | undefined> {
  if (!first) return undefined
  // Each of several processes tells of itself, at a port of its own.
  const door = { host: first.host, port: first.port + place }
  // Read only where somebody asks for figures.
  const { createMetrics } = await import('./ground/watch/metrics.ts')
  const { serveMetrics } = await import('./ground/watch/metrics-server.ts')
  const metrics = createMetrics(await version())
  try {
    const server = await serveMetrics(metrics, door)
    closers.push(() => server.close())
  } catch (error) {
    throw explainListen(error, door, 'METRICS_')
  }
  return metrics
}

/** Brings up the database and its schema; answers the address for the server's own account. */
async function openDatabase(config: Config): Promise<string> {
  if (config.databaseUrl) {
    const { checkExternal, explainExternal } = await import('./ground/db/external.ts')
    await refuseTakenPort(config)
    const address = await checkExternal(config.databaseUrl)
    try {
      return withAccountOf(config.databaseUrl, await prepareDatabase(address, config))
    } catch (error) {
      throw explainExternal(error, address)
    }
  }
  const { claimDirectory } = await import('./ground/db/embedded/claim.ts')
  const { startEmbedded } = await import('./ground/db/embedded.ts')
  // First, so that a second start hears of the first one and not of its port.
  const claim = claimDirectory(config.dataDirectory)
  await refuseTakenPort(config)
  const asked = { onProgress: say, claim, processes: config.processes }
  const database = config.archive
    ? await (await import('./ground/backup/continuous/archiving.ts')).startArchived(
        config.dataDirectory,
        asked,
        config.archive,
      )
    : await startEmbedded(config.dataDirectory, { ...asked, spool: 'off' })
  closers.push(() => database.stop())
  return await prepareDatabase(database.ownerUrl, config)
}

async function prepareDatabase(ownerUrl: string, { isDemo }: Config): Promise<string> {
  const { migrate } = await import('./ground/db/migrate.ts')
  const { MigrationRefusal } = await import('./ground/db/schema/bring-up-to-date.ts')
  try {
    const { appUrl } = await migrate(ownerUrl)
    if (isDemo) {
      const { fillDemo } = await import('./demo/fill.ts')
      await fillDemo(ownerUrl, { onProgress: say })
    }
    return appUrl
  } catch (error) {
    throw error instanceof MigrationRefusal ? new PlainRefusal(error.message) : error
  }
}

/** Before anything else is started: making a database only to find the door taken would waste a minute. */
function refuseTakenPort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(explainListen(error, config)))
    probe.listen({ host: config.host, port: config.port }, () => probe.close(() => resolve()))
  })
}

function explainListen(error: unknown, { host, port }: { host: string; port: number }, prefix = ''): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return portTaken({ host, port }, prefix)
    case 'EACCES':
      return new PlainRefusal(
        `The port ${port} is for the system alone; choose one above 1023, for example ${prefix}PORT=3000.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new PlainRefusal(
        `This machine has no address ${host}; correct ${prefix}HOST: 127.0.0.1 for this machine alone, 0.0.0.0 for all that reach it.`,
      )
    default:
      return error
  }
}

function sayDemoAccounts(): void {
  say('Sign in with the password lantern-demo-2026 as')
  for (const account of ['admin', 'doctor', 'nurse', 'nights', 'pharmacist', 'receptionist', 'inventory']) {
    say(`  ${account}@demo.test`)
  }
}

/** The part of an error that tells nothing about a patient: PostgreSQL's details are rows. */
async function report(error: unknown): Promise<void> {
  if (error instanceof PlainRefusal) return complain(error.message)
  const { loggedError } = await import('./ground/http/error-log.ts')
  complain(loggedError(error))
}

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  for (const close of closers.toReversed()) {
    try {
      await Promise.race([close(), sleep(longestClose)])
    } catch (error) {
      await report(error)
    }
  }
  process.exit(exitCode)
}

/** One process after another, each when the next serves: without a gap. */
function restart(): void {
  if (processes) return processes.restart()
  if (cluster.isPrimary) say('Only several processes can be restarted without a gap: set LANTERN_PROCESSES.')
}

/** Starts the server, and ends the process where it can't; the screens are served once the web app is built. */
export async function run(isWebBuilt: Promise<void> = Promise.resolve()): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  if (process.platform !== 'win32') process.on('SIGUSR2', restart)
  if (cluster.isPrimary) endWithParent(() => void stop(0))
  // An uncaught error ends the process. Node would print it with everything attached to it.
  process.on('uncaughtException', async (error) => {
    await report(error)
    await stop(1)
  })
  try {
    await start(isWebBuilt)
  } catch (error) {
    // A stop in the middle of a start makes the rest of the start fail; that is no news.
    if (!isStopping) {
      await report(error)
      await stop(1)
    }
  }
}

// From its sources, as `npm run dev` and tests start it, it is begun by nobody else; nor is one of several processes.
if (import.meta.main) await run()
