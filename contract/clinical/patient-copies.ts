import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId } from '../api/fields.ts'

/** A patient's own copy of their record (record 101). */

export const copyPatient = endpoint({
  name: 'copyPatient',
  summary:
    'A ZIP of all that is recorded about a patient, for the patient: copy.json, copy.html and the photo',
  method: 'GET',
  path: '/patients/{id}/copy',
  permission: 'patient.copy',
  kind: 'read',
  namesPatients: true,
  params: byId,
  download: { media: 'application/zip', filename: 'patient-copy.zip' },
  reply: z.string(),
})

export const auditWords = {
  copyPatient: 'copied the record for the patient',
}
