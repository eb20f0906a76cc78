import { afterEach, expect, test, vi } from 'vitest'
import {
  downloadHospitalExport,
  listHospitalExports,
} from '../../../../contract/hospital/hospital-exports.ts'
import { type OwnSignIn, readOwnSignIn } from '../../../../contract/people/account.ts'
import { newId } from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { ExportSection } from './ExportSection.tsx'

const saved: string[] = []
afterEach(() => void saved.splice(0))

const taken = { by: 'Amira Haddad', begunAt: '2026-11-20T08:15:00.000Z', isEncrypted: true }
const withApp: OwnSignIn = { twoFactorSince: '2026-11-01T08:00:00.000Z', recoveryCodesLeft: 10, passkeys: [] }

async function section(signIn: OwnSignIn = withApp) {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const hospital = hospitalFor('admin')
  hospital.answer(listHospitalExports, [
    { ...taken, id: newId(), endedAt: '2026-11-20T08:16:00.000Z', bytes: 52_300_000 },
    { ...taken, id: newId(), isEncrypted: false, endedAt: '2026-11-20T08:16:00.000Z', bytes: null },
  ])
  hospital.answer(readOwnSignIn, signIn)
  const screen = await show(<ExportSection />, hospital)
  await screen.getByRole('button', { name: 'Export the Hospital' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Export the hospital' })
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  return { hospital, screen, dialog }
}

/** Answers the file with these bytes, and then breaks off, where it does. */
function sending(hospital: ReturnType<typeof hospitalFor>, bytes: number, breaksOff = false) {
  const bodies: unknown[] = []
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input), 'http://hospital.test')
    if (!pathname.endsWith('/file')) return hospital.fetch(input, init)
    bodies.push(JSON.parse(String(init?.body)))
    let isSent = false
    return new Response(
      new ReadableStream({
        async pull(file) {
          await new Promise((resolve) => setTimeout(resolve, 50))
          if (!isSent) file.enqueue(new Uint8Array(bytes))
          else if (breaksOff) file.error(new TypeError('network error'))
          else file.close()
          isSent = true
        },
      }),
    )
  }
  return bodies
}

test('who took the last exports is said, and the file is saved after both steps, encrypted where a passphrase is given', async () => {
  const { hospital, screen, dialog } = await section()
  const list = screen.getByRole('list', { name: 'Last exports' })
  await expect.poll(() => list.element().textContent).toContain('Amira Haddad, with a passphrase, 52 MB')
  await expect
    .poll(() => list.element().textContent)
    .toContain('Amira Haddad, without a passphrase, broken off')

  const box = (name: string) => dialog.getByLabelText(name, { exact: true })
  await expect
    .poll(() => dialog.element().textContent)
    .toContain('anyone who gets the file can read every record')
  await box('Passphrase for the file').fill('lamp')
  await box('Passphrase again').fill('lamb')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  for (const said of ['At least 20 characters', 'The two passphrases differ', 'Enter your password'])
    await expect.element(dialog.getByText(said).first()).toBeVisible()

  const passphrase = 'a lamp in every window of the ward'
  await box('Passphrase for the file').fill(passphrase)
  await box('Passphrase again').fill(passphrase)
  await box('Your password').fill('turn-the-wick-down')
  await box('Code from your authenticator app').fill('123456')
  const bodies = sending(hospital, 4_200_000)
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('The whole hospital is saved, 4.2 MB.')
  expect(bodies).toEqual([{ passphrase }])
  expect(saved).toEqual([expect.stringMatching(/^lantern-export-[\d-]{10}\.zip\.age$/)])
})

test('a file that breaks off is said to be not whole and not saved, and what was typed stays but the proof', async () => {
  const { hospital, dialog } = await section()
  await dialog.getByLabelText('Your password', { exact: true }).fill('turn-the-wick-down')
  await dialog.getByLabelText('Code from your authenticator app').fill('123456')
  sending(hospital, 4_200_000, true)
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('The file is not whole: it broke off after 4.2 MB, and was not saved. Export again.')
  await expect.element(dialog.getByLabelText('Code from your authenticator app')).toHaveValue('')
  expect(saved).toEqual([])
  expect(hospital.sent(downloadHospitalExport)).toEqual([])
})

test('without a second step there is the way to set one up instead', async () => {
  const { dialog } = await section({ ...withApp, twoFactorSince: null })
  await expect
    .poll(() => dialog.element().textContent)
    .toContain('An export needs a second step beside your password')
  await expect.element(dialog.getByRole('link', { name: 'Set up a second step' })).toBeVisible()
})
