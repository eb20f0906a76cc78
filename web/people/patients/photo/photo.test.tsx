import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  largestPhoto,
  readPatientPhoto,
  savePatientPhoto,
} from '../../../../contract/people/patient-photos.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { refuse } from '../../../testing/hospital.ts'
import { patientRecord } from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { firstCrop, moved, photoFrom, pictureOf, zoomed } from './crop.ts'
import { PhotoDialog } from './PhotoDialog.tsx'

/** A picture without two pixels alike, which no encoder makes small. */
async function noise(width: number, height: number): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const to = canvas.getContext('2d')
  const { data } = to?.createImageData(width, height) ?? { data: new Uint8ClampedArray() }
  for (let at = 0; at < data.length; at += 65_536)
    crypto.getRandomValues(new Uint8Array(data.buffer, at, Math.min(65_536, data.length - at)))
  to?.putImageData(new ImageData(data, width, height), 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  return new File([blob ?? ''], 'noise.png', { type: 'image/png' })
}

let changeTo: (patient: Patient) => void
function Opened({ first }: { first: Patient }) {
  const [patient, change] = useState(first)
  useEffect(() => {
    changeTo = change
  }, [])
  return <PhotoDialog patient={patient} mayEdit onClose={() => {}} />
}

const dialogOf = async (patient: Patient) => {
  const hospital = hospitalFor('receptionist')
  hospital.answer(readPatientPhoto, '')
  const screen = await show(<Opened first={patient} />, hospital)
  const choose = async (file: File) => userEvent.upload(screen.getByLabelText('Photo', { exact: true }), file)
  return { hospital, screen, choose, crop: screen.getByRole('application') }
}

test('the square stays in the picture, however it is moved and magnified', async () => {
  const picture = await pictureOf(await noise(600, 400))
  const crop = firstCrop(picture)
  expect(crop).toEqual({ side: 400, left: 100, top: 0 })
  expect(moved(picture, crop, -9, 9)).toEqual({ side: 400, left: 200, top: 0 })
  expect(zoomed(picture, crop, 2)).toEqual({ side: 200, left: 200, top: 100 })
  expect(zoomed(picture, moved(picture, zoomed(picture, crop, 2), 9, 9), 1)).toEqual({
    side: 400,
    left: 0,
    top: 0,
  })
  // Not so much that a photo would have too few pixels.
  expect(zoomed(picture, crop, 99).side).toBeCloseTo(100)
})

test('a photo is small enough whatever is on it, and a picture of few pixels is refused', async () => {
  const picture = await pictureOf(await noise(480, 480))
  const photo = await photoFrom(picture, firstCrop(picture))
  expect(photo.type).toBe('image/jpeg')
  expect(photo.size).toBeLessThanOrEqual(largestPhoto)
  await expect(pictureOf(await noise(95, 300))).rejects.toThrow(
    'This picture is too small. Choose one with at least 96 pixels a side.',
  )
})

test('a picture that waits to be saved belongs to its patient, and is sent once', async () => {
  const [asha, other] = [patientRecord(), patientRecord({ firstName: 'Ben' })]
  const first = await dialogOf(asha)
  await first.choose(await noise(300, 200))
  await expect.element(first.crop).toBeVisible()
  await first.screen.unmount()
  const second = await dialogOf(other)
  await expect.element(second.screen.getByText('There is no photo yet.')).toBeVisible()
  await second.screen.unmount()
  const third = await dialogOf(asha)
  await expect.element(third.crop).toBeVisible()
  third.hospital.answer(savePatientPhoto, { id: asha.id, photoMark: '0123456789abcdef' })
  await third.screen.getByRole('button', { name: 'Save photo' }).click()
  await expect.poll(() => third.hospital.sent(savePatientPhoto)).toHaveLength(1)
  expect(third.hospital.sent(savePatientPhoto)[0]).toMatchObject({
    params: { id: asha.id },
    body: { seen: null, photo: expect.stringMatching(/^\/9j\//) },
  })
})

test('what is refused says why and stays, and a colleague’s new photo is shown before it is replaced', async () => {
  const patient = patientRecord()
  const { hospital, screen, choose, crop } = await dialogOf(patient)
  await choose(new File(['A text'], 'photo.jpg', { type: 'image/jpeg' }))
  const alert = screen.getByRole('alert')
  await expect.element(alert.getByText(/^This file is not a picture/)).toBeVisible()
  await choose(await noise(300, 200))
  await expect.element(alert).not.toBeInTheDocument()
  const refusal = 'A colleague has saved another photo of this patient. Look at it, then try again.'
  hospital.answer(savePatientPhoto, () => refuse(409, 'photo_changed', refusal))
  await screen.getByRole('button', { name: 'Save photo' }).click()
  await expect.element(alert.getByText(refusal)).toBeVisible()
  await expect.element(crop).toBeVisible()

  const changed = { ...patient, photoMark: '0123456789abcdef' }
  changeTo(changed)
  await expect.element(screen.getByText(/saving replaces it/)).toBeVisible()
  await screen.getByRole('button', { name: 'Replace photo' }).click()
  await expect
    .poll(() => hospital.sent(savePatientPhoto).map(({ body }) => (body as { seen: unknown }).seen))
    .toEqual([null, changed.photoMark])
})
