import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId } from '../api/fields.ts'
import { Patient } from './patients.ts'

/**
 * A photo of the patient, for confirming who it is (record 97). It is part of the identity, so a restricted record shows it
 * too. `photoMark` of the patient says which photo there is.
 */

export const errors = {
  patient_has_no_photo: 404,
  photo_changed: 409,
  photo_not_jpeg: 422,
  photo_too_large: 422,
  photo_wrong_dimensions: 422,
} as const

/** Bytes of the largest photo; the database has the same number. */
export const largestPhoto = 102_400
/** Pixels of the shorter and the longer side. */
export const smallestSide = 96
export const largestSide = 1024

/** The photo that the caller has seen, and means to replace or remove; null where there was none. */
const Seen = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'Open the record again to see the photo')
  .nullable()

const Marked = Patient.pick({ id: true, photoMark: true })

export const readPatientPhoto = endpoint({
  name: 'readPatientPhoto',
  summary:
    'The photo of a patient; its ETag is the patient’s `photoMark`, and 304 answers who has it. Last-Modified says when it was taken',
  method: 'GET',
  path: '/patients/{id}/photo',
  permission: 'patient.view',
  kind: 'read',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  download: { media: 'image/jpeg', filename: 'photo.jpg' },
  reply: z.string(),
  errors: ['patient_has_no_photo'],
})

export const savePatientPhoto = endpoint({
  name: 'savePatientPhoto',
  summary: `Save a patient’s photo, or replace it: a JPEG in base64 of at most ${largestPhoto / 1024} kB, and ${smallestSide} to ${largestSide} pixels a side. Where and how it was taken (EXIF) is dropped`,
  method: 'PUT',
  path: '/patients/{id}/photo',
  permission: 'patient.edit',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: z.strictObject({
    photo: z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Send the photo in base64'),
    seen: Seen,
  }),
  reply: Marked,
  errors: ['photo_not_jpeg', 'photo_too_large', 'photo_wrong_dimensions', 'photo_changed'],
})

export const removePatientPhoto = endpoint({
  name: 'removePatientPhoto',
  summary: 'Remove a patient’s photo; it is not kept',
  method: 'DELETE',
  path: '/patients/{id}/photo',
  permission: 'patient.edit',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: z.strictObject({ seen: Seen.unwrap() }),
  reply: Marked,
  errors: ['photo_changed'],
})

export const auditWords = {
  readPatientPhoto: 'photo',
  savePatientPhoto: 'saved the photo',
  removePatientPhoto: 'removed the photo',
}
