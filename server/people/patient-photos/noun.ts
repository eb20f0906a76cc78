import {
  largestPhoto,
  largestSide,
  readPatientPhoto,
  removePatientPhoto,
  savePatientPhoto,
  smallestSide,
} from '../../../contract/people/patient-photos.ts'
import { Refusal } from '../../ground/http/errors.ts'
import type { Noun } from '../../ground/http/noun.ts'
import type { WriteCall } from '../../ground/http/request-context.ts'
import { serve } from '../../ground/http/serve.ts'
import { found } from '../../ground/records/record.ts'
import { patientRecord } from '../patients/public.ts'
import { plainJpeg } from './jpeg.ts'
import * as queries from './queries.ts'

type Change = WriteCall<typeof savePatientPhoto> | WriteCall<typeof removePatientPhoto>

/** Changes the photo, if the patient still has the one that the caller has seen. */
async function change({ trx, params: { id }, body: { seen }, audit }: Change, act: () => Promise<void>) {
  audit.patientIds = [id]
  const { mark } = found(patientRecord, await queries.lockedMark(trx, id))
  if (mark !== seen)
    throw new Refusal(
      'photo_changed',
      mark
        ? 'A colleague has saved another photo of this patient. Look at it, then try again.'
        : 'A colleague has removed this patient’s photo. Look at the record, then try again.',
    )
  await act()
  const photoMark = await queries.markOf(trx, id)
  audit.changes = { photoMark: [mark, photoMark] }
  return { id, photoMark }
}

/** The photo as it is kept. @throws Refusal with a sentence that says what to choose instead */
function keptPhoto(sent: string): Buffer {
  const photo = plainJpeg(Buffer.from(sent, 'base64'))
  if (!photo) throw new Refusal('photo_not_jpeg', 'This file is not a JPEG picture. Choose another photo.')
  if (photo.bytes.length > largestPhoto)
    throw new Refusal(
      'photo_too_large',
      `The photo is larger than ${largestPhoto / 1024} kB. Choose a smaller one.`,
    )
  const sides = [photo.width, photo.height]
  if (Math.min(...sides) < smallestSide || Math.max(...sides) > largestSide)
    throw new Refusal(
      'photo_wrong_dimensions',
      `The photo has ${photo.width} × ${photo.height} pixels. Each side must have ${smallestSide} to ${largestSide}.`,
    )
  return photo.bytes
}

export const patientPhotos = {
  routes(app) {
    serve(app, readPatientPhoto, async ({ db, params: { id } }) => {
      const { image, mark, takenAt } = found(patientRecord, await queries.photoOf(db, id))
      if (!image || !mark || !takenAt)
        throw new Refusal('patient_has_no_photo', 'There is no photo of this patient.')
      return { bytes: image, etag: `"${mark}"`, madeAt: new Date(takenAt) }
    })

    serve(app, savePatientPhoto, (call) => {
      const image = keptPhoto(call.body.photo)
      return change(call, () => queries.writePhoto(call.trx, call.params.id, image, call.staff.id))
    })

    serve(app, removePatientPhoto, (call) =>
      change(call, () => queries.deletePhoto(call.trx, call.params.id)),
    )
  },
} satisfies Noun
