import { countMessages, listFailedMessages, notePhoned } from '../../../contract/front-desk/messages.ts'
import { always, where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { found } from '../../ground/records/record.ts'
import { failedMessages, markPhoned, messageCounts } from './queries.ts'

export const messages = {
  routes(app) {
    serve(app, listFailedMessages, async ({ db, audit }) => {
      const items = await failedMessages(db)
      audit.patientIds = items.map(({ appointment }) => appointment.patientId)
      return items
    })

    serve(app, countMessages, ({ db, now }) => messageCounts(db, app.lantern.channels.open, now))

    serve(app, notePhoned, async ({ trx, params, staff, audit, now }) => {
      const marked = found(
        { gone: 'This message does not exist.' },
        await markPhoned(trx, params.id, staff.id, now),
      )
      audit.subjectId = params.id
      audit.patientIds = [marked.patientId]
      audit.changes = { phoned: marked.phoned }
      return { id: params.id }
    })
  },
  live: {
    stale: {
      messages: {
        'patient-message': always,
        hospital: always,
        patient: where('identity'),
      },
    },
  },
} satisfies Noun
