import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { readLogo, readSite } from '../../../contract/hospital/hospital.ts'
import {
  editSettings,
  isUnfinished,
  listTimeZones,
  putOffSetup,
  readMailState,
  readSettings,
  readSetup,
  setLogo,
} from '../../../contract/hospital/settings.ts'
import { Refusal } from '../../ground/http/errors.ts'
import { logoOf } from '../../ground/http/hospital.ts'
import { serve } from '../../ground/http/serve.ts'
import { changedFields, found, lastChangeBy, staleEdit } from '../../ground/records/record.ts'
import { refreshExpiryAlerts } from '../../store/items/public.ts'
import * as queries from './queries.ts'

const sentence = 'This can’t be switched on while Lantern sends no e-mail.'
const noCodes = new Refusal('email_off', sentence, { errors: [{ path: 'booksFromHome', message: sentence }] })

export function siteRoutes(app: FastifyInstance) {
  const { outbox, channels, signOn, sessions } = app.lantern
  const onTrouble = (error: unknown) => app.log.warn(error)

  serve(app, readSite, async ({ db, hospital, now }) => {
    const { name, ...known } = await hospital.read()
    const { day, from, until } = await hospital.dayOf(now)
    const { awaitsFirstAccount, steps } = await queries.beginnings(db)
    return {
      ...known,
      hospitalName: name,
      today: { day, from: from.toISOString(), until: until.toISOString() },
      sendsMail: outbox.sends,
      messages: { channels: [...channels.open], isOn: known.tellsPatients && channels.open.length > 0 },
      signOn: signOn && { name: signOn.name },
      awaitsFirstAccount,
      isBeingSetUp: isUnfinished(steps),
    }
  })

  serve(app, readSettings, async ({ db }) => queries.settings(db))

  serve(app, editSettings, async ({ trx, body, version, audit, hospital, afterCommit }) => {
    afterCommit(hospital.forget)
    // The settings decide who needs a second step.
    afterCommit(sessions.forgetAll)
    const before = await queries.settings(trx)
    if (before.version === version && isDeepStrictEqual({ ...before, ...body }, before)) return before
    if (body.booksFromHome && !before.booksFromHome && !channels.open.includes('EMAIL')) throw noCodes
    const isWritten = await queries.changeSettings(trx, version, body)
    const after = await queries.settings(trx)
    if (!isWritten) throw staleEdit('the settings', after, await lastChangeBy(trx, editSettings.name))
    // With the zone, today is another day, also for a large store: nobody waits for that, and the job does what is left.
    if (after.timeZone !== before.timeZone)
      afterCommit(() => void refreshExpiryAlerts(app.lantern.db).catch(onTrouble))
    audit.changes = changedFields(before, after)
    return after
  })

  serve(app, readMailState, async ({ db, now }) =>
    outbox.sends ? queries.mailState(db, now) : { waiting: 0, since: null },
  )

  serve(app, readLogo, async ({ db, params }) =>
    found({ gone: 'This logo is no longer in use.' }, await logoOf(db, params.mark)),
  )

  serve(app, setLogo, async ({ trx, body, audit, hospital, afterCommit }) => {
    afterCommit(hospital.forget)
    const { before, after } = await queries.changeLogo(trx, body.logo)
    audit.changes = changedFields(before, after)
    return after
  })

  serve(app, listTimeZones, async ({ db }) => queries.timeZones(db))

  serve(app, readSetup, async ({ db }) => queries.setup(db))

  serve(app, putOffSetup, async ({ trx, body, audit }) => {
    await queries.putOff(trx, body.steps, body.isPutOff)
    audit.changes = { [body.isPutOff ? 'putOff' : 'broughtBack']: body.steps }
    return queries.setup(trx)
  })
}
