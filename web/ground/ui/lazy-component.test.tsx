import { Button, Skeleton, TextInput } from '@mantine/core'
import { cloneElement, useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { hospitalFor, show } from '../../testing/show.tsx'
import { ButtonPopover } from './ButtonPopover.tsx'
import { DialogForm } from './dialog/DialogForm.tsx'
import { DialogFrame } from './dialog/DialogFrame.tsx'
import { IsReading, late } from './lazy-component.tsx'

/** A screen with a dialog whose code comes when `arrive` is called, and its form when `read` is, if it has to be read. */
async function waiting({ isRead = false } = {}) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const record = Promise.withResolvers<void>()
  const pressed: string[] = []
  function Dialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
    const [isThere, setThere] = useState(!isRead)
    useEffect(() => void record.promise.then(() => setThere(true)), [])
    return (
      <DialogFrame opened={opened} onClose={onClose} title="Cancel the appointment">
        {isThere ? (
          <DialogForm
            label="Cancel it"
            busyLabel="Cancelling"
            busy={false}
            summary={{ problems: [], attempt: 0 }}
            onSubmit={() => {}}
          >
            <TextInput label="Reason" />
          </DialogForm>
        ) : (
          <Skeleton h={80} />
        )}
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
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  return { screen, pressed, arrive: resolve, read: record.resolve, reason }
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

test('what is typed or pasted before the form of a dialog was read stands in it, and does not close the dialog', async () => {
  const { screen, pressed, arrive, read, reason } = await waiting({ isRead: true })
  await userEvent.keyboard('feels ')
  arrive()
  await expect.element(screen.getByRole('dialog').getByRole('button', { name: 'Close' })).toHaveFocus()
  await new Promise((resolve) => setTimeout(resolve, 800))
  await userEvent.keyboard('well ')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', 'and')
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  await userEvent.keyboard(' went')
  read()
  await expect.element(reason).toHaveValue('feels well and went')
  await userEvent.keyboard(' home')
  await expect.element(reason).toHaveValue('feels well and went home')
  expect(pressed).toEqual(['Cancel'])
})

test('a dialog that is open already while its form is read keeps what is typed, and Escape closes it', async () => {
  const { screen, arrive, reason } = await waiting({ isRead: true })
  arrive()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('dialog').getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.keyboard('one two')
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(reason).not.toBeInTheDocument()
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

test('Escape takes back what has just arrived and does not have the focus yet', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const Menu = late(
    async () =>
      promise.then(() => ({
        Menu: ({ opened }: { opened: boolean; onClose: () => void }) => opened && <p>Its choices</p>,
      })),
    'Menu',
    { isOpen: ({ opened }) => opened, close: ({ onClose }) => onClose() },
  )
  function Screen() {
    const [opened, setOpened] = useState(false)
    return (
      <>
        <Button onClick={() => setOpened(true)}>More</Button>
        <Menu opened={opened} onClose={() => setOpened(false)} />
      </>
    )
  }
  const screen = await show(<Screen />, hospitalFor('receptionist'))
  await screen.getByRole('button', { name: 'More' }).click()
  resolve()
  await expect.element(screen.getByText('Its choices')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByText('Its choices')).not.toBeInTheDocument()
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

test('a popover whose button was pressed before it was there gives the focus back to that button', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const Popover = late(async () => promise.then(() => ({ ButtonPopover })), 'ButtonPopover', {
    StandIn: ({ button, onWanted }) => cloneElement(button, { onClick: onWanted }),
  })
  const screen = await show(
    <Popover button={<Button>Notifications</Button>}>{() => <TextInput label="Sound" />}</Popover>,
    hospitalFor('receptionist'),
  )
  const button = screen.getByRole('button', { name: 'Notifications' })
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  resolve()
  await expect.element(screen.getByRole('textbox', { name: 'Sound' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
})
