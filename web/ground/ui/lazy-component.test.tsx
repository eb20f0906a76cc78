import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { hospitalFor, show } from '../testing/show.tsx'
import { DialogFrame } from './dialog/DialogFrame.tsx'
import { IsReading, late } from './late.tsx'

/** A screen with a dialog whose code comes when `arrive` is called. */
async function waiting() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const pressed: string[] = []
  function Dialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
    return (
      <DialogFrame opened={opened} onClose={onClose} title="Cancel the appointment">
        <TextInput label="Reason" data-autofocus />
      </DialogFrame>
    )
  }
  const LateDialog = late(async () => promise.then(() => ({ Dialog })), 'Dialog', {
    isOpen: ({ opened }) => opened,
    close: ({ onClose }) => onClose(),
  })
  function Screen() {
    const [opened, setOpened] = useState(false)
    return (
      <>
        <Button
          onClick={() => {
            pressed.push('Cancel')
            setOpened(true)
          }}
        >
          Cancel
        </Button>
        <LateDialog opened={opened} onClose={() => setOpened(false)} />
      </>
    )
  }
  const screen = await show(<Screen />, hospitalFor('receptionist'))
  await screen.getByRole('button', { name: 'Cancel' }).click()
  return { screen, pressed, arrive: resolve, reason: screen.getByRole('textbox', { name: 'Reason' }) }
}

test('what is typed while a dialog is on its way stands in its first field, and presses nothing behind', async () => {
  const { pressed, arrive, reason } = await waiting()
  await userEvent.keyboard('feels  wells{Backspace}{Enter}')
  arrive()
  await expect.element(reason).toHaveValue('feels  well')
  await userEvent.keyboard(' again')
  await expect.element(reason).toHaveValue('feels  well again')
  expect(pressed).toEqual(['Cancel'])
})

test('Escape takes a dialog back that is not there yet, with what was typed', async () => {
  const { screen, pressed, arrive, reason } = await waiting()
  await userEvent.keyboard('feels{Escape}')
  arrive()
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expect.element(reason).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(reason).toHaveValue('')
  expect(pressed).toEqual(['Cancel', 'Cancel'])
})

test('on a metered connection a dialog is fetched when it is opened, and not before', async () => {
  const connection = Object.getOwnPropertyDescriptor(Navigator.prototype, 'connection')
  Object.defineProperty(Navigator.prototype, 'connection', {
    configurable: true,
    get: () => ({ saveData: true }),
  })
  try {
    let loads = 0
    const Content = late(async () => ({ Shown: () => <p>What the page shows</p> }), 'Shown')
    const LateDialog = late(
      async () => {
        loads++
        return { Dialog: ({ opened }: { opened: boolean }) => opened && <p>It is open</p> }
      },
      'Dialog',
      { isOpen: ({ opened }) => opened },
    )
    function Screen() {
      const [opened, setOpened] = useState(false)
      return (
        <IsReading value={false}>
          <Button onClick={() => setOpened(true)}>Open</Button>
          <LateDialog opened={opened} />
          <Content />
        </IsReading>
      )
    }
    const screen = await show(<Screen />, hospitalFor('receptionist'))
    await expect.element(screen.getByText('What the page shows')).toBeVisible()
    expect(loads).toBe(0)
    await screen.getByRole('button', { name: 'Open' }).click()
    await expect.element(screen.getByText('It is open')).toBeVisible()
    expect(loads).toBe(1)
  } finally {
    if (connection) Object.defineProperty(Navigator.prototype, 'connection', connection)
    else Reflect.deleteProperty(Navigator.prototype, 'connection')
  }
})
