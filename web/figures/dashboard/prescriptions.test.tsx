import { expect, test } from 'vitest'
import { listPrescriptions, type Prescription } from '../../../contract/clinical/prescriptions.ts'
import { medicationOf } from '../../testing/clinical.ts'
import { identityOf, patientRecord } from '../../testing/records.ts'
import { hospitalFor, show } from '../../testing/show.tsx'
import { TodaysPrescriptions } from './Prescriptions.tsx'

function prescriptionOf(lastName: string, fields: Partial<Prescription> = {}): Prescription {
  const patient = identityOf(patientRecord({ lastName }))
  return { ...medicationOf(), patientId: patient.id, patient, bed: null, stock: null, ...fields }
}
function held(usable: number, status: NonNullable<Prescription['stock']>['status']) {
  const id = '00000000-0000-4000-8000-000000000001'
  return { id, name: 'Metformin 500 mg', unit: 'tablets' as const, usable, status }
}
const stopped = { at: '2026-11-23T04:20:00.000Z', by: 'Arjun Mehta', reason: 'Too sweet' }

/** The words of the rows, as they stand. */
const rows = () => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)

async function shown(items: Prescription[], total = items.length) {
  const hospital = hospitalFor('pharmacist')
  hospital.answer(listPrescriptions, { items, total })
  return show(<TodaysPrescriptions />, hospital)
}

test('what the store is out of comes first, then what is low, and the rest newest first', async () => {
  await shown([
    prescriptionOf('Plenty', { stock: held(1340, 'IN_STOCK') }),
    prescriptionOf('Other'),
    prescriptionOf('Low', { stock: held(12, 'LOW_STOCK') }),
    prescriptionOf('Stopped', { stock: held(0, 'OUT_OF_STOCK'), stopped }),
    prescriptionOf('Out', { stock: held(0, 'OUT_OF_STOCK') }),
    prescriptionOf('Reorder', { stock: held(30, 'NEED_REORDER') }),
  ])
  await expect
    .poll(rows)
    .toEqual([
      expect.stringMatching(/^OUT, .*Out of stock$/),
      expect.stringMatching(/^LOW, .*Low: 12 tablets$/),
      expect.stringMatching(/^PLENTY, .*1,340 tablets$/),
      expect.stringMatching(/^OTHER, .*Not in the store$/),
      expect.stringMatching(/^STOPPED, .*Stopped by Dr Arjun Mehta: Too sweet.*Out of stock$/),
      expect.stringMatching(/^REORDER, .*30 tablets$/),
    ])
})

test('a row says where the patient is, the order, when and by whom, and leads to the patient and the item', async () => {
  const bed = { bedNumber: 'A-101', ward: 'GENERAL', unitName: 'General Ward' } as const
  const one = prescriptionOf('Rao', {
    name: 'Metformin 500 mg',
    bed,
    startsOn: '2026-11-24',
    recordedAt: '2026-11-23T04:10:00.000Z',
    recordedBy: 'Arjun Mehta',
    stock: held(12, 'LOW_STOCK'),
  })
  const screen = await shown([one])
  await expect.poll(rows).toHaveLength(1)
  for (const words of [
    'A-101, General Ward',
    '500 mg, oral, once daily, from 24 Nov 2026',
    '9:40 AM',
    'Dr Arjun Mehta',
  ])
    expect(rows()[0]?.replaceAll('\u00a0', ' ')).toContain(words)
  const patient = screen.getByRole('link', { name: 'RAO, Asha' })
  await expect.element(patient).toHaveAttribute('href', `/patients/${one.patientId}`)
  const item = screen.getByRole('link', { name: 'Low: 12 tablets, Metformin 500 mg' })
  await expect.element(item).toHaveAttribute('href', `/inventory/${one.stock?.id}`)
})

test('ten are shown at once, and the others are a page away', async () => {
  const screen = await shown(Array.from({ length: 12 }, (_, n) => prescriptionOf(`Patient ${n}`)))
  await expect.poll(rows).toHaveLength(10)
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect
    .poll(rows)
    .toEqual([expect.stringMatching(/^PATIENT 10,/), expect.stringMatching(/^PATIENT 11,/)])
})

test('a list that is longer than what is read says so', async () => {
  const screen = await shown([prescriptionOf('Rao')], 1200)
  await expect.element(screen.getByText('The first 200 of 1,200')).toBeVisible()
})

test('an empty list says what appears in it', async () => {
  const screen = await shown([])
  await expect.element(screen.getByText('No prescriptions today')).toBeVisible()
  await expect.element(screen.getByText('Medicines that doctors prescribe today appear here.')).toBeVisible()
})
