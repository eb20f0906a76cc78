import type { FastifyInstance } from 'fastify'
import {
  addCoverage,
  type Coverage,
  editCoverage,
  endsBeforeStart,
  listCoverage,
  mostCoverages,
  removeCoverage,
} from '../../../contract/people/coverage.ts'
import { Refusal } from '../../ground/http/errors.ts'
import { always } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { type EditedKind, editRecord, retireRecord, updateRow } from '../../ground/records/record.ts'
import { ofCurrentPatient, patientRecord } from '../patients/public.ts'
import * as queries from './queries.ts'

const kind: EditedKind<Coverage> = {
  called: 'this coverage',
  gone: 'This coverage was removed, or the patient’s record was.',
  read: queries.coverageById,
  changedBy: [editCoverage],
  audited: ['payerId', 'memberNumber', 'plan', 'rank', 'validFrom', 'validUntil'],
}

function routes(app: FastifyInstance) {
  serve(app, listCoverage, ({ db, params }) =>
    ofCurrentPatient(db, params.id, (ids) => queries.coverageOf(db, ids)),
  )

  serve(app, addCoverage, ({ create, params, body }) =>
    create(queries.newCoverage(params.id, body), () => new Refusal('not_found', patientRecord.gone)),
  )

  serve(app, editCoverage, (call) =>
    editRecord(call, kind, ({ patientId }) => {
      call.audit.patientIds = [patientId]
      return updateRow(call, 'coverage', queries.coverageValues(call.body))
    }),
  )

  serve(app, removeCoverage, (call) =>
    retireRecord(call, kind, 'coverage', ({ patientId, payerName, memberNumber }) => {
      call.audit.patientIds = [patientId]
      return { removed: payerName, memberNumber }
    }),
  )
}

export const coverage = {
  routes,
  live: {
    stale: {
      'patient-coverage': { coverage: ({ told }) => told.patient ?? [], payer: always },
    },
  },
  constraints: {
    coverage_one_per_rank: {
      code: 'coverage_overlaps',
      detail: 'The patient has other coverage of this rank on these days. Choose another rank or other days.',
      path: 'rank',
    },
    coverage_ends_after_start: { code: 'invalid_input', detail: endsBeforeStart, path: 'validUntil' },
    coverage_of_payer: {
      code: 'invalid_input',
      detail: 'This payer was retired. Choose another.',
      path: 'payerId',
    },
    coverage_needs_patient: { code: 'not_found', detail: patientRecord.gone },
    coverage_at_most_50: {
      code: 'too_many_coverages',
      detail: `A patient has coverage ${mostCoverages} times at most. Remove what was entered in error.`,
    },
  },
} satisfies Noun
