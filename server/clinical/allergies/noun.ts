import type { FastifyInstance } from 'fastify'
import {
  type Allergy,
  type AllergyForm,
  confirmAllergy,
  listAllergies,
  recordAllergy,
  strikeAllergy,
} from '../../../contract/clinical/allergies.ts'
import { requirePermission } from '../../ground/http/admit.ts'
import { Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import { where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { type RecordKind, recordById } from '../../ground/records/record.ts'
import { ofCurrentPatient, patientRecord } from '../../people/patients/public.ts'
import { entryGone, entryRefusal, strikeEntry } from '../entries/public.ts'
import * as queries from './queries.ts'

const allergy: RecordKind<Allergy> = { called: 'this allergy', gone: entryGone, read: queries.entries.byId }

function routes(app: FastifyInstance) {
  serve(app, listAllergies, async ({ db, params, query }) => {
    return ofCurrentPatient(db, params.id, (ids) => queries.entries.page(db, ids, query))
  })

  serve(app, recordAllergy, async ({ create, params, body, staff }) => {
    if (body.certainty !== 'REPORTED') requirePermission(staff, 'allergy.confirm')
    return create(queries.newAllergy(params.id, body, staff.id), patientGone).catch((error: unknown) => {
      throw refusal(error, body)
    })
  })

  serve(app, confirmAllergy, async ({ db, create, params, body, staff }) => {
    const { patientId } = await recordById(db, allergy, params.id)
    return create(queries.newAllergy(patientId, body, staff.id, params.id), patientGone).catch(
      async (error: unknown) => {
        if (violatedConstraint(error) !== 'allergy_replaces_current') throw refusal(error, body)
        const { struck } = await recordById(db, allergy, params.id)
        throw struck
          ? new Refusal('entry_struck', 'This entry is already marked as entered in error.')
          : new Refusal('allergy_replaced', replacedAlready)
      },
    )
  })

  serve(app, strikeAllergy, async (call) => {
    await queries.lockPatientOf(call.trx, call.params.id)
    return strikeEntry(call, 'allergy', allergy)
  })
}

const patientGone = () => new Refusal('not_found', patientRecord.gone)
const replacedAlready = 'Another entry has taken the place of this one.'

function refusal(error: unknown, { substance, isNoneKnown }: AllergyForm): unknown {
  const violated = violatedConstraint(error)
  const path = isNoneKnown ? 'isNoneKnown' : 'substance'
  const refuse = (message: string) =>
    new Refusal('allergy_recorded', message, { errors: [{ path, message }] })
  if (violated === 'allergy_none_known_alone')
    return refuse('An allergy is recorded. Mark it as entered in error if there is none.')
  // If two doctors confirm a reported allergy at once, the second finds it replaced.
  if (violated !== 'allergy_once' && violated !== 'allergy_replaces_current') return entryRefusal(error)
  return refuse(
    isNoneKnown
      ? 'That none is known is already recorded.'
      : `An allergy to “${substance}” is already recorded. Correct that entry to record it differently.`,
  )
}

export const allergies = {
  routes,
  constraints: {
    allergy_replaced_not_struck: { code: 'allergy_replaced', detail: replacedAlready },
  },
  live: {
    stale: {
      'patient-allergies': { allergy: ({ told }) => told.patient ?? [], staff: where('named') },
    },
  },
} satisfies Noun
