import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type ListedPatient, listPatients, readPatient } from '../../../../contract/people/patients.ts'
import { patientRecord } from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { PatientPicker } from './PatientPicker.tsx'

const thandi = patientRecord({ firstName: 'Thandi', lastName: 'Zuma', mrn: 'MRN1251' })
const faisal = patientRecord({ firstName: 'Faisal', lastName: 'Benali' })
const found = (patient: typeof thandi, match: 'exact' | 'part' | 'alike', because: string | null = null) => ({
  ...patient,
  found: { match, because },
})

function Form() {
  const [value, choose] = useState<string | null>(null)
  return <PatientPicker label="Patient" value={value} onChange={choose} />
}

async function picking(hits: ListedPatient[]) {
  const hospital = hospitalFor('receptionist')
  const answer = Promise.withResolvers<void>()
  hospital.answer(listPatients, async () => {
    await answer.promise
    return { items: hits, total: hits.length, nextCursor: null }
  })
  hospital.answer(readPatient, ({ params }) => (params.id === faisal.id ? faisal : thandi))
  const screen = await show(<Form />, hospital)
  const box = screen.getByRole('textbox', { name: 'Patient' })
  return { screen, box, answer: () => answer.resolve() }
}

test('a scanner’s number and Enter choose whose number it is, though the answer comes late', async () => {
  const { box, answer } = await picking([found(thandi, 'exact', 'MRN is MRN1251'), found(faisal, 'part')])
  await box.click()
  await userEvent.keyboard('MRN1251{Enter}')
  await expect.element(box).toHaveValue('MRN1251')
  answer()
  await expect.element(box).toHaveValue('ZUMA, Thandi')
})

test('Enter takes nobody but the only one whom the whole of what was typed finds', async () => {
  const hits = [found(faisal, 'exact', 'phone ends 0142'), found(thandi, 'exact', 'phone ends 0142')]
  const { screen, box, answer } = await picking(hits)
  answer()
  await box.fill('0142')
  await expect.element(screen.getByRole('option').first()).toMatchTextContent('phone ends 0142')
  await expect.element(screen.getByText(/Choose with the arrow keys/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(box).toHaveValue('0142')

  // One letter off may be somebody who is not registered yet.
  hits.splice(0, 2, found(thandi, 'alike', 'sounds like suma'))
  await box.fill('suma')
  await expect.element(screen.getByRole('option').first()).toMatchTextContent('sounds like suma')
  await userEvent.keyboard('{Enter}')
  await expect.element(box).toHaveValue('suma')
  await expect.element(screen.getByRole('option', { name: /^Register/ })).toBeVisible()

  hits.splice(0, 1, found(faisal, 'part'), found(thandi, 'exact'))
  await box.fill('zuma')
  await expect.element(screen.getByText(/Press Enter to choose the highlighted one/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(box).toHaveValue('ZUMA, Thandi')
})

test('whom the arrow keys mark is taken by Enter', async () => {
  const { screen, box, answer } = await picking([found(faisal, 'part'), found(thandi, 'part')])
  answer()
  await box.fill('za')
  await expect.element(screen.getByText(/^2 patients found/)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(box).toHaveValue('ZUMA, Thandi')
})
