import { useState } from 'react'
import { expect, test } from 'vitest'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { ApiError, unreachable } from '../../client/api.ts'
import { hospitalNow } from '../../client/clock.ts'
import { useSecondPerson, wasNotCountersigned } from './use-second-person.tsx'

const refused = (code: string, act?: string) =>
  new ApiError({
    type: 'about:blank',
    title: code,
    status: 409,
    code,
    detail: `Refused: ${code}.`,
    ...(act !== undefined && { act }),
  })
const needed = refused('countersignature_needed', 'Dispose of 2 pcs')

/** A form that does an act, whose answers are given. Answers the countersignatures that it was sent with. */
async function acting({ goodFor = 120_000 }: { goodFor?: number }, ...answers: (Error | 'done')[]) {
  const hospital = hospitalFor('pharmacist')
  hospital.countersignature.expiresAt = new Date(hospitalNow() + goodFor).toISOString()
  const sent: (string | undefined)[] = []
  async function send(countersignature?: string) {
    sent.push(countersignature)
    const answer = [needed, ...answers][sent.length - 1]
    if (answer instanceof Error) throw answer
    return answer
  }
  function Form() {
    const { withSecondPerson, dialog } = useSecondPerson()
    const [said, say] = useState('Not sent')
    async function act() {
      try {
        say((await withSecondPerson({ endpoint: 'moveStock', id: 'an item', body: {} }, send)) ?? '')
      } catch (error) {
        say(wasNotCountersigned(error) ? 'Not countersigned' : String(error))
      }
    }
    return (
      <>
        <button type="button" onClick={() => void act()}>
          Do it
        </button>
        <output>{said}</output>
        {dialog}
      </>
    )
  }
  const screen = await show(<Form />, hospital)
  await screen.getByRole('button', { name: 'Do it' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Second person' })
  await dialog.getByLabelText('Colleague’s e-mail').fill('nora@hospital.test')
  const password = dialog.getByLabelText('Colleague’s password', { exact: true })
  await password.fill('turn-the-wick-down')
  await dialog.getByRole('button', { name: 'Countersign', exact: true }).click()
  return { hospital, sent, dialog, password, screen }
}

test('where the connection is lost after the colleague has signed, the act is sent again without another signature', async () => {
  const { hospital, sent, dialog, screen } = await acting({}, unreachable('change', true), 'done')
  await expect
    .element(dialog.getByText('Nora Bello countersigned it. It may have been saved. Try again to find out.'))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByText('done', { exact: true })).toBeVisible()
  expect(sent).toEqual([undefined, hospital.countersignature.id, hospital.countersignature.id])
})

test('once the two minutes ran out on what may have been saved, it is sent again before anybody signs again', async () => {
  const { hospital, sent, dialog, screen } = await acting(
    { goodFor: 400 },
    unreachable('change', true),
    'done',
  )
  await expect
    .element(dialog.getByRole('alert').first())
    .toHaveTextContent('The 2 minutes ran out. It may have been saved. Try again to find out.')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('done', { exact: true })).toBeVisible()
  expect(sent).toEqual([undefined, hospital.countersignature.id, hospital.countersignature.id])
})

test('where the server then says that it was too late, nothing was saved, and the colleague signs again', async () => {
  const { dialog, password } = await acting(
    { goodFor: 400 },
    unreachable('change', true),
    refused('countersignature_expired', 'Dispose of 2 pcs'),
  )
  const told = dialog.getByText('The 2 minutes ran out, and nothing was saved. Sign again.')
  await expect.element(dialog.getByText(/^The 2 minutes ran out. It may have been saved/)).toBeVisible()
  await expect.element(told).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(told).toBeVisible()
  await expect.element(password).toHaveValue('')
})

test('where nothing was sent and the two minutes ran out, nothing was saved, and the colleague signs again', async () => {
  const { dialog, password } = await acting({ goodFor: 400 }, unreachable('change', false))
  await expect
    .element(dialog.getByRole('alert').first())
    .toHaveTextContent('The 2 minutes ran out, and nothing was saved. Sign again.')
  await expect.element(password).toHaveValue('')
})

test('an act that has changed meanwhile is shown as it is now, and signed anew', async () => {
  const { dialog, password } = await acting(
    {},
    refused('countersignature_of_another_act', 'Dispose of 2 pcs, damaged'),
    'done',
  )
  await expect.element(dialog.getByText('Refused: countersignature_of_another_act.')).toBeVisible()
  await expect.element(dialog.getByText('Dispose of 2 pcs, damaged')).toBeVisible()
  await expect.element(password).toHaveValue('')
  await password.fill('turn-the-wick-down')
  await dialog.getByRole('button', { name: 'Countersign', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('an act that needs nobody else any more is done without another signature', async () => {
  const { hospital, sent, dialog, screen } = await acting(
    {},
    refused('countersignature_of_another_act'),
    'done',
  )
  await expect.element(screen.getByText('done', { exact: true })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toEqual([undefined, hospital.countersignature.id, undefined])
})

test('what is wrong with the act itself is told by its form', async () => {
  const first = await acting({}, refused('not_enough_stock', ''))
  await expect.element(first.screen.getByText(/not_enough_stock/)).toBeVisible()
  await expect.element(first.dialog).not.toBeInTheDocument()
})
