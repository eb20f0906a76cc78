import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Moment, text } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'

/** Everything that the hospital keeps, as files that need no Lantern (record 101). */

/** As for backups: a guess costs a thief of the file 64 MB, and a shorter passphrase would still be found. */
export const shortestPassphrase = 20
/** Minutes in which the file is asked for after the second step. */
export const exportConfirmedForMinutes = 5

export const HospitalExport = z.object({
  id: z.string(),
  by: z.string(),
  begunAt: Moment,
  isEncrypted: z.boolean(),
  /** Null while it is being sent. */
  endedAt: Moment.nullable(),
  /** The size of the file; null where it was not sent whole. */
  bytes: z.number().int().nullable(),
})
export type HospitalExport = z.infer<typeof HospitalExport>

export const errors = { export_not_confirmed: 409 } as const

export const scopes = {
  'hospital-exports': { summary: 'The last exports of the hospital', permission: 'hospital.export' },
} as const satisfies Record<string, ScopeKind>

export const listHospitalExports = endpoint({
  name: 'listHospitalExports',
  summary: 'The last exports of the whole hospital, newest first',
  method: 'GET',
  path: '/exports',
  permission: 'hospital.export',
  kind: 'read',
  reply: z.array(HospitalExport),
})

export const downloadHospitalExport = endpoint({
  name: 'downloadHospitalExport',
  summary: `The whole hospital as CSV files in a ZIP, once in the ${exportConfirmedForMinutes} minutes after POST /api/auth/export; encrypted (age) with a passphrase`,
  method: 'POST',
  path: '/exports/{id}/file',
  permission: 'hospital.export',
  kind: 'read',
  params: byId,
  // In the body, because logs keep URLs.
  body: z.strictObject({
    passphrase: text(200)
      .refine(({ length }) => length >= shortestPassphrase, `At least ${shortestPassphrase} characters`)
      .nullable(),
  }),
  isWholeList: true,
  download: { media: 'application/zip', filename: 'lantern-export.zip' },
  reply: z.string(),
  errors: ['export_not_confirmed'],
})

export const auditWords = {
  downloadHospitalExport: 'the whole hospital',
}
