import { Button } from '@mantine/core'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { ListHeader } from '../page/ListHeader.tsx'
import { DataTable } from './DataTable.tsx'
import { ListFilters } from './ListFilters.tsx'

const usual = { width: window.innerWidth, height: window.innerHeight }
beforeAll(() => page.viewport(390, 844))
afterAll(() => page.viewport(usual.width, usual.height))

function Screen() {
  return (
    <>
      <ListHeader title="Patients">
        <Button leftSection={<IconDownload />}>Export</Button>
        <Button leftSection={<IconPlus />}>New Patient</Button>
      </ListHeader>
      <DataTable
        label="Patients"
        columns={[
          { key: 'name', header: 'Name', sortable: true, cell: ({ name }: { name: string }) => name },
        ]}
        rows={[{ name: 'Asha' }]}
        rowKey={({ name }) => name}
        empty={null}
        toolbar={
          <ListFilters search={<input aria-label="Search" />} active={2}>
            <label>
              <input type="checkbox" /> Low stock
            </label>
          </ListFilters>
        }
      />
    </>
  )
}

test('on a phone a list’s filters and its order fold into a button that says how many are set', async () => {
  const screen = await show(<Screen />, hospitalFor('admin'))
  const [filter, order] = [
    screen.getByRole('checkbox', { name: 'Low stock' }),
    screen.getByRole('button', { name: 'Name' }),
  ]
  await expect.element(screen.getByRole('textbox', { name: 'Search' })).toBeVisible()
  for (const folded of [filter, order]) await expect.element(folded).not.toBeInTheDocument()
  const fold = screen.getByRole('button', { name: 'Filters 2 set' })
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false')
  await fold.click()
  await expect.element(fold).toHaveAttribute('aria-expanded', 'true')
  for (const shown of [filter, order]) await expect.element(shown).toBeVisible()
})

test('on a phone the main action stays beside the title, and a button shows all of them', async () => {
  const screen = await show(<Screen />, hospitalFor('admin'))
  const rest = screen.getByRole('button', { name: 'Export' })
  await expect.element(screen.getByRole('button', { name: 'New Patient' })).toBeVisible()
  await expect.element(rest).not.toBeInTheDocument()
  screen.getByRole('button', { name: 'More actions' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(rest).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(rest).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
  await expect.element(rest).not.toBeInTheDocument()
})
