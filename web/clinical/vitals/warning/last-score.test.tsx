import { describe, expect, test } from 'vitest'
import {
  acknowledgeScore,
  type EarlyWarning,
  listEarlyWarnings,
  takeBackAcknowledgement,
} from '../../../../contract/clinical/warnings/early-warning.ts'
import type { Role } from '../../../../contract/permissions.ts'
import { listBeds } from '../../../../contract/wards/beds.ts'
import { warningOf } from '../../../testing/clinical.ts'
import { refuse } from '../../../testing/hospital.ts'
import { bedRecord, mehta, newId, occupiedBed, patientRecord } from '../../../testing/records.ts'
import { hospitalFor, openScreen } from '../../../testing/show.tsx'

const ill = patientRecord({ lastName: 'Ill' })
const well = patientRecord({ lastName: 'Well' })
const unseen = patientRecord({ lastName: 'Unseen' })
const child = patientRecord({ lastName: 'Child', dateOfBirth: '2019-01-01' })
const beds = [ill, well, unseen, child].map((patient, place) =>
  occupiedBed(patient, { bedNumber: `A-${place + 1}` }),
)
const [illBed, wellBed, unseenBed, childBed] = beds

const high = warningOf(ill)
const low = warningOf(well, { score: 1, band: 'Low', alert: null })
const acknowledged = (warning: EarlyWarning, byId = mehta.id): EarlyWarning => ({
  ...warning,
  alert: { acknowledged: { at: '2026-11-23T04:29:00.000Z', by: 'Anika Mehta', byId } },
})

async function boardOf(role: Role) {
  const hospital = hospitalFor(role)
  hospital.answer(listBeds, [...beds, bedRecord({ bedNumber: 'A-9' })])
  if (role !== 'receptionist') hospital.answer(listEarlyWarnings, [high, low])
  const screen = await openScreen('/beds')
  await expect.element(screen.getByRole('article').first()).toBeVisible()
  return { hospital, screen }
}
function cardOf(bed: { id: string } | undefined): HTMLElement {
  const card = document.querySelector<HTMLElement>(`article[data-bed="${bed?.id}"]`)
  if (!card) throw new Error('There is no such card')
  return card
}
const scoreButton = (bed: { id: string } | undefined) => cardOf(bed).querySelector('[aria-haspopup="dialog"]')

async function openScore(role: Role = 'doctor') {
  const board = await boardOf(role)
  await expect.element(board.screen.getByText('NEWS2 9 High').first()).toBeVisible()
  const button = scoreButton(illBed)
  if (!(button instanceof HTMLElement)) throw new Error('There is no score to press')
  button.click()
  const dialog = board.screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  return { ...board, dialog }
}

describe('the last NEWS2 on a card of the board', () => {
  test('is said with its band, its age and whether a doctor has acknowledged it', async () => {
    const { screen } = await boardOf('doctor')
    await expect.element(screen.getByText('NEWS2 9 High').first()).toBeVisible()
    expect(scoreButton(illBed)?.textContent).toBe('NEWS2 9 High · 20 min ago, Not acknowledged, ILL, Asha')
    expect(scoreButton(illBed)?.querySelector('svg')).not.toBeNull()
    // A low score needs no one, so it looks quiet.
    expect(scoreButton(wellBed)?.textContent).toBe('NEWS2 1 · 20 min ago, WELL, Asha')
    expect(cardOf(unseenBed).textContent).toContain('NEWS2 not recorded')
    expect(cardOf(childBed).textContent).not.toContain('NEWS2')
  })

  test('is not on a receptionist’s, and is not asked for', async () => {
    const { hospital } = await boardOf('receptionist')
    for (const bed of beds) expect(cardOf(bed).textContent).not.toContain('NEWS2')
    expect(hospital.calls.map(({ endpoint }) => endpoint.name)).not.toContain('listEarlyWarnings')
    expect(hospital.followed('early-warnings')).toBe(false)
  })

  test('is drawn again on one card when one patient’s changes', async () => {
    const { hospital, screen } = await boardOf('doctor')
    await expect.element(screen.getByText('NEWS2 9 High').first()).toBeVisible()
    await expect.poll(() => hospital.followed('early-warnings')).toBe(true)
    const changed = new Set<string | undefined>()
    const observer = new MutationObserver((mutations) => {
      for (const { target } of mutations) {
        const element = target instanceof Element ? target : target.parentElement
        const card = element?.closest<HTMLElement>('article[data-bed]')
        if (card) changed.add(card.dataset.bed)
      }
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    hospital.tell({
      scope: 'early-warnings',
      put: [warningOf(well, { score: 5, band: 'Medium', alert: null })],
    })
    await expect.element(screen.getByText('NEWS2 5 Medium').first()).toBeVisible()
    observer.disconnect()
    expect([...changed]).toEqual([wellBed?.id])
  })
})

describe('the dialog of a score', () => {
  test('says whose it is, what the score asks for and its source, and a doctor acknowledges it', async () => {
    const { hospital, screen, dialog } = await openScore()
    const words = dialog.element().textContent
    expect(words).toContain(ill.mrn)
    expect(words).toContain('Emergency response.')
    expect(words).toContain('Monitor continuously.')
    expect(words).toContain('Royal College of Physicians, NEWS2, 2017, chart 4')
    hospital.answer(acknowledgeScore, acknowledged(high))
    await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click()
    await expect.element(screen.getByText('You acknowledged Asha Ill’s NEWS2 of 9')).toBeVisible()
    expect(hospital.calls.find(({ endpoint }) => endpoint.name === 'acknowledgeScore')?.params).toEqual({
      id: high.vitalSignsId,
    })
    // The card is drawn after the message.
    await expect
      .poll(() => scoreButton(illBed)?.textContent)
      .toBe('NEWS2 9 High · 20 min ago, Acknowledged, ILL, Asha')
    // An acknowledgement by mistake can be undone.
    hospital.answer(takeBackAcknowledgement, high)
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => scoreButton(illBed)?.textContent).toContain('Not acknowledged')
  })

  test('says who else acknowledged it meanwhile, and why an acknowledgement was refused', async () => {
    const { hospital, dialog } = await openScore()
    hospital.answer(acknowledgeScore, () =>
      refuse(409, 'score_acknowledged', 'A colleague has already acknowledged this score.'),
    )
    await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click()
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('A colleague has already acknowledged this score.')
    hospital.tell({ scope: 'early-warnings', put: [acknowledged(high, newId())] })
    await expect.element(dialog.getByText('Acknowledged by Dr Anika Mehta', { exact: false })).toBeVisible()
    await expect
      .element(dialog.getByRole('button', { name: 'Acknowledge', exact: true }))
      .not.toBeInTheDocument()
  })

  test('keeps the score that was read: a newer one is shown when it is asked for, and only then acknowledged', async () => {
    const { hospital, dialog } = await openScore()
    const newer = warningOf(ill, { score: 12, takenAt: '2026-11-23T04:29:00.000Z' })
    hospital.tell({ scope: 'early-warnings', put: [newer] })
    await expect.element(dialog.getByText('A newer score has been recorded', { exact: false })).toBeVisible()
    await expect
      .element(dialog.getByRole('button', { name: 'Acknowledge', exact: true }))
      .not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Show newer score' }).click()
    hospital.answer(acknowledgeScore, acknowledged(newer))
    await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(hospital.calls.find(({ endpoint }) => endpoint.name === 'acknowledgeScore')?.params).toEqual({
      id: newer.vitalSignsId,
    })
  })

  test('shows an administrator the score, with nothing to acknowledge', async () => {
    const { dialog } = await openScore('admin')
    await expect.element(dialog.getByText('Not acknowledged.', { exact: false })).toBeVisible()
    await expect
      .element(dialog.getByRole('button', { name: 'Acknowledge', exact: true }))
      .not.toBeInTheDocument()
  })
})
