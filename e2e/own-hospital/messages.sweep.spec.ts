import { expect } from '@playwright/test'
import { call, choose, dear, signInAnew, test } from '../people.ts'
import { registered } from '../queue-people.ts'
import { openNightHospital } from './night-hospital.ts'

test('a hospital switches messages on; a patient whose address is refused is phoned by the desk, and leaves both screens', async ({
  browser,
}) => {
  dear('a hospital of its own with a mail server, an administrator and two desks')
  const hospital = await openNightHospital({
    configured: async (origin) => ({
      mail: { url: 'smtp://127.0.0.1:9', from: 'Lantern <lantern@example.org>', publicUrl: origin },
    }),
  })
  try {
    const baseURL = hospital.origin
    const [admin, desk, phone] = await Promise.all(
      (['admin', 'receptionist', 'receptionist'] as const).map(async (account, at) => {
        const page = await browser.newPage({
          baseURL,
          ...(at === 2 && { viewport: { width: 390, height: 844 } }),
        })
        await signInAnew(page.request, account)
        return page
      }),
    )
    if (!admin || !desk || !phone) throw new Error('Nobody is there')
    await desk.goto('/appointments')
    await expect(desk.getByRole('heading', { name: 'Appointments', level: 1 })).toBeVisible()
    const way = desk.getByRole('link', { name: /Messages Not Sent/ })
    await expect(way).toHaveCount(0)

    await admin.goto('/settings/hospital')
    await choose(admin, 'Remind patients of appointments', '1 day before')
    await admin.getByLabel('Tell patients when their appointment is moved or cancelled').check()
    await admin.getByRole('button', { name: 'Save Settings' }).click()
    await expect(admin.getByText('Settings saved')).toBeVisible()
    await expect(way).toBeVisible()

    const patient = await registered(desk, { email: 'nobody@gone.example' })
    const doctors: { id: string }[] = await call(desk.request, 'GET', '/users/doctors')
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const booked: { id: string } = await call(desk.request, 'POST', '/appointments', {
      patientId: patient.id,
      doctorId: doctors[0]?.id,
      date: day,
      time: '09:15',
      type: 'EMERGENCY',
    })
    await call(desk.request, 'DELETE', `/appointments/${booked.id}`)
    // As after a minute, when the server has tried to send it.
    await hospital.asOwner(
      `update patient_message set tries = 1, failed_at = now(), failure = 'REFUSED' where channel = 'EMAIL'`,
    )
    await expect(way).toHaveText('Messages Not Sent (1)')
    await phone.goto('/messages')
    await way.click()
    const row = (of: typeof desk) => of.getByText('The e-mail address was refused')
    await expect(row(desk)).toBeVisible()
    await expect(row(phone)).toBeVisible()
    await phone.getByRole('button', { name: /was phoned/ }).click()
    await expect(desk.getByText('Every message was sent')).toBeVisible()
    await expect(phone.getByText('Every message was sent')).toBeVisible()
  } finally {
    await hospital.close()
  }
})
