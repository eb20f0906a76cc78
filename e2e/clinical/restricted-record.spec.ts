import { expect } from '@playwright/test'
import { dear, pageOf, test } from '../people.ts'
import { doctorOf, registered } from '../queue-people.ts'

test('a doctor gives a reason for a restricted record, and an auditor is told at once', async ({
  browser,
}) => {
  dear('three people at their own computers')
  const [desk, admin, { page: doctor, doctor: nina }] = await Promise.all([
    pageOf(browser, 'receptionist'),
    pageOf(browser, 'admin'),
    doctorOf(browser),
  ])
  const patient = await registered(desk, { allergies: 'Penicillin', medicalHistory: 'Treated for gout' })
  await Promise.all([admin.goto(`/patients/${patient.id}`), doctor.goto(`/patients/${patient.id}`)])
  await expect(doctor.getByText('Treated for gout')).toBeVisible()

  await admin.getByRole('button', { name: 'Restrict Record' }).click()
  await admin.getByRole('switch', { name: 'Restrict this record' }).check({ force: true })
  await expect(admin.getByText('Nobody is on the list yet.')).toBeVisible()
  await admin.getByRole('button', { name: 'Save restriction' }).click()

  // The doctor's open screen closes by itself, and what keeps the patient safe stays.
  const panel = doctor.getByRole('heading', { name: 'This record is restricted' })
  await expect(panel).toBeVisible()
  await expect(doctor.getByText('Treated for gout')).toBeHidden()
  await expect(doctor.getByRole('region', { name: 'Patient' })).toContainText('Penicillin')
  await expect(doctor.getByRole('button', { name: 'Record Vital Signs' })).toBeVisible()
  await doctor.getByLabel('Reason').fill('Called to the patient at night')
  await doctor.getByRole('button', { name: 'Open for 4 hours' }).click()
  await expect(
    doctor.getByText(/It is open to you until .*, and that you opened it is recorded/),
  ).toBeVisible()
  await expect(doctor.getByText('Treated for gout')).toBeVisible()

  const opened = new RegExp(`Restricted record opened by .*${nina.lastName}`)
  await admin.getByRole('button', { name: /^Notifications, / }).click()
  const line = admin
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: opened })
  await expect(line).toContainText(`${patient.lastName}: Called to the patient at night`)
  await line.getByRole('link').click()
  await expect(admin).toHaveURL(/\/audit\?/)
  await expect(admin.getByRole('main')).toContainText(nina.lastName)
})
