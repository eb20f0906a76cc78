import { expect } from '@playwright/test'
import { call, dear, signInAnew, test } from '../people.ts'
import { booked, queued, registered } from '../queue-people.ts'
import { openNightHospital } from './night-hospital.ts'

// It needs a hospital of its own, which costs 4 s of a core, and its server starts twice.
test('a television shows whose turn it is, survives a restart of the server, and goes dark when its link is withdrawn', async ({
  browser,
}) => {
  dear('a hospital of its own whose server is restarted')
  const hospital = await openNightHospital()
  try {
    const baseURL = hospital.origin
    const [admin, room, desk] = await Promise.all(
      (['admin', 'doctor', 'receptionist'] as const).map(async (account) => {
        const page = await browser.newPage({ baseURL })
        await signInAnew(page.request, account)
        return page
      }),
    )
    if (!admin || !room || !desk) throw new Error('Nobody is there')
    const doctor = await call(room.request, 'GET', '/me')
    const people = await Promise.all([registered(desk), registered(desk)])
    // Emergencies are called before the demo hospital's own patients.
    const [first, second] = await Promise.all(
      people.map((patient) => booked(desk, patient, doctor, { time: '09:00', type: 'EMERGENCY' })),
    )
    if (!first || !second) throw new Error('Nobody was booked')
    await queued(desk, first)
    await queued(desk, second)

    await admin.goto('/settings/hospital')
    await admin.getByRole('button', { name: 'Add Screen' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ground floor')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await dialog.getByLabel('Link of the screen').inputValue()
    await dialog.getByRole('button', { name: 'Done' }).click()

    const screen = await browser.newPage({ baseURL })
    // This browser plays sound at once. On a television, sound waits until somebody touches the screen.
    await screen.addInitScript(`
      window.tones = 0
      const Audio = window.AudioContext
      window.AudioContext = class extends Audio { constructor() { super(); this.suspend() } }
      const Tone = window.OscillatorNode
      window.OscillatorNode = class extends Tone { start(...when) { window.tones++; super.start(...when) } }`)
    await screen.goto(link)
    const serving = screen.getByRole('region', { name: 'Now serving' })
    const next = screen.getByRole('region', { name: 'Next' })
    await expect(next.getByText(String(first.queueNumber), { exact: true })).toBeVisible()
    // The secret is no longer in the address, and scripts can't read the cookie that keeps it.
    expect(new URL(screen.url()).hash).toBe('')
    expect(await screen.evaluate('document.cookie')).toBe('')
    await screen.getByRole('button', { name: 'Sound is off' }).click()
    await expect(screen.getByRole('button')).toHaveCount(0)

    const called = await call(room.request, 'POST', '/appointments/call-next', {})
    expect([first.id, second.id]).toContain(called.id)
    const card = serving
      .getByRole('listitem')
      .filter({ hasText: `${called.queueNumber}Room 1, Medicine Clinic, Ground floorDr Anika Mehta` })
    await expect(card.locator('[data-new]')).toBeVisible()
    expect(await screen.evaluate('tones')).toBe(2)

    await hospital.stop()
    await expect(screen.getByText(/^Not live since/)).toBeVisible()
    await expect(card).toBeVisible()
    await hospital.startAgain()
    await call(room.request, 'PUT', `/appointments/${called.id}`, { status: 'COMPLETED' })
    const then = await call(room.request, 'POST', '/appointments/call-next', {})
    await expect(serving).toContainText(`${then.queueNumber}Room 1`)
    await expect(card).toHaveCount(0)
    await expect(screen.getByText(/^Not live since/)).toHaveCount(0)

    // A reload, as after a power cut: the cookie is enough.
    await screen.reload()
    await expect(serving).toContainText(`${then.queueNumber}Room 1`)
    for (const patient of people) await expect(screen.locator('body')).not.toContainText(patient.lastName)

    await admin.getByRole('button', { name: 'Withdraw Ground floor' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Withdraw Ground floor' }).click()
    // The pressed button is gone, so the focus is on its section.
    await expect(admin.getByRole('region', { name: 'Waiting-Room Screens' })).toBeFocused()
    await expect(screen.getByText('Its link was withdrawn')).toBeVisible()
    await expect(serving).toHaveCount(0)
    await expect(admin.getByText('No screens yet.')).toBeVisible()
  } finally {
    await hospital.close()
  }
})
