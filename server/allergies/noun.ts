import type { FastifyInstance } from 'fastify'
import {
  type Allergy,
  listAllergies,
  recordAllergy,
  strikeAllergy,
} from '../../contract/clinical/allergies.ts'
import { entryGone, entryRefusal, strikeEntry } from '../clinical/public.ts'
import { Refusal, violatedConstraint } from '../http/errors.ts'
import { where } from '../http/live-noun.ts'
import type { Noun } from '../http/noun.ts'
import { serve } from '../http/serve.ts'
import { ofCurrentPatient, patientRecord } from '../patients/public.ts'
import type { RecordKind } from '../records/record.ts'
import * as queries from './queries.ts'

const allergy: RecordKind<Allergy> = { called: 'this allergy', gone: entryGone, read: queries.entries.byId }

function routes(app: FastifyInstance) {
  serve(app, listAllergies, async ({ db, params, query }) => {
    return ofCurrentPatient(db, params.id, queries.entries.page(db, params.id, query))
  })

  serve(app, recordAllergy, async ({ create, params, body, staff }) => {
    const gone = () => new Refusal('not_found', patientRecord.gone)
    return create(queries.newAllergy(params.id, body, staff.id), gone).catch((error: unknown) => {
      if (violatedConstraint(error) !== 'allergy_once') throw entryRefusal(error)
      const message = `An allergy to “${body.substance}” is already recorded. Strike it through to record it differently.`
      throw new Refusal('allergy_recorded', message, { errors: [{ path: 'substance', message }] })
    })
  })

  serve(app, strikeAllergy, (call) => strikeEntry(call, 'allergy', allergy))
}

export const allergies = {
  routes,
  live: {
    stale: {
      'patient-allergies': { allergy: ({ told }) => told['patient'] ?? [], staff: where('named') },
    },
  },
} satisfies Noun
