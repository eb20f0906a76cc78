import {
  type DuplicatePair,
  decideDuplicates,
  listDuplicates,
  summarizeDuplicates,
  takeBackDuplicates,
} from '../../../contract/people/duplicates/duplicates.ts'
import { Refusal } from '../../ground/http/errors.ts'
import { always, where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { found } from '../../ground/records/record.ts'
import * as queries from './queries.ts'
import { compareDue } from './scan.ts'

const gone = {
  gone: 'These two records are no longer a possible duplicate: one was changed or removed.',
}

const idsOf = ({ records }: DuplicatePair) => records.map(({ id }) => id)
const mrnsOf = ({ records }: DuplicatePair) => records.map(({ mrn }) => mrn).join(', ')

export const duplicates = {
  routes(app) {
    /** A note may say what a restricted record keeps back. */
    async function shownTo<Pair extends DuplicatePair>(
      staffId: string,
      pairs: readonly Pair[],
    ): Promise<Pair[]> {
      const noted = pairs.filter(({ decision }) => decision?.note)
      const closed = await app.lantern.restrictions.closedTo(staffId, noted.flatMap(idsOf))
      return pairs.map((pair) =>
        pair.decision && idsOf(pair).some((id) => closed.has(id))
          ? { ...pair, decision: { ...pair.decision, note: null } }
          : pair,
      )
    }

    serve(app, listDuplicates, async ({ db, query: { band, ...request }, staff, audit }) => {
      const page = await queries.pairPage(db, band, request)
      audit.patientIds = [...new Set(page.items.flatMap(idsOf))]
      return { ...page, items: await shownTo(staff.id, page.items) }
    })

    serve(app, summarizeDuplicates, ({ db }) => queries.summary(db))

    serve(app, decideDuplicates, async ({ trx, params, body: { mark, note }, staff, audit, now }) => {
      const row = found(gone, await queries.lockPair(trx, params.id))
      const pair = found(gone, await queries.pairById(trx, params.id))
      audit.patientIds = idsOf(pair)
      if (row.decidedBy !== null)
        throw new Refusal(
          'duplicates_decided',
          `${row.decidedBy} has already marked these records as not duplicates.`,
        )
      if (pair.mark !== mark)
        throw new Refusal(
          'duplicates_changed',
          'One of the two records was changed meanwhile. Compare them again, and decide then.',
        )
      await queries.decide(trx, params.id, { mark, note, staffId: staff.id, now })
      audit.changes = { notDuplicates: mrnsOf(pair), ...(note && { note }) }
      return found(gone, await queries.pairById(trx, params.id))
    })

    serve(app, takeBackDuplicates, async ({ trx, params, staff, audit }) => {
      const row = found(gone, await queries.lockPair(trx, params.id))
      const pair = found(gone, await queries.pairById(trx, params.id))
      audit.patientIds = idsOf(pair)
      if (row.decidedBy === null) return pair
      await queries.takeBack(trx, params.id)
      audit.changes = { notDuplicates: [mrnsOf(pair), null] }
      const [shown] = await shownTo(staff.id, [found(gone, await queries.pairById(trx, params.id))])
      return found(gone, shown)
    })
  },
  live: { stale: { duplicates: { 'duplicate-pair': always, staff: where('named') } } },
  jobs: [{ name: 'compare-changed-patients', every: '* * * * *', run: compareDue }],
} satisfies Noun
