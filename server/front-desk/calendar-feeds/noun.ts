import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  addCalendarFeed,
  FeedSecret,
  readCalendarFeed,
  withdrawCalendarFeed,
} from '../../../contract/front-desk/calendar-feeds.ts'
import { askedTogether } from '../../ground/db/replica/asked-together.ts'
import { Refusal } from '../../ground/http/errors.ts'
import { always } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { found } from '../../ground/records/record.ts'
import { network } from '../../ground/sign-in/attempt-origin.ts'
import { perMinute } from '../../ground/sign-in/per-minute.ts'
import { tokenHash } from '../../ground/sign-in/token-hash.ts'
import { icalendarOf } from './icalendar.ts'
import * as queries from './queries.ts'

const madeBefore = 'Another address was made meanwhile. Open the settings again.'

export const calendarFeeds = {
  routes(app) {
    serve(app, readCalendarFeed, ({ db, staff }) => queries.ownFeed(db, staff.id))

    serve(app, addCalendarFeed, ({ transact, body: { secret, showsInitials }, staff, now }) =>
      transact(async (trx, audit) => {
        const replaced = await queries.withdraw(trx, staff.id, now)
        const of = { staffId: staff.id, hash: tokenHash(secret), showsInitials, now }
        const feed = await queries.insertFeed(trx, of)
        audit.subjectId = feed.id
        audit.changes = { initials: showsInitials, ...(replaced && { replaced: true }) }
        return feed
      }),
    )

    serve(app, withdrawCalendarFeed, async ({ trx, params, staff, audit, now }) => {
      const id = await queries.withdraw(trx, staff.id, now, params.id)
      audit.changes = { withdrawn: true }
      return { id: found({ gone: 'This address was withdrawn already.' }, id) }
    })

    serveFeeds(app)
  },
  live: { stale: { 'calendar-feeds': { 'calendar-feed': always, hospital: always } } },
  constraints: {
    calendar_feed_one_each: { code: 'calendar_feed_made_before', detail: madeBefore },
    calendar_feed_secret_once: { code: 'calendar_feed_made_before', detail: madeBefore },
  },
} satisfies Noun

/** How many wrong addresses one network may ask for in a minute. The count protects nothing: a secret is 256 random bits. */
const freeWrongOnes = 60
/** How often an address may be read in a minute. Calendars read it every few minutes at most. */
const freeReads = 20

/** Answers calendars, which have the secret of an address and nothing else. Nothing that they send is logged or audited. */
function serveFeeds(app: FastifyInstance) {
  const { db, audit, restrictions, hospital, clock } = app.lantern
  const countWrong = perMinute(freeWrongOnes, 'Too many addresses that don’t hold.')
  const countRead = perMinute(freeReads, 'This calendar was read too often.')

  let waiting: string[] = []
  // One query for all secrets that arrive meanwhile, so that many wrong ones use at most one database connection.
  const lookUp = askedTogether(async () => {
    const hashes = waiting
    waiting = []
    return queries.openFeeds(db, hashes)
  })

  async function feedOf(sent: string, address: string) {
    const secret = FeedSecret.safeParse(sent).data
    if (secret) {
      const hash = tokenHash(secret)
      waiting.push(hash)
      const feed = (await lookUp()).get(hash)
      if (feed) return feed
    }
    countWrong(network(address))
    throw new Refusal('not_found', 'This calendar does not exist, or its address was withdrawn.')
  }

  /** The patients whose initials may leave the hospital: not those of restricted records that are closed to the doctor. */
  async function namedIn(bookings: readonly queries.Booking[], staffId: string): Promise<Set<string>> {
    const patientIds = [...new Set(bookings.map(({ patientId }) => patientId))]
    const closed = await restrictions.closedTo(staffId, patientIds)
    return new Set(patientIds.filter((id) => !closed.has(id)))
  }

  function noteNamed(request: FastifyRequest, { id, staffId }: queries.OpenFeed, named: ReadonlySet<string>) {
    audit.note({
      at: clock(),
      staffId,
      action: 'fetchCalendarFeed',
      address: request.ip,
      requestId: request.id,
      outcome: 'done',
      subjectId: id,
      patientIds: [...named],
      changes: null,
    })
  }

  app.get<{ Params: { secret: string } }>(
    '/calendar/:secret.ics',
    { schema: { hide: true } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const feed = await feedOf(request.params.secret, request.ip)
      countRead(feed.id)
      if (feed.showsInitials && !audit.hasRoom) {
        throw new Refusal('database_unavailable', 'Access can’t be logged right now. Try again in a moment.')
      }
      const now = clock()
      const [{ name }, today] = [await hospital.read(), await hospital.today(now)]
      const bookings = await queries.bookingsOf(db, feed.staffId, today, now)
      const absences = await queries.absencesOf(db, feed.staffId, today, now)
      const named = feed.showsInitials ? await namedIn(bookings, feed.staffId) : new Set<string>()
      if (named.size > 0) noteNamed(request, feed, named)
      await queries.noteFetched(db, feed.id, now)
      return reply.type('text/calendar; charset=utf-8').send(icalendarOf(name, bookings, absences, named))
    },
  )
}
