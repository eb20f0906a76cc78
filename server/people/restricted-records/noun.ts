import { isDeepStrictEqual } from 'node:util'
import {
  editRestriction,
  openRecord,
  type Restriction,
  readRecordAccess,
  readRestriction,
} from '../../../contract/people/restricted-records.ts'
import { invalidField, Refusal } from '../../ground/http/errors.ts'
import { itself } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { type EditedKind, editRecord, found } from '../../ground/records/record.ts'
import { patientRecord } from '../patients/public.ts'
import * as queries from './queries.ts'

const restriction: EditedKind<Restriction> = {
  called: 'this restriction',
  gone: patientRecord.gone,
  read: queries.restrictionOf,
  changedBy: [editRestriction],
}

const namesOf = ({ readers }: Restriction) => readers.map(({ name }) => name).join(', ') || null

export const restrictedRecords = {
  routes(app) {
    serve(app, readRecordAccess, async ({ db, params, staff }) => {
      return found(patientRecord, await queries.accessOf(db, params.id, staff.id))
    })

    serve(app, openRecord, ({ db, create, params, body, staff }) => {
      return create(queries.newAccess(params.id, staff.id, body.reason), async () => {
        found(patientRecord, await queries.accessOf(db, params.id, staff.id))
        return new Refusal('record_not_restricted', 'This record is not restricted any more.')
      })
    })

    serve(app, readRestriction, async ({ db, params }) => {
      return found(restriction, await queries.restrictionOf(db, params.id))
    })

    serve(app, editRestriction, async (call) => {
      const { trx, params, body, staff, version, audit } = call
      call.afterCommit(() => app.lantern.restrictions.forget())
      let before: Restriction | undefined
      const after = await editRecord(call, restriction, async (current) => {
        before = current
        const listed = current.readers.map(({ id }) => id)
        const wanted = {
          isRestricted: body.isRestricted ?? current.restrictedSince !== null,
          readerIds: body.readerIds ?? listed,
        }
        const added = wanted.readerIds.filter((id) => !listed.includes(id))
        const active = await queries.activeAmong(trx, added)
        const inactive = wanted.isRestricted ? added.find((id) => !active.has(id)) : undefined
        if (inactive)
          throw invalidField(
            `readerIds.${wanted.readerIds.indexOf(inactive)}`,
            'This account is not active any more. Choose another.',
          )
        const isSame =
          wanted.isRestricted === (current.restrictedSince !== null) &&
          isDeepStrictEqual(wanted.readerIds.toSorted(), listed.toSorted())
        return !isSame && queries.writeRestriction(trx, { id: params.id, version }, wanted, staff.id)
      })
      if (audit.changes && before)
        audit.changes = {
          restrictedSince: [before.restrictedSince, after.restrictedSince],
          onTheList: [namesOf(before), namesOf(after)],
        }
      return after
    })
  },
  live: {
    stale: {
      'record-access': {
        patient: itself,
        'record-access': itself,
        // The doctors who treat the patient change with them.
        appointment: ({ told }) => told.patient ?? [],
        admission: ({ told }) => told.patient ?? [],
      },
    },
  },
} satisfies Noun
