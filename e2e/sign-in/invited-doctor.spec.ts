import { expect } from '@playwright/test'
import { newcomer } from '../account/newcomer.ts'
import { call, dear, demoPassword, pageOf, test, unique } from '../people.ts'
import { booked, card, openQueue, queued, registered } from '../queue-people.ts'

test('a doctor comes by an invitation, sees a patient, and loses the role in the middle of the work', async ({
  browser,
}) => {
  dear('two people go from an invitation to a withdrawn role')
  const admin = await pageOf(browser, 'admin')
  await admin.goto('/staff')
  await admin.getByRole('button', { name: 'Invite Colleagues' }).click()
  const inviting = admin.getByRole('dialog', { name: 'Invite colleagues' })
  await inviting.getByRole('checkbox', { name: 'Doctor', exact: true }).check()
  const lastName = unique()
  const email = `${lastName.toLowerCase()}@e2e.test`
  await inviting.getByLabel('First name').fill('Nina')
  await inviting.getByLabel('Last name').fill(lastName)
  await inviting.getByLabel('E-mail').fill(email)
  await inviting.getByRole('button', { name: 'Create invitation link' }).click()
  const link = await inviting.getByLabel(/^Invitation link/).inputValue()
  await inviting.getByRole('button', { name: 'Invite another colleague' }).click()
  await expect(inviting.getByLabel('Last name')).toHaveValue('')
  await expect(inviting.getByText(`Dr Nina ${lastName} · ${email}`)).toBeVisible()
  await inviting.getByRole('button', { name: 'Close', exact: true }).last().click()

  // If a colleague is signed in, the link doesn't open that colleague's screens. The server never receives its secret.
  const { page } = await newcomer(browser)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Sign out first' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are invited to work as Doctor.')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Nina')
  await expect(page.getByLabel('Last name')).toHaveValue(lastName)
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const [, token = ''] = link.split('#')
  expect(token).toHaveLength(43)
  expect(asked.filter((address) => address.includes(token))).toEqual([])
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  const desk = await pageOf(browser, 'receptionist')
  const patient = await registered(desk)
  const doctor = await call(page.request, 'GET', '/me')
  await queued(desk, await booked(desk, patient, doctor, { time: '11:10' }))
  // This screen receives no changes, so the server must refuse what the screen still offers.
  await page.route('**/api/live*', (route) => route.abort())
  await openQueue(page, patient.lastName)
  await card(page, 'In Queue', patient).getByRole('button', { name: 'Start' }).click()
  await expect(card(page, 'In Progress', patient)).toBeVisible()

  const staff = (await call(admin.request, 'GET', '/staff')).find(
    (one: { id: string }) => one.id === doctor.id,
  )
  const change = { offeredRoles: [], active: true }
  await call(admin.request, 'PUT', `/staff/${doctor.id}`, change, { 'if-match': `"${staff.version}"` })
  await card(page, 'In Progress', patient).getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Your role does not allow this.')).toBeVisible()
  await openQueue(desk, patient.lastName)
  await expect(card(desk, 'In Progress', patient)).toBeVisible()
})
