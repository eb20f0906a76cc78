import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  type Appointment,
  callNext,
  cancelAppointment,
  changeAppointment,
  listAppointments,
  listAppointmentsOfDay,
  listQueue,
  readAppointment,
  undoAppointmentChange,
} from '../../../../contract/front-desk/appointments.ts'
import { noteMissedCall } from '../../../../contract/front-desk/missed-calls.ts'
import type { Site } from '../../../../contract/hospital/hospital.ts'
import { listClinics } from '../../../../contract/people/clinics.ts'
import { readPatient } from '../../../../contract/people/patients.ts'
import type { Role } from '../../../../contract/permissions.ts'
import { noAnswer, refuse } from '../../../testing/hospital.ts'
import { appointmentOf, bose, mehta, newId, now, patientRecord } from '../../../testing/records.ts'
import { address, choose, hospitalFor, openScreen } from '../../../testing/show.tsx'

const colleagues = {
  doctorId: bose.id,
  doctor: { id: bose.id, firstName: 'Kiran', lastName: 'Bose', email: '' },
}
const [yesterday, tomorrow] = ['2026-11-22', '2026-11-24']

/** The clinic of Bose. */
const ofBose = {
  id: newId(),
  name: 'Eye clinic',
  department: null,
  floor: null,
  phone: null,
  rooms: [],
  booksFromHome: false,
  doctors: [{ id: bose.id, name: 'Kiran Bose', active: true }],
  version: 1,
}

/** A patient on the board, by last name. */
const called = (lastName: string, fields: Partial<Appointment> = {}) =>
  appointmentOf(patientRecord({ lastName }), fields)
const waiting = (lastName: string, fields: Partial<Appointment> = {}) =>
  called(lastName, { status: 'IN_QUEUE', queuedAt: '2026-11-23T04:00:00.000Z', ...fields })
const treated = (lastName: string, fields: Partial<Appointment> = {}) =>
  called(lastName, { status: 'IN_PROGRESS', startedAt: '2026-11-23T04:20:00.000Z', ...fields })
const completed = (lastName: string, fields: Partial<Appointment> = {}) =>
  called(lastName, { status: 'COMPLETED', completedAt: '2026-11-23T04:25:00.000Z', ...fields })

async function boardOf(
  role: Role,
  appointments: Appointment[],
  path = '/opd-queue',
  site: Partial<Site> = {},
) {
  const hospital = hospitalFor(role, site)
  hospital.answer(listClinics, [ofBose])
  hospital.answer(listQueue, appointments)
  hospital.answer(listAppointmentsOfDay, appointments)
  hospital.answer(listAppointments, { items: [], total: 0, nextCursor: null })
  hospital.answer(
    readAppointment,
    ({ params }) => appointments.find(({ id }) => id === params.id) ?? refuse(404, 'not_found', 'Not found.'),
  )
  const screen = await openScreen(path)
  await expect.element(screen.getByRole('heading', { name: 'All Appointments' })).toBeVisible()
  await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull()
  return { hospital, screen }
}

function cardOf({ id }: Appointment) {
  const card = document.querySelector<HTMLElement>(`li[data-appointment="${id}"]`)
  if (!card) throw new Error('There is no such card')
  return card
}

/** The buttons of a card. */
function acts(appointment: Appointment): string[] {
  return [...cardOf(appointment).querySelectorAll('button')].map(
    (button) => button.ariaLabel?.split(/:? (?=Asha|for)/)[0] ?? button.textContent ?? '',
  )
}

/** The last names in a column, from the top. */
function column(heading: string): string[] {
  const title = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === heading)
  const cards = title?.closest('section')?.querySelectorAll('li[data-appointment] a') ?? []
  return [...cards].map(({ textContent }) => textContent?.split(',')[0] ?? '')
}

describe('what can be done with an appointment', () => {
  const all = () => ({
    scheduled: called('SCHEDULED'),
    waits: waiting('WAITS'),
    isTreated: treated('TREATED'),
    isDone: completed('DONE'),
    // They have waited since yesterday.
    longer: waiting('LONGER', { date: yesterday }),
    theirs: treated('THEIRS', colleagues),
    overAtTheirs: completed('OVER', colleagues),
  })

  test('reception adds to the queue, reschedules and cancels, until the patient is with a doctor', async () => {
    const on = all()
    await boardOf('receptionist', Object.values(on))
    expect(acts(on.scheduled)).toEqual(['Add to Queue', 'More'])
    expect(acts(on.waits)).toEqual(['More'])
    expect(acts(on.longer)).toEqual(['More'])
    expect(acts(on.isTreated)).toEqual(['Not here', 'More'])
    expect(acts(on.isDone)).toEqual([])
  })

  test('a doctor starts, completes and writes notes of their own visits', async () => {
    const on = all()
    await boardOf('doctor', Object.values(on))
    expect(acts(on.scheduled)).toEqual(['More'])
    expect(acts(on.waits)).toEqual(['Start', 'More'])
    expect(acts(on.longer)).toEqual(['Start', 'More'])
    expect(acts(on.isTreated)).toEqual(['Visit Note', 'Not here', 'Complete', 'More'])
    expect(acts(on.isDone)).toEqual(['Visit Note'])
    expect(acts(on.theirs)).toEqual(['Not here', 'Complete', 'More'])
    expect(acts(on.overAtTheirs)).toEqual([])
  })

  test('whoever began a colleague’s visit writes its note', async () => {
    const began = treated('BEGAN', { ...colleagues, statusBy: mehta.id, statusByName: 'Anika Mehta' })
    await boardOf('doctor', [began])
    expect(acts(began)).toEqual(['Visit Note', 'Not here', 'Complete', 'More'])
  })

  test('an administrator does what reception does', async () => {
    const on = all()
    await boardOf('admin', Object.values(on))
    expect(acts(on.scheduled)).toEqual(['Add to Queue', 'More'])
    expect(acts(on.waits)).toEqual(['More'])
    expect(acts(on.isTreated)).toEqual(['Not here', 'More'])
  })

  test.each([
    ['receptionist', ['Reschedule', 'Print Token', 'Cancel']],
    ['doctor', ['Print Token', 'Cancel']],
  ] as const)('the menu of a %s holds what that role may do', async (role, items) => {
    const { screen } = await boardOf(role, [called('SCHEDULED')])
    await screen.getByRole('button', { name: 'More for Asha SCHEDULED' }).first().click()
    await expect.element(screen.getByRole('menu')).toBeVisible()
    expect(
      screen
        .getByRole('menuitem')
        .elements()
        .map((item) => item.textContent),
    ).toEqual(items)
  })
})

describe('the columns', () => {
  test('each has its own, in the order in which the queue is worked', async () => {
    await boardOf('receptionist', [
      called('LATE', { time: '11:00' }),
      called('EARLY', { time: '09:00' }),
      waiting('SECOND'),
      waiting('FIRST', { queuedAt: '2026-11-23T03:59:00.000Z' }),
      waiting('EMERGENCY', { type: 'EMERGENCY', queuedAt: '2026-11-23T04:29:00.000Z' }),
      treated('TREATED'),
      completed('BEFORE', { completedAt: '2026-11-23T04:00:00.000Z' }),
      completed('DONE'),
      called('CANCELLED', { status: 'CANCELLED', cancelReason: 'OTHER' }),
    ])
    expect(column('In Queue')).toEqual(['EMERGENCY', 'FIRST', 'SECOND'])
    expect(column('In Progress')).toEqual(['TREATED'])
    expect(column('Scheduled')).toEqual(['EARLY', 'LATE'])
    expect(column('Completed')).toEqual(['DONE', 'BEFORE'])
  })

  test('an empty one says so, and to whoever may do it what brings somebody there', async () => {
    const { screen } = await boardOf('receptionist', [])
    await expect.element(screen.getByText('No patients in queue')).toBeVisible()
    await expect.element(screen.getByText('Use Add to Queue when a patient arrives.')).toBeVisible()
    await expect.element(screen.getByText(/Call next takes emergencies first/)).not.toBeInTheDocument()
    await expect.element(screen.getByRole('link', { name: 'Book the first appointment' })).toBeVisible()
  })

  test('what a filter hides is counted, and is one press away', async () => {
    const { screen } = await boardOf('receptionist', [waiting('WAITS')], `/opd-queue?doctor=${bose.id}`)
    await expect.element(screen.getByText('The filters hide 1 appointment.')).toBeVisible()
    await expect.element(screen.getByText('No patients in queue')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect.poll(() => column('In Queue')).toEqual(['WAITS'])
  })

  test('before the day the columns that can’t have cards are one line', async () => {
    const { screen } = await boardOf('receptionist', [], `/opd-queue?date=${tomorrow}`)
    await expect.element(screen.getByText('No SCHEDULED patients')).toBeVisible()
    await expect
      .element(screen.getByText('No patients in queue, in progress or completed before this day.'))
      .toBeVisible()
    for (const name of ['In Queue', 'In Progress', 'COMPLETED'])
      await expect.element(screen.getByRole('heading', { name })).not.toBeInTheDocument()
  })

  test('to a doctor a queue that can’t be read is not loading, and nobody is called from it', async () => {
    const hospital = hospitalFor('doctor')
    hospital.answer(listQueue, () => refuse(403, 'forbidden', 'Not now.'))
    hospital.answer(listAppointments, { items: [], total: 0, nextCursor: null })
    const screen = await openScreen('/opd-queue')
    await expect.element(screen.getByText('Not loaded')).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Call next' }))
      .toHaveAccessibleDescription('The queue could not be loaded')
    await expect.element(screen.getByText('May be out of date')).not.toBeInTheDocument()
    expect(
      document.querySelector('header ~ * .mantine-Skeleton-root, main header .mantine-Skeleton-root'),
    ).toBeNull()
  })

  test('a queue that can’t be read says so, and is read again', async () => {
    const hospital = hospitalFor('receptionist')
    hospital.answer(listQueue, () => refuse(403, 'forbidden', 'Not now.'))
    hospital.answer(listAppointments, { items: [], total: 0, nextCursor: null })
    const screen = await openScreen('/opd-queue')
    await expect
      .element(screen.getByText('The appointments of 23 Nov 2026 could not be loaded'))
      .toBeVisible()
    await expect.element(screen.getByText('No patients in queue')).not.toBeInTheDocument()
    const read = Promise.withResolvers<void>()
    hospital.answer(listQueue, async () => {
      await read.promise
      return [waiting('WAITS')]
    })
    const { length: before } = hospital.sent(listQueue)
    await screen.getByRole('button', { name: 'Retry' }).click()
    expect(hospital.sent(listQueue).length, 'read by the press').toBeGreaterThan(before)
    // The message stays while the data is fetched again.
    await expect.element(screen.getByRole('button', { name: 'Retry' })).toHaveAttribute('data-loading')
    await expect
      .element(screen.getByText('The appointments of 23 Nov 2026 could not be loaded'))
      .toBeVisible()
    read.resolve()
    await expect.poll(() => column('In Queue')).toEqual(['WAITS'])
  })
})

describe('the keyboard', () => {
  const day = () => ({
    first: waiting('FIRST', { queuedAt: '2026-11-23T03:59:00.000Z' }),
    second: waiting('SECOND'),
    isTreated: treated('TREATED'),
    booked: called('BOOKED'),
  })
  const onCard = () =>
    document.activeElement?.matches('a[href]') && document.activeElement.closest('li')?.dataset.appointment
  const stopsOf = (place: string) =>
    [...document.querySelectorAll<HTMLElement>(`[data-place="${place}"] :is(a[href], button)`)].filter(
      ({ tabIndex }) => tabIndex === 0,
    )

  test('stops once in each column, and the arrows move between cards', async () => {
    const { first, second, isTreated } = await openedDay()
    cardOf(first).querySelector('a')?.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(onCard()).toBe(second.id)
    await userEvent.keyboard('{ArrowDown}')
    expect(onCard()).toBe(second.id)
    await userEvent.keyboard('{ArrowUp}')
    expect(onCard()).toBe(first.id)
    await userEvent.keyboard('{ArrowRight}')
    expect(onCard()).toBe(isTreated.id)
    await userEvent.keyboard('{ArrowLeft}')
    expect(onCard()).toBe(first.id)
  })

  test('goes on to what can be done with the card that has the focus, and to no other card', async () => {
    const { first, second } = await openedDay()
    expect(stopsOf('board').filter((stop) => cardOf(second).contains(stop))).toEqual([])
    cardOf(first).querySelector('a')?.focus()
    await userEvent.keyboard('{ArrowDown}{Tab}')
    expect(document.activeElement?.textContent).toBe('Start')
    expect(cardOf(second).contains(document.activeElement)).toBe(true)
    expect(stopsOf('board').filter((stop) => cardOf(first).contains(stop))).toEqual([])
  })

  test('stops once in the table of all, whose rows the arrows move between', async () => {
    await openedDay()
    const rows = [...document.querySelectorAll('[data-place="table"] tbody tr')]
    expect(rows.filter((row) => stopsOf('table').some((stop) => row.contains(stop)))).toEqual([rows[0]])
    rows[0]?.querySelector('a')?.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(rows[1]?.contains(document.activeElement)).toBe(true)
  })

  async function openedDay() {
    const on = day()
    await boardOf('doctor', Object.values(on))
    return on
  }
})

test('a press anywhere on a card opens the record', async () => {
  const one = waiting('WAITS')
  await boardOf('receptionist', [one])
  const card = cardOf(one)
  // A card that the browser has not drawn yet has nothing at its corners.
  await expect
    .poll(() => {
      const { left, bottom } = card.getBoundingClientRect()
      return document.elementFromPoint(left + 4, bottom - 4)?.closest('a')?.pathname
    })
    .toBe(`/patients/${one.patient.id}`)
  const more = card.querySelector('button')?.getBoundingClientRect()
  expect(
    document.elementFromPoint((more?.left ?? 0) + 8, (more?.top ?? 0) + 8)?.closest('button'),
  ).not.toBeNull()
})

test('cards stand apart where somebody chose so on this device', async () => {
  const one = waiting('WAITS')
  const { screen } = await boardOf('doctor', [one])
  // The height of a card that the browser has not drawn yet is its placeholder's.
  const room = () => Number.parseFloat(getComputedStyle(cardOf(one)).paddingBlockStart)
  const compact = room()
  const button = screen.getByRole('button', { name: 'Comfortable cards' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  expect(room()).toBeGreaterThan(compact)
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  expect(room()).toBe(compact)
})

describe('Call next', () => {
  test('says whom it takes, takes them, and opens their record', async () => {
    const first = waiting('FIRST', { queueNumber: 7 })
    const { hospital, screen } = await boardOf('doctor', [first, waiting('THEIRS', colleagues)])
    const button = screen.getByRole('button', { name: 'Call next' })
    await expect.element(button).toHaveAccessibleDescription('Number 7, FIRST, Asha')
    hospital.answer(callNext, { ...first, status: 'IN_PROGRESS', startedAt: now, statusBy: mehta.id })
    hospital.answer(readPatient, () => refuse(404, 'not_found', 'Not found.'))
    await button.click()
    await expect.element(screen.getByText('Called number 7: FIRST, Asha')).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Patient Not Found' })).toBeVisible()
    expect(hospital.sent(readPatient)[0]).toMatchObject({ params: { id: first.patientId } })
  })

  test('names an emergency, and somebody of yesterday', async () => {
    const emergency = waiting('HURT', { queueNumber: 3, type: 'EMERGENCY', date: yesterday, ...colleagues })
    const { screen } = await boardOf('doctor', [waiting('OWN'), emergency])
    await expect
      .element(screen.getByRole('button', { name: 'Call next' }))
      .toHaveAccessibleDescription('Number 3, HURT, Asha, emergency, since yesterday')
  })

  test('can’t be pressed when nobody waits, and says why', async () => {
    const { hospital, screen } = await boardOf('doctor', [called('SCHEDULED')])
    const button = screen.getByRole('button', { name: 'Call next' })
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button).toHaveAccessibleDescription('No patients waiting')
    button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(hospital.sent(callNext)).toEqual([])
  })

  test('is not there for reception, nor on another day', async () => {
    const { screen } = await boardOf('receptionist', [waiting('WAITS')])
    await expect.element(screen.getByRole('button', { name: 'Call next' })).not.toBeInTheDocument()
  })
})

describe('a step', () => {
  test('is done once, is told, and can be taken back by whoever did it', async () => {
    const patient = called('ARRIVES', { queueNumber: 5 })
    const { hospital, screen } = await boardOf('receptionist', [patient])
    hospital.answer(changeAppointment, {
      ...patient,
      status: 'IN_QUEUE',
      queuedAt: now,
      statusAt: now,
      statusBy: hospital.me.id,
      undoable: true,
      version: 2,
    })
    hospital.answer(undoAppointmentChange, { ...patient, version: 3 })
    await userEvent.dblClick(screen.getByRole('button', { name: 'Add to Queue: Asha ARRIVES' }).first())
    await expect.element(screen.getByText('Number 5, Asha ARRIVES, is in the queue')).toBeVisible()
    expect(hospital.sent(changeAppointment).map(({ body }) => body)).toEqual([{ status: 'IN_QUEUE' }])
    await expect.poll(() => acts(patient)[0]).toMatch(/^Undo/)
    cardOf(patient).querySelector('button')?.click()
    await expect.element(screen.getByText(/Undone: Asha ARRIVES is back in ‘Scheduled’/)).toBeVisible()
    await expect.poll(() => column('Scheduled')).toEqual(['ARRIVES'])
  })

  test('of a colleague can’t be taken back, nor one of half a minute ago', async () => {
    const by = (statusBy: string, statusAt: string) => ({ statusBy, statusAt, undoable: true })
    const own = waiting('OWN', by(mehta.id, '2026-11-23T04:29:45.000Z'))
    const past = waiting('PAST', by(mehta.id, '2026-11-23T04:29:30.000Z'))
    const theirs = waiting('THEIRS', by(bose.id, '2026-11-23T04:29:45.000Z'))
    await boardOf('doctor', [own, past, theirs])
    expect(acts(own)[0]).toMatch(/^Undo/)
    expect(acts(past)).toEqual(['Start', 'More'])
    expect(acts(theirs)).toEqual(['Start', 'More'])
  })

  test('that is refused says what did not happen and why', async () => {
    const patient = called('ARRIVES')
    const { hospital, screen } = await boardOf('receptionist', [patient])
    const add = screen.getByRole('button', { name: 'Add to Queue: Asha ARRIVES' }).first()
    hospital.answer(changeAppointment, () =>
      refuse(409, 'transition_refused', 'They are in the queue already.'),
    )
    await add.click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('They are in the queue already.')
    hospital.answer(changeAppointment, noAnswer)
    await add.click()
    await expect
      .element(screen.getByRole('alert'))
      .toMatchTextContent('Not added to the queue: no connection. Try again: nothing is done twice.')
  })

  test('with a colleague’s patient is asked about first; with one’s own it is not', async () => {
    const theirs = waiting('THEIRS', colleagues)
    const own = waiting('OWN')
    const { hospital, screen } = await boardOf('doctor', [theirs, own])
    hospital.answer(changeAppointment, ({ params: { id } }) => {
      const of = id === own.id ? own : theirs
      return { ...of, status: 'IN_PROGRESS' as const, startedAt: now, statusBy: mehta.id }
    })
    await screen.getByRole('button', { name: 'Start: Asha THEIRS' }).first().click()
    const question = screen.getByRole('dialog')
    await expect.element(question).toMatchTextContent('Start for Dr Bose?')
    expect(hospital.sent(changeAppointment)).toEqual([])
    await question.getByRole('button', { name: 'Start for Dr Bose' }).click()
    await expect.poll(() => hospital.sent(changeAppointment)).toHaveLength(1)
    expect(hospital.sent(changeAppointment)[0]).toMatchObject({
      params: { id: theirs.id },
      body: { status: 'IN_PROGRESS' },
      version: theirs.version,
    })
    await expect.element(question).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Start: Asha OWN' }).first().click()
    await expect.poll(() => hospital.sent(changeAppointment)).toHaveLength(2)
  })

  test('for somebody else says that an emergency still waits', async () => {
    const own = waiting('OWN')
    const { hospital, screen } = await boardOf('doctor', [
      own,
      waiting('HURT', { type: 'EMERGENCY', queueNumber: 9 }),
    ])
    hospital.answer(changeAppointment, { ...own, status: 'IN_PROGRESS', startedAt: now, statusBy: mehta.id })
    await screen.getByRole('button', { name: 'Start: Asha OWN' }).first().click()
    await expect.element(screen.getByText('Still waiting: emergency, number 9, HURT, Asha')).toBeVisible()
  })
})

describe('a patient who was called and is not here', () => {
  test('is put back with a press, behind whom, and can be taken back', async () => {
    const [one, next, then] = [treated('CALLED'), waiting('NEXT'), waiting('THEN')]
    const { hospital, screen } = await boardOf('receptionist', [one, next, then])
    const back: Appointment = {
      ...one,
      status: 'IN_QUEUE',
      queuedAt: '2026-11-23T03:00:00.000Z',
      startedAt: null,
      missedCalls: 1,
      returnedAt: now,
      behind: [next.id, then.id],
      statusAt: now,
      undoable: true,
    }
    hospital.answer(noteMissedCall, back)
    await screen.getByRole('button', { name: 'Not here: Asha CALLED' }).first().click()
    await expect
      .element(screen.getByText(`Called once · Behind numbers ${next.queueNumber} and ${then.queueNumber}`))
      .toBeVisible()
    expect(hospital.sent(noteMissedCall)).toMatchObject([{ params: { id: one.id }, body: { call: 1 } }])
    // The message is drawn at once; the query library tells the board in a task of its own.
    await expect.poll(() => column('In Queue')).toEqual(['NEXT', 'THEN', 'CALLED'])
    expect(cardOf(one).textContent).toContain('Called once')
    hospital.answer(undoAppointmentChange, one)
    await screen.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect.poll(() => column('In Progress')).toEqual(['CALLED'])
  })

  test('has not attended after the third call; the menu still puts them back', async () => {
    const one = treated('CALLED', { missedCalls: 2 })
    const { hospital, screen } = await boardOf('doctor', [one])
    expect(cardOf(one).textContent).toContain('Called 3 times')
    expect(acts(one)).toEqual(['Visit Note', 'Did not attend', 'Complete', 'More'])
    await screen.getByRole('button', { name: 'More for Asha CALLED' }).first().click()
    await expect.element(screen.getByRole('menuitem', { name: 'Did not attend' })).toBeVisible()
    hospital.answer(noteMissedCall, () => refuse(409, 'transition_refused', 'Already back in the queue.'))
    await screen.getByRole('menuitem', { name: 'Not here' }).click()
    await expect.element(screen.getByText('Already back in the queue.')).toBeVisible()
    expect(hospital.sent(noteMissedCall)[0]).toMatchObject({ body: { call: 3 } })
    hospital.answer(noteMissedCall, {
      ...one,
      status: 'CANCELLED',
      cancelReason: 'DID_NOT_ATTEND',
      missedCalls: 3,
      startedAt: null,
      queuedAt: '2026-11-23T03:00:00.000Z',
    })
    await screen.getByRole('button', { name: 'Did not attend: Asha CALLED' }).first().click()
    await expect.element(screen.getByText(/CALLED, did not attend/)).toBeVisible()
    expect(hospital.sent(noteMissedCall)[1]).toMatchObject({ body: { call: 3, didNotAttend: true } })
    await expect.element(screen.getByText('Did not attend, called 3 times').first()).toBeVisible()
  })
})

describe('what other people change', () => {
  test('is said to a screen reader: who was made an emergency, or how many changed', async () => {
    const [one, two, three] = [waiting('ONE'), waiting('TWO'), waiting('THREE')]
    const { hospital, screen } = await boardOf('doctor', [one, two, three])
    await expect.poll(() => hospital.followed('queue')).toBe(true)
    const said = screen.getByRole('status')
    const worse: Appointment = { ...one, type: 'EMERGENCY' }
    hospital.tell({ scope: 'queue', put: [worse] })
    await expect
      .element(said.filter({ hasText: `Number ${one.queueNumber}, ONE, Asha: Emergency` }))
      .toBeInTheDocument()
    const left = { status: 'CANCELLED', cancelReason: 'OTHER', statusBy: bose.id } as const
    hospital.tell({ scope: 'queue', put: [one, two, three].map((each) => ({ ...each, ...left })) })
    await expect.element(said.filter({ hasText: '3 appointments changed' })).toBeInTheDocument()
  })
})

describe('a patient who was admitted', () => {
  test('is not called next, and their card says where they are before it goes', async () => {
    const ended = { admittedTo: 'A-101', statusAt: now, queuedAt: '2026-11-23T03:00:00.000Z' } as const
    const waited = called('WAITED', { ...ended, status: 'CANCELLED', cancelReason: 'ADMITTED' })
    const seen = completed('SEEN', { ...ended, completedAt: now })
    const { screen } = await boardOf('doctor', [waited, seen, waiting('OWN')])
    expect(column('In Queue')).toEqual(['WAITED', 'OWN'])
    for (const one of [waited, seen]) expect(cardOf(one).textContent).toContain('Admitted to A-101')
    expect(acts(waited)).toEqual([])
    await expect.element(screen.getByText(/Number \d+, OWN, Asha/).first()).toBeVisible()
    expect(screen.getByText('Admitted to A-101').elements().length).toBeGreaterThan(2)
  })
})

describe('cancelling', () => {
  async function cancelling(appointment: Appointment) {
    const { hospital, screen } = await boardOf('receptionist', [appointment])
    await screen
      .getByRole('button', { name: /^More for/ })
      .first()
      .click()
    await screen.getByRole('menuitem', { name: 'Cancel' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog).toBeVisible()
    const confirm = dialog.getByRole('button', { name: /^Cancel Asha/ })
    return { hospital, screen, dialog, confirm }
  }

  test('asks for the reason, and sends a note with Other alone', async () => {
    const appointment = called('RAO')
    const { hospital, dialog, confirm } = await cancelling(appointment)
    await confirm.click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Reason is required')
    await dialog.getByRole('radio', { name: 'Other' }).click()
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Moved away')
    await dialog.getByRole('radio', { name: 'Patient cancelled' }).click()
    await expect.element(dialog.getByRole('textbox', { name: 'Note' })).not.toBeInTheDocument()
    hospital.answer(changeAppointment, {
      ...appointment,
      status: 'CANCELLED',
      cancelReason: 'PATIENT_CANCELLED',
    })
    await confirm.click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(hospital.sent(changeAppointment)[0]).toMatchObject({
      body: { status: 'CANCELLED', cancelReason: 'PATIENT_CANCELLED', cancelNote: null },
      version: appointment.version,
    })
    expect(hospital.sent(cancelAppointment)).toEqual([])
  })

  test('of today offers that they did not attend; what changed meanwhile is shown first', async () => {
    const { hospital, dialog, confirm } = await cancelling(called('RAO', { id: newId() }))
    await dialog.getByRole('radio', { name: 'Did not attend' }).click()
    hospital.answer(changeAppointment, () =>
      refuse(412, 'stale_version', 'Changed.', { changedBy: 'Kiran Bose', changedAt: now }),
    )
    await confirm.click()
    await expect
      .element(dialog)
      .toMatchTextContent(/Kiran Bose changed this appointment on 23 Nov 2026, 10:00.AM/)
  })
})

test('a hospital that has clinics filters the board by clinic, and its address keeps the filter', async () => {
  const [own, other] = [waiting('Garcia'), waiting('Rao', colleagues)]
  const { screen } = await boardOf('receptionist', [own, other], '/opd-queue', { hasClinics: true })
  await choose(screen.getByRole('combobox', { name: 'Filter by clinic' }), 'Eye')
  await expect.poll(() => document.querySelectorAll('li[data-appointment]').length).toBe(1)
  expect(cardOf(other).textContent).toContain('RAO')
  expect(address()).toBe(`/opd-queue?clinic=${ofBose.id}`)
})

test('a hospital without clinics asks for none, and sees no such filter', async () => {
  const { hospital, screen } = await boardOf('receptionist', [waiting('Garcia')])
  await expect.element(screen.getByRole('combobox', { name: 'Filter by doctor' })).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'Filter by clinic' })).not.toBeInTheDocument()
  expect(hospital.sent(listClinics)).toEqual([])
})
