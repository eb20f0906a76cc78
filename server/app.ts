import { createHmac } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { scopeKinds } from '../contract/nouns.ts'
import { sendingMessages } from './front-desk/messages/public.ts'
import { bookingMails } from './front-desk/online-bookings/public.ts'
import { type Nightly, startNightly } from './ground/backup/nightly/nightly.ts'
import type { BackupPlan } from './ground/backup/nightly/plan.ts'
import { readingAsOf } from './ground/db/as-of.ts'
import { type HearingLimits, hearingLimits, listenForChanges } from './ground/db/changes.ts'
import { connect } from './ground/db/connect.ts'
import { readReplica } from './ground/db/replica/replica.ts'
import { nobodyWaits, somebodyWaits, type TimeLimits } from './ground/db/time-limits.ts'
import { compression } from './ground/http/answers/compression.ts'
import { checkingCompiler, namedFieldsCompiler } from './ground/http/answers/encoding.ts'
import { createSnapshots } from './ground/http/answers/snapshots.ts'
import { answerBadAddress, answerBrokenRequest, answerProblems, Refusal } from './ground/http/errors.ts'
import { hospitalReader } from './ground/http/hospital.ts'
import { deleteOldReplies } from './ground/http/idempotency.ts'
import { takeTurns } from './ground/http/limits/calls-without-token.ts'
import { type WholeListLimits, wholeListLimits, wholeLists } from './ground/http/limits/whole-lists.ts'
import { serveOpenApi } from './ground/http/openapi/serve-openapi.ts'
import { protect } from './ground/http/protection.ts'
import { createRestrictions } from './ground/http/restrictions.ts'
import { createSessions, deleteEndedSessions } from './ground/http/session.ts'
import { builtFrom, serveWeb } from './ground/http/static/web-app.ts'
import { finishBeforeClosing } from './ground/http/stopping.ts'
import { type RunningJobs, runJobs } from './ground/jobs/run.ts'
import type { RunningWorker } from './ground/jobs/worker.ts'
import { serveLive } from './ground/live/live.ts'
import { openChannels } from './ground/mail/channels.ts'
import { createOutbox } from './ground/mail/outbox.ts'
import type { SealKey } from './ground/seals/key.ts'
import { type Sealer, startSealer } from './ground/seals/sealer.ts'
import { hashTurnLimits, inTurns, signOnTurnLimits } from './ground/sign-in/attempt-queue.ts'
import { createAttempts, deleteSpentCounts, forgetOldPlaces } from './ground/sign-in/attempts.ts'
import { createAuth, makeSigningKey } from './ground/sign-in/auth.ts'
import { createDisplays } from './ground/sign-in/display-links.ts'
import { createWayOn } from './ground/sign-in/first-screen.ts'
import { tellHiddenFailures } from './ground/sign-in/hidden-failures.ts'
import { serveLinks } from './ground/sign-in/links/serve-links.ts'
import { lockIdleSessions, usualIdleLooks } from './ground/sign-in/own/idle-lock.ts'
import { serveOwnSignIn } from './ground/sign-in/own/own-sign-in.ts'
import { passkeys } from './ground/sign-in/own/passkeys.ts'
import { secondFactor } from './ground/sign-in/own/second-factor.ts'
import { hasSession, serveAuth } from './ground/sign-in/serve-auth.ts'
import { flowCookies } from './ground/sign-in/sign-on/flow-cookie.ts'
import { createProvider } from './ground/sign-in/sign-on/provider.ts'
import { serveSignOn } from './ground/sign-in/sign-on/serve-sign-on.ts'
import type { GatewaySettings } from './ground/start/gateway-settings.ts'
import type { MailSettings } from './ground/start/mail-settings.ts'
import type { SignOnSettings } from './ground/start/sign-on-settings.ts'
import type { Tls } from './ground/start/tls.ts'
import { auditTrail } from './ground/trail/audit-trail.ts'
import { serveHealth } from './ground/watch/health.ts'
import { type LogSettings, logCalls, withoutPatients } from './ground/watch/log.ts'
import type { Metrics } from './ground/watch/metrics.ts'
import { nameRequests, requestIds, trusting } from './ground/watch/request-ids.ts'
import type { Tracing } from './ground/watch/tracing.ts'
import { constraints, jobs as jobsOfNouns, lettersOf, live, nouns, recordNames, workers } from './nouns.ts'
import { signedBodies } from './signed-bodies.ts'

export interface AppOptions {
  /** Where PostgreSQL is, as the unprivileged account that `migrate` prepared. */
  databaseUrl: string
  /** The migrations of this version; default: those whose files are there. */
  migrations?: string[] | undefined
  /** A copy of that database which follows it and only reads. */
  readUrl?: string | undefined
  /** The built web app; without it only the API is served. */
  webDirectory?: string | undefined
  /** Addresses whose X-Forwarded-For is believed. */
  trustedProxy?: string | undefined
  /** The origin that browsers use, when a proxy makes it another than the Host header says. */
  publicUrl?: string | undefined
  /** Where mails are handed in; their links lead to `publicUrl`. */
  mail?: MailSettings | undefined
  /** Where SMS and WhatsApp messages to patients are posted. */
  gateway?: GatewaySettings | undefined
  /** The hospital's own OpenID Connect provider. */
  signOn?: SignOnSettings | undefined
  logger?: LogSettings
  /** The certificate to serve with, and its key. */
  tls?: Tls | undefined
  /** Counts and measures this server. */
  metrics?: Metrics | undefined
  /** Tells a collector what calls and their statements take. */
  tracing?: Tracing | undefined
  /** Milliseconds for which everybody is still served once this server is not ready any more, because it is to stop. */
  leaveFor?: number
  /** Most database connections at once. */
  connections?: number
  clock?: () => Date
  /** How long the database is waited for while somebody waits for the answer. */
  limits?: TimeLimits
  /** How soon a deaf connection is noticed. */
  hearing?: Partial<HearingLimits>
  /** How exports and prints of lists are held to their share. */
  wholeLists?: Partial<WholeListLimits>
  /** How much of the trail may wait for the database before nothing is answered that has to be on record. */
  trailRoom?: number
  /** How long a client may take to send. */
  requestTimes?: RequestTimes
  /**
   * Milliseconds between checks for idle sessions. Default: the usual interval if this server runs jobs, otherwise
   * never.
   */
  idleLooks?: number
  /** For tests: holds each answer against the contract, value by value, and the codes of errors too. */
  checksAnswers?: boolean
  /** Whether this server does its part of what is done without a call, from when it listens. */
  runsJobs?: boolean
  /** The key that seals the trail, and where the seals are copied to; or that another process of this machine seals. */
  seals?: { key: SealKey; copyTo?: string | undefined; isElsewhere?: boolean }
  /** Where backups are made by themselves, and when. */
  backups?: BackupPlan | undefined
  /** How many processes serve on this machine. */
  processes?: number
  /** Milliseconds without a request after which connections that were kept open are closed at a stop. */
  quietBeforeClosing?: number | undefined
}

/** Milliseconds: for the head of a request, for the whole of it, and between looks for who took longer. */
export interface RequestTimes {
  head: number
  whole: number
  looks: number
}

const requestTimes: RequestTimes = { head: 15_000, whole: 30_000, looks: 3_000 }
const largestBody = 256 * 1024
const jobs = [deleteOldReplies, deleteSpentCounts, forgetOldPlaces, deleteEndedSessions, ...jobsOfNouns]

/** Lantern's server, ready to listen. Closing it closes its database connections. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const clock = options.clock ?? (() => new Date())
  const trust = trusting(options.trustedProxy)
  const { head, whole: wholeRequest, looks } = options.requestTimes ?? requestTimes
  const http = { headersTimeout: head, connectionsCheckingInterval: looks }
  const app: FastifyInstance = Fastify({
    genReqId: requestIds(trust),
    logger: withoutPatients(options.logger),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestBody,
    requestTimeout: wholeRequest,
    connectionTimeout: 0,
    // Fastify runs the hooks of a stop by the same clock, whose 10 s are less than a stop may take.
    pluginTimeout: 0,
    keepAliveTimeout: 72_000,
    ...(options.tls ? { https: { ...http, ...options.tls } } : { http }),
    trustProxy: trust,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Connections that are open after all requests have finished are idle, or have had enough time.
    forceCloseConnections: true,
    return503OnClosing: false,
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBrokenRequest,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(options.checksAnswers ? checkingCompiler : namedFieldsCompiler)
  acceptEmptyJson(app)
  answerProblems(app, constraints, { checksCodes: options.checksAnswers })
  nameRequests(app)
  logCalls(app)
  options.metrics?.countCalls(app)
  options.tracing?.traceCalls(app, trust)
  const { leaving, stopping } = finishBeforeClosing(app, {
    leaveFor: options.leaveFor,
    quietFor: options.quietBeforeClosing,
  })

  const limits = options.limits ?? somebodyWaits
  const log = options.tracing?.traceStatement
  const connections = options.connections ?? connectionsOf(options.processes ?? 1)
  const { db, pool } = connect(options.databaseUrl, { connections, limits, log })
  const replica = options.readUrl
    ? readReplica({
        db,
        url: options.readUrl,
        connections,
        log,
        onLost: (why) =>
          app.log.warn(why, 'The replica is not read for now; the database itself is read instead.'),
        onBack: () => app.log.warn('The replica is read again.'),
      })
    : null
  const lists = connect(options.databaseUrl, {
    connections: options.wholeLists?.places ?? wholeListLimits.places,
    limits: { ...limits, work: Number.POSITIVE_INFINITY },
    log,
  })
  const background = connect(options.databaseUrl, { connections: 2, limits: nobodyWaits })
  const sealing = connect(options.databaseUrl, { connections: 1, limits: nobodyWaits })
  // How the database is can be asked while all others wait for it.
  const watching = connect(options.databaseUrl, { connections: 1, limits })
  const hearing = { ...hearingLimits, ...options.hearing }
  const changes = await listenForChanges(options.databaseUrl, db, { limits, ...hearing })
  const hospital = hospitalReader(db, changes)
  const secret = await db.selectFrom('server_secret').select('value').executeTakeFirstOrThrow()
  const derived = (use: string) => createHmac('sha256', secret.value).update(use).digest('base64url')
  const secondFactors = secondFactor({ db, secret: derived('second factors'), clock })
  const keys = passkeys({ db, secret: derived('passkeys'), clock })
  const auth = createAuth({
    db,
    pool,
    secret: derived('sessions'),
    clock,
    secondFactor: secondFactors,
    passkeys: keys,
    hospitalName: async () => (await hospital.read()).name,
    publicUrl: options.publicUrl,
  })
  const attempts = createAttempts({
    db,
    turns: inTurns(hashTurnLimits(options.processes)),
    signOnTurns: inTurns(signOnTurnLimits),
    secret: derived('sign-in counts'),
    clock,
  })
  await makeSigningKey(db, options.databaseUrl, auth)
  const audit = auditTrail(background.db, {
    clock,
    onTrouble: (error) => app.log.error(error),
    ...(options.trailRoom !== undefined && { room: options.trailRoom }),
  })
  const { smtp, channels } = openChannels(options)
  const publicUrl = options.mail?.publicUrl ?? ''
  const warn = (error: unknown) => app.log.warn(error)
  const onTrouble = (error: unknown) => app.log.error(error)
  const write = lettersOf({ db: background.db, clock, hospital, publicUrl })
  const outbox = createOutbox({ db: background.db, clock, smtp, write, onTrouble: warn })
  const homeMails = bookingMails({ db: background.db, channels, publicUrl, onTrouble: warn })
  const asOf = await readingAsOf(db)
  const sessions = createSessions({
    db,
    changes,
    clock,
    readKeys: () => tellHiddenFailures(() => auth.api.getJwks()),
  })
  const restrictions = createRestrictions(db, changes)
  const idleLock = lockIdleSessions(background.db, {
    every: options.idleLooks ?? (options.runsJobs ? usualIdleLooks : null),
    onTrouble: warn,
  })
  const displays = createDisplays({ db, clock, isSecure: options.publicUrl?.startsWith('https:') ?? false })
  const signOn = options.signOn && {
    provider: createProvider(options.signOn, warn),
    cookies: flowCookies({
      secret: derived('sign-on'),
      clock,
      isSecure: options.signOn.publicUrl.startsWith('https:'),
    }),
    publicUrl: options.signOn.publicUrl,
  }
  const whole = wholeLists(lists, { ...wholeListLimits, ...options.wholeLists })
  app.decorate('lantern', {
    db,
    replica,
    wholeLists: whole,
    asOf,
    snapshots: createSnapshots(asOf),
    sessions,
    restrictions,
    presence: idleLock,
    displays,
    audit,
    outbox,
    channels,
    hurryBookingMails: homeMails.hurry,
    signOn: options.signOn ? { name: options.signOn.name, issuer: options.signOn.issuer } : null,
    hospital,
    clock,
    recordNames,
    sealKey: options.seals?.key.public ?? null,
  })
  app.decorate('jobs', [...jobs, ...outbox.jobs, sendingMessages(channels, warn), homeMails.job])
  let nightly: Nightly | undefined
  const look = async () => nightly?.look()
  app.decorate('backups', options.backups ? { plan: options.backups, look } : null)
  app.decorateRequest('staff', null)
  app.decorateRequest('screen', null)
  app.decorateRequest('audited', null)

  protect(app)
  takeTurns(app)
  await app.register(compress, compression)
  await serveOpenApi(app)
  serveHealth(app, { db: watching.db, leaving, migrations: options.migrations })
  const build = options.webDirectory ? await builtFrom(options.webDirectory) : undefined
  let streams = () => 0
  app.register(async (routes) => {
    serveAuth(routes, auth, attempts, options.publicUrl)
    serveOwnSignIn(routes, {
      auth,
      attempts,
      secondFactor: secondFactors,
      passkeys: keys,
      publicUrl: options.publicUrl,
      signedBodies,
    })
    serveLinks(routes, attempts, options.publicUrl)
    if (signOn) serveSignOn(routes, { auth, attempts, ...signOn })
    streams = serveLive(routes, {
      db,
      changes,
      asOf,
      sessions,
      restrictions,
      displays,
      stopping,
      nouns: live,
      kinds: scopeKinds,
      today: () => hospital.today(clock()),
      audit,
      clock,
      build,
      ...hearing,
    })
    for (const noun of nouns) noun.routes(routes)
  })
  if (options.webDirectory) {
    const wayOn = createWayOn({ db, auth })
    await serveWeb(app, options.webDirectory, { wayOn, hasSession, build, publicUrl: options.publicUrl })
  } else {
    app.setNotFoundHandler(() =>
      Promise.reject(new Refusal('not_found', 'There is nothing at this address.')),
    )
  }

  options.metrics?.measure({
    db: watching.db,
    pools: {
      calls: pool,
      'whole lists': lists.pool,
      background: background.pool,
      seals: sealing.pool,
      watch: watching.pool,
      ...(replica && { replica: replica.pool }),
    },
    changes,
    streams: () => streams(),
    traces: () => audit.waiting,
    clock,
    makesBackups: options.backups !== undefined,
  })
  // Every process works on imports that somebody asked for.
  let atWork: RunningWorker[] = []
  app.addHook('onListen', async () => {
    atWork = workers.map((start) => start({ db: background.db, changes, clock, onTrouble }))
  })
  let running: RunningJobs | undefined
  let sealer: Sealer | undefined
  if (options.runsJobs) {
    app.addHook('onListen', async () => {
      running = runJobs({
        ...background,
        jobs: app.jobs,
        clock,
        onTrouble: warn,
        onRun: options.metrics?.ranJob,
      })
      if (options.seals && !options.seals.isElsewhere) {
        sealer = startSealer({ ...options.seals, db: sealing.db, clock, onTrouble })
      }
      if (options.backups) {
        nightly = startNightly({ db: background.db, plan: options.backups, clock, onTrouble })
      }
    })
  }
  app.addHook('onClose', async () => {
    const begun = performance.now()
    await Promise.all(atWork.map((worker) => worker.stop()))
    await Promise.all([running?.stop(), outbox.close(), homeMails.close(), nightly?.stop(), idleLock.close()])
    await audit.close(begun)
    await sealer?.stop()
    await Promise.all([changes.close(), replica?.close()])
    await Promise.all([db, lists.db, background.db, sealing.db, watching.db].map((one) => one.destroy()))
    await options.tracing?.close()
  })
  return app
}

/** More connections than twice the cores slow PostgreSQL down; all processes share its limit. */
function connectionsOf(processes: number): number {
  return Math.max(4, Math.min(10, Math.ceil(20 / processes)))
}

/**
 * A POST without a body that still says content-type JSON is a call without fields, not a broken one. Nothing but JSON is
 * read: a page of another site can send plain text without a browser asking us first.
 */
function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body.toString(), done)
  })
}
