import { expect } from '@playwright/test'
import { choose, dear, pageOf, test, unique } from '../people.ts'
import { registered } from '../queue-people.ts'

test('the desk records a child’s guardian and who pays, and a nurse has the number to call at once', async ({
  browser,
}) => {
  dear('an administrator, the desk and a nurse have screens open')
  const [desk, nurse, admin] = await Promise.all([
    pageOf(browser, 'receptionist'),
    pageOf(browser, 'nurse'),
    pageOf(browser, 'admin'),
  ])
  const child = await registered(desk, { dateOfBirth: '2020-02-03' })
  await nurse.goto(`/patients/${child.id}`)
  const seen = nurse.getByRole('region', { name: 'Next of Kin and Contacts' })
  await expect(seen).toContainText('No contacts recorded')
  await expect(seen).toContainText('Under 18, and no guardian is recorded')
  await expect(seen.getByRole('button', { name: 'Add Contact' })).toHaveCount(0)

  await desk.goto(`/patients/${child.id}`)
  await desk.getByRole('button', { name: 'Add Contact' }).click()
  const adding = desk.getByRole('dialog', { name: /^Add a contact of/ })
  await expect(adding).toContainText('Tick Guardian if this is one')
  await adding.getByLabel('Name').fill('Grace Rao')
  await adding.getByLabel('Phone').fill('+1 555 010 7788')
  await choose(desk, 'Relationship', 'Mother')
  await adding.getByRole('checkbox', { name: 'Guardian' }).check()
  await adding.getByRole('button', { name: 'Add contact' }).click()
  await expect(adding).toBeHidden()

  const number = seen.getByRole('link', { name: '+1 555 010 7788' })
  await expect(number).toHaveAttribute('href', 'tel:+15550107788')
  await expect(seen.getByRole('listitem')).toContainText(/Grace Rao.*Mother.*Emergency contact.*Guardian/s)
  await expect(seen).not.toContainText('no guardian')

  const payer = `Fund ${unique()}`
  await admin.goto('/settings/hospital')
  await admin.getByRole('button', { name: 'Add Payer' }).click()
  const founding = admin.getByRole('dialog', { name: 'Add a payer' })
  await founding.getByLabel('Name').fill(payer)
  await choose(admin, 'Kind', 'Charity')
  await founding.getByRole('button', { name: 'Add payer' }).click()
  await expect(admin.getByRole('list', { name: 'Payers' })).toContainText(payer)

  await desk.getByRole('button', { name: 'Add Coverage' }).click()
  const covering = desk.getByRole('dialog', { name: /^Add coverage of/ })
  await choose(desk, 'Payer', payer)
  await covering.getByLabel('Member number').fill('F-1')
  await covering.getByLabel('Valid until').fill('31 Dec 2025')
  await covering.getByRole('button', { name: 'Add coverage' }).click()
  await expect(covering).toBeHidden()
  const coverage = nurse.getByRole('region', { name: 'Coverage' }).getByRole('listitem')
  await expect(coverage).toContainText(new RegExp(`${payer} Primary, charity.*F-1.*Expired`, 's'))
})
