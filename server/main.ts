import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, readConfig } from './start/config.ts'
import { endWithParent } from './start/end-with-parent.ts'
import { voice } from './start/say.ts'
import { errorCode, StartRefusal } from './start/start-refusal.ts'
import { followTls, readTls } from './start/tls.ts'
import type { Metrics } from './watch/metrics.ts'
import type { Tracing } from './watch/tracing.ts'

/** What has to be undone at the end, the last first. */
const closers: (() => Promise<unknown>)[] = []
/** Milliseconds; PostgreSQL's own patience is shorter. */
let longestClose = 25_000
let isStopping = false
/** Until the settings say otherwise. */
let { say, complain } = voice('text')

async function start(isWebBuilt: Promise<void>): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  ;({ say, complain } = voice(config.logFormat))
  longestClose += config.leaveFor
  const tls = config.tls && readTls(config.tls)
  // The application is read while the database starts. A failure of its own is met where it is awaited.
  const application = import('./app.ts')
  application.catch(() => {})
  const [appUrl] = await Promise.all([openDatabase(config), isWebBuilt])
  const { buildApp } = await application
  const { sealKeyIn } = await import('./seals/key.ts')
  const [metrics, tracing] = await Promise.all([openMetrics(config), openTracing()])
  const app = await buildApp({
    databaseUrl: appUrl,
    webDirectory: config.webDirectory,
    trustedProxy: config.trustedProxy,
    publicUrl: config.publicUrl,
    mail: config.mail,
    signOn: config.signOn,
    logger: { level: config.logLevel },
    tls,
    metrics,
    tracing,
    leaveFor: config.leaveFor,
    // Who kept a connection and is silent may be about to ask.
    quietBeforeClosing: 2000,
    runsJobs: true,
    seals: { key: sealKeyIn(config.auditKeyFile), copyTo: config.auditSealsFile },
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
  if (config.isDemo) sayDemoAccounts()
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  say(`Lantern is ready at ${tls ? 'https' : 'http'}://${host}:${port}`)
}

/** Read only where there is a collector: the packages that it takes are many. */
async function openTracing(): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = process.env
  if (!all && !traces) return undefined
  const { createTracing } = await import('./watch/tracing.ts')
  return createTracing(await version(), process.env)
}

async function version(): Promise<string> {
  return (await import('../package.json', { with: { type: 'json' } })).default.version
}

/** Serves the figures, to the last: how a server stops is among what they tell. */
async function openMetrics({ metrics: place }: Config): Promise<Metrics | undefined> {
  if (!place) return undefined
  // Read only where somebody asks for figures.
  const { createMetrics } = await import('./watch/metrics.ts')
  const { serveMetrics } = await import('./watch/metrics-server.ts')
  const metrics = createMetrics(await version())
  try {
    const server = await serveMetrics(metrics, place)
    closers.push(() => server.close())
  } catch (error) {
    throw explainListen(error, place, 'METRICS_')
  }
  return metrics
}

/** Brings up the database and its schema; answers the address for the server's own account. */
async function openDatabase(config: Config): Promise<string> {
  if (config.databaseUrl) {
    const { checkExternal, explainExternal } = await import('./db/external.ts')
    await refuseTakenPort(config)
    await checkExternal(config.databaseUrl)
    try {
      return await prepareDatabase(config.databaseUrl, config)
    } catch (error) {
      throw explainExternal(error, config.databaseUrl)
    }
  }
  const { claimDirectory } = await import('./db/embedded/claim.ts')
  const { startEmbedded } = await import('./db/embedded.ts')
  // First, so that a second start hears of the first one and not of its port.
  const claim = claimDirectory(config.dataDirectory)
  await refuseTakenPort(config)
  const database = config.archive
    ? await (await import('./backup/continuous/archiving.ts')).startArchived(
        config.dataDirectory,
        { onProgress: say, claim },
        config.archive,
      )
    : await startEmbedded(config.dataDirectory, { onProgress: say, claim, spool: 'off' })
  closers.push(() => database.stop())
  return await prepareDatabase(database.ownerUrl, config)
}

async function prepareDatabase(ownerUrl: string, { isDemo }: Config): Promise<string> {
  const { migrate, MigrationRefusal } = await import('./db/migrate.ts')
  try {
    const { appUrl } = await migrate(ownerUrl)
    if (isDemo) {
      const { fillDemo } = await import('./demo/fill.ts')
      await fillDemo(ownerUrl, { onProgress: say })
    }
    return appUrl
  } catch (error) {
    throw error instanceof MigrationRefusal ? new StartRefusal(error.message) : error
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
      return new StartRefusal(
        `Port ${port} of ${host} is taken by another program; stop that one, or choose another port, for example ${prefix}PORT=${port + 1}.`,
      )
    case 'EACCES':
      return new StartRefusal(
        `The port ${port} is for the system alone; choose one above 1023, for example ${prefix}PORT=3000.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StartRefusal(
        `This machine has no address ${host}; correct ${prefix}HOST: 127.0.0.1 for this machine alone, 0.0.0.0 for all that reach it.`,
      )
    default:
      return error
  }
}

function sayDemoAccounts(): void {
  say('Sign in with the password lantern-demo-2026 as')
  for (const account of ['admin', 'doctor', 'receptionist', 'inventory']) say(`  ${account}@demo.test`)
}

/** Of an error, what can be told without telling of a patient: PostgreSQL's details are rows. */
async function report(error: unknown): Promise<void> {
  if (error instanceof StartRefusal) return complain(error.message)
  const { loggedError } = await import('./http/error-log.ts')
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

/** Starts the server, and ends the process where it can't; the screens are served once the web app is built. */
export async function run(isWebBuilt: Promise<void> = Promise.resolve()): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  endWithParent(() => void stop(0))
  // What nobody caught ends the process, which Node would tell with all that hangs on the error.
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

// From its sources, as `npm run dev` and tests start it, it is begun by nobody else.
if (import.meta.main) await run()
