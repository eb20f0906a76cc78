import { type Browser, expect, type Page } from '@playwright/test'
import { call, pageOf } from '../people.ts'
import { registered } from '../queue-people.ts'
import { openScreen } from './open.ts'
import { everywhere, type Tour } from './tour.ts'

export const vitalsTours: Tour[] = [
  {
    name: 'vital signs',
    by: 'doctor',
    looks: everywhere,
    states: vitals,
  },
]

async function* vitals(page: Page, browser: Browser) {
  const desk = await pageOf(browser, 'receptionist')
  const patient = await registered(desk, { allergies: 'Penicillin' })
  const take = (set: object) => call(page.request, 'POST', `/patients/${patient.id}/vitals`, set)
  for (const pulse of [70, 95, 88, 40]) await take({ pulse, temperature: 38.5, systolic: 150, diastolic: 80 })
  await take({ pulse: 120, respiratoryRate: 26, systolic: 95, diastolic: 60, oxygenSaturation: 93 })
  const full = { oxygen: 'OXYGEN', consciousness: 'CONFUSION', weight: 80, height: 175, pain: 3 }
  await take({
    ...full,
    pulse: 101,
    respiratoryRate: 22,
    systolic: 118,
    oxygenSaturation: 94,
    temperature: 37,
  })
  const wrong = await take({ pulse: 60 })
  await call(page.request, 'POST', `/vitals/${wrong.id}/strike`, { reason: 'Of the patient in the next bed' })
  await openScreen(page, `/patients/${patient.id}`)
  await expect(page.getByText('NEWS2 9: High')).toBeVisible()
  yield 'the latest'
  await openScreen(page, `/patients/${patient.id}?vitals=history`)
  await expect(page.getByText('Entered in error:')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Temperature over time/ })).toBeVisible()
  yield 'all over time'
  await openScreen(page, `/patients/${patient.id}?act=vitals`)
  await page.getByRole('textbox', { name: 'Weight' }).fill('176')
  await page.getByRole('checkbox', { name: 'Taken earlier' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Record Vital Signs' }).click()
  await expect(page.getByRole('region', { name: 'Check before saving' })).toContainText('79.8 kg')
  yield 'the form, with its question'
}
