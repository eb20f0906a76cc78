import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Id, optionalDay, requiredDay, requiredText, text } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { pageOf } from '../api/page.ts'
import { EntryPageQuery, entryTrace, StrikeForm } from './entries.ts'

export const errors = { problem_resolved: 409 } as const

export const Problem = z.object({
  ...entryTrace,
  diagnosis: z.string(),
  icd10: z.string().nullable(),
  onsetOn: z.string().nullable(),
  /** Since when it is a problem no more, and who said so; null for an active one. */
  resolved: z.object({ on: z.string(), by: z.string() }).nullable(),
})
export type Problem = z.infer<typeof Problem>

export const scopes = {
  'patient-problems': { summary: 'A patient’s recorded diagnoses', permission: 'clinical.view', key: Id },
} as const satisfies Record<string, ScopeKind>

/** As ICD-10 prints its codes (WHO and its clinical modifications); 'e119' is meant as E11.9. */
const Icd10 = text(10)
  .nullish()
  .transform((typed) => {
    const code = typed?.toUpperCase().replace(/\s/g, '') ?? ''
    return /^[A-Z]\d[\dA-Z][\dA-Z]{1,4}$/.test(code) ? `${code.slice(0, 3)}.${code.slice(3)}` : code || null
  })
  .refine(
    (code) => code === null || /^[A-Z]\d[\dA-Z](\.[\dA-Z]{1,4})?$/.test(code),
    'Enter a code such as E11.9, or leave it blank',
  )

export const ProblemForm = z.strictObject({
  diagnosis: requiredText('Diagnosis is required', 300),
  icd10: Icd10,
  onsetOn: optionalDay('Enter a date'),
})
export type ProblemForm = z.output<typeof ProblemForm>

export const listProblems = endpoint({
  name: 'listProblems',
  summary: 'A patient’s diagnoses, newest first; those resolved or struck through are among them',
  method: 'GET',
  path: '/patients/{id}/problems',
  permission: 'clinical.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  query: EntryPageQuery,
  reply: pageOf(Problem),
})

export const recordProblem = endpoint({
  name: 'recordProblem',
  summary: 'Record a diagnosis',
  method: 'POST',
  path: '/patients/{id}/problems',
  permission: 'clinical.diagnose',
  kind: 'create',
  namesPatients: true,
  params: byId,
  body: ProblemForm,
  reply: Problem,
  errors: ['patient_deceased'],
})

export const resolveProblem = endpoint({
  name: 'resolveProblem',
  summary: 'Say since when a diagnosis is no longer a problem',
  method: 'POST',
  path: '/problems/{id}/resolve',
  permission: 'clinical.diagnose',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: z.strictObject({ on: requiredDay('Day is required') }),
  reply: Problem,
  errors: ['problem_resolved', 'entry_struck'],
})

export const strikeProblem = endpoint({
  name: 'strikeProblem',
  summary: 'Strike through a diagnosis that was recorded in error',
  method: 'POST',
  path: '/problems/{id}/strike',
  permission: 'clinical.diagnose',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: StrikeForm,
  reply: Problem,
  errors: ['entry_struck'],
})

export const auditWords = {
  listProblems: 'problems',
  recordProblem: 'recorded a problem',
  resolveProblem: 'resolved a problem',
  strikeProblem: 'marked a problem as entered in error',
}
