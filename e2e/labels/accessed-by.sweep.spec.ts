import { expect } from '@playwright/test'
import { call, choose, dear, pageOf, test } from '../people.ts'
import { doctorOf, registered } from '../queue-people.ts'

test('an administrator sees on the record who opened it, and who received it live', async ({ browser }) => {
  dear('three people open one record')
  const [desk, admin] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'admin')]
  const patient = await registered(desk)
  const { page: room, doctor } = await doctorOf(browser)
  await room.goto(`/patients/${patient.id}`)
  await expect(room.getByRole('region', { name: 'Patient' })).toContainText(patient.mrn)
  await expect(room.getByRole('tab', { name: 'Accessed by' })).toHaveCount(0)
  const moved = { address: '2 Lamp Street' }
  await call(desk.request, 'PUT', `/patients/${patient.id}`, moved, { 'if-match': '"1"' })
  await expect(room.getByText(moved.address)).toBeVisible()

  const visits = admin.getByRole('list', { name: 'Accessed by' }).getByRole('listitem')
  const ofDoctor = visits.filter({ hasText: `Nina ${doctor.lastName}` })
  await admin.goto(`/patients/${patient.id}`)
  await expect(async () => {
    await admin.getByRole('tab', { name: 'Overview' }).click()
    await admin.getByRole('tab', { name: 'Accessed by' }).click()
    await expect(ofDoctor).toContainText(/Opened.*record.*Received live.*the record/)
  }).toPass()
  await expect(visits.filter({ hasText: 'Changed' })).toContainText(
    /registered the patient.*edited the record: address/,
  )

  await choose(admin, 'Filter by person', new RegExp(doctor.lastName))
  await expect(visits).toHaveCount(1)
  await choose(admin, 'Filter by kind', 'Printed')
  await expect(admin.getByText('No one matches the filters')).toBeVisible()
})
