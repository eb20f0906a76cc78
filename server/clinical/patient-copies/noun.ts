import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { copyPatient } from '../../../contract/clinical/patient-copies.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { found } from '../../ground/records/record.ts'
import { patientRecord } from '../../people/patients/public.ts'
import { type CopyHead, copyPage } from './page.ts'
import { copyOf, type PatientCopy } from './queries.ts'

function zipOf(copy: PatientCopy, head: CopyHead): Readable {
  const { hospital, copiedAt, copiedBy, timeZone } = head
  const { patient, lists, photo } = copy
  const text = { format: 'lantern-patient-copy/1', hospital, copiedAt, copiedBy, timeZone, patient, ...lists }
  const zip = new ZipFile()
  const options = { mtime: new Date(copiedAt) }
  zip.addBuffer(Buffer.from(JSON.stringify(text, null, 2)), 'copy.json', options)
  zip.addBuffer(Buffer.from(copyPage(copy, head)), 'copy.html', options)
  if (photo) zip.addBuffer(photo, 'photo.jpg', options)
  zip.end()
  return zip.outputStream as Readable
}

export const patientCopies = {
  routes(app) {
    serve(app, copyPatient, async ({ db, params: { id }, staff, now, hospital }) => {
      const copy = found(patientRecord, await copyOf(db, id))
      const { name, address, phone, email, timeZone, clockStyle } = await hospital.read()
      return zipOf(copy, {
        hospital: { name, address, phone, email },
        copiedAt: now.toISOString(),
        copiedBy: `${staff.firstName} ${staff.lastName}`,
        timeZone,
        clockStyle,
      })
    })
  },
} satisfies Noun
