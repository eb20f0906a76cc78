import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listAppointments } from '../../../contract/front-desk/appointments.ts'
import { readStaffSignIn } from '../../../contract/people/account.ts'
import { listPatients } from '../../../contract/people/patients.ts'
import { listStaff } from '../../../contract/people/staff.ts'
import { listInventoryItems } from '../../../contract/store/items.ts'
import { listAdmissions } from '../../../contract/wards/admissions.ts'
import { listBeds } from '../../../contract/wards/beds.ts'
import { staffMember } from '../../testing/records.ts'
import { address, hospitalFor, openScreen } from '../../testing/show.tsx'

async function staffScreen() {
  const hospital = hospitalFor('admin')
  hospital.answer(listStaff, [staffMember('Ada', 'Aaron'), staffMember('Zoë', 'Zwart')])
  for (const list of [listPatients, listAppointments, listInventoryItems, listAdmissions])
    hospital.answer(list, { items: [], total: 0, nextCursor: null })
  hospital.answer(listBeds, [])
  hospital.answer(readStaffSignIn, ({ params: { id = '' } }) => ({
    id,
    sessions: 0,
    passkeys: 0,
    hasTwoFactor: false,
  }))
  const screen = await openScreen('/staff')
  await expect.element(screen.getByRole('row', { name: /Zwart/ })).toBeVisible()
  const box = screen.getByRole('searchbox', { name: 'Search staff by name or e-mail' })
  const finder = screen.getByRole('combobox', { name: 'Search Lantern' })
  const shortcuts = screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
  return { screen, box, finder, shortcuts, menu: screen.getByRole('button', { name: /your menu/ }) }
}

/** The keys beside what they do. */
function keysOf(dialog: Element): Record<string, string[]> {
  return Object.fromEntries(
    [...dialog.querySelectorAll('dl > div')].map((line) => [
      line.querySelector('dt')?.textContent ?? '',
      [...line.querySelectorAll('kbd')].map(({ textContent }) => textContent),
    ]),
  )
}

test('Shift and ? show the keys, each of which does what it says', async () => {
  const { screen, box, finder, shortcuts } = await staffScreen()
  await userEvent.keyboard('{Shift>}?{/Shift}')
  await expect.element(shortcuts).toBeVisible()
  expect(keysOf(shortcuts.element())).toEqual({
    'Search Lantern': ['Ctrl', 'K'],
    'Show keyboard shortcuts': ['?'],
    'Close a dialog or menu': ['Esc'],
    'Choose a result': ['↑', '↓'],
    'Open the highlighted result': ['Enter'],
    'Go to the search box': ['/'],
    'Clear the search box': ['Esc'],
    'Open the only patient, item, account or medicine found': ['Enter'],
    // These are pressed by the tests of the queue.
    'Go to the next card or row': ['↑', '↓'],
    'Go to the next column': ['←', '→'],
    'Go to what can be done with it': ['Tab'],
    'Book a follow-up': ['F'],
  })
  // Nothing opens over it.
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(finder).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(shortcuts).not.toBeInTheDocument()

  await userEvent.keyboard('/')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('zwa?')
  await expect.element(box).toHaveValue('zwa?')
  expect(shortcuts.query()).toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(box).toHaveValue('')
  // Before the list has heard of what was typed.
  await userEvent.keyboard('zwart{Enter}')
  const edit = screen.getByRole('dialog', { name: /Zwart/ })
  await expect.element(edit).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(edit).not.toBeInTheDocument()

  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(finder).toHaveFocus()
  await userEvent.keyboard('bed man?{Backspace}')
  await expect.element(finder).toHaveValue('bed man')
  expect(shortcuts.query()).toBeNull()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  await expect.poll(address).toBe('/beds')
})

test('the keys are shown from one’s own menu and from the search, and then the focus goes back', async () => {
  const { screen, box, finder, shortcuts, menu } = await staffScreen()
  await box.click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(finder).toHaveFocus()
  await userEvent.keyboard('shortcuts')
  await expect.element(screen.getByRole('option', { name: 'Keyboard Shortcuts' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(shortcuts).toBeVisible()
  await expect.poll(() => shortcuts.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(shortcuts).not.toBeInTheDocument()
  await expect.element(box).toHaveFocus()

  await menu.click()
  await screen.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).click()
  await expect.element(shortcuts).toBeVisible()
  await expect.poll(() => shortcuts.element().contains(document.activeElement)).toBe(true)
  await shortcuts.getByRole('button', { name: 'Close' }).click()
  await expect.element(shortcuts).not.toBeInTheDocument()
  await expect.element(menu).toHaveFocus()
})
