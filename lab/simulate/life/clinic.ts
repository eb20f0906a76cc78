import { readCurrentMedications } from '../../../contract/clinical/medications.ts'
import { readTimeline } from '../../../contract/clinical/timeline.ts'
import {
  amendVisitNote,
  beginVisitNote,
  editVisitNote,
  signVisitNote,
} from '../../../contract/clinical/visit-notes.ts'
import {
  type Appointment,
  bookAppointment,
  callNext,
  changeAppointment,
  undoAppointmentChange,
} from '../../../contract/front-desk/appointments.ts'
import { describeVisit } from '../../../server/demo/appointments.ts'
import { dayText, minute, timeText } from '../../../server/demo/calendar.ts'
import { visitIllnesses } from '../../../server/demo/content.ts'
import type { Person } from '../people/person.ts'
import { type Patient, shown } from '../people/population.ts'
import { visits } from './averages.ts'
import { askForAllergies, atTheClinic, noteProblem, prescribe, takeVitals } from './clinical.ts'
import { Diary, type Slot } from './diary.ts'
import { count, type Life, poisson, weekdayOf } from './life.ts'
import { queueEarly, undoLate } from './rules.ts'

/** How far ahead patients are booked: on the day, within a week, within three weeks. Assumed. */
const leads = [
  [() => 0, 10],
  [(next: () => number) => 1 + Math.floor(next() * 7), 40],
  [(next: () => number) => 8 + Math.floor(next() * 14), 50],
] as const
const longestLead = 21
const notes = visitIllnesses.map(({ note }) => note)
/** Refusals of an appointment that is closed by then, because the patient has died. */
const closed = ['transition_refused', 'appointment_closed', 'stale_version'] as const

/** The outpatient clinic: bookings, missed appointments, consultations with their notes, and walk-in emergencies. */
export class Clinic {
  readonly #life: Life
  readonly #diary: Diary

  constructor(life: Life) {
    this.#life = life
    this.#diary = new Diary(life.staff.clinic.people, life.random)
  }

  /** Books on the first day the appointments that would have been booked before it. */
  planBookingsBefore(): void {
    const { clock, random, size } = this.#life
    for (let ahead = 1; ahead <= longestLead; ahead++) {
      const share = ahead <= 7 ? 0.5 + 0.4 * (1 - ahead / 7) : 0.5 * (1 - (ahead - 7) / 14)
      if (isWeekend(clock.day + ahead)) continue
      const bookings = poisson(random, size.outpatients * share)
      for (let place = 0; place < bookings; place++) this.#planBooking(clock.day + ahead)
    }
  }

  plan(): void {
    const { clock, random, size } = this.#life
    for (let left = poisson(random, size.outpatients * visits.emergencies); left > 0; left--) {
      this.#later(random.below(24 * 60), () => this.#emergency())
    }
    if (isWeekend(clock.day)) return
    const { followUp } = visits
    for (let left = poisson(random, size.outpatients * (1 - followUp * 0.8)); left > 0; left--) {
      this.#planBooking(clock.day + random.weigh(leads)(random.next))
    }
  }

  #planBooking(day: number): void {
    const { clock, random } = this.#life
    const latest = day === clock.day ? 14 * 60 : 17 * 60
    this.#later(random.between(8 * 60, latest), async () => {
      const { staff, population } = this.#life
      const desk = staff.reception.one()
      const patient = await population.somebody(desk, visits.isNew)
      const isFollowUp = random.chance(0.3)
      await this.#book(desk, patient, day, isFollowUp ? 'FOLLOW_UP' : random.pick(['GENERAL', 'SPECIALIST']))
    })
  }

  #later(minutes: number, task: () => Promise<unknown>): void {
    const { agenda, clock } = this.#life
    agenda.at(clock.wall.momentAt(clock.day, minutes), task)
  }

  async #book(desk: Person, patient: Patient, day: number, type: 'GENERAL' | 'FOLLOW_UP' | 'SPECIALIST') {
    const { clock, random, staff, population, desk: all } = this.#life
    const after = clock.minutes + 15
    for (let tries = 0; tries < 5; tries++) {
      const slot = this.#diary.free(nextWorkday(day), clock.day, after)
      if (!slot) return count(this.#life, 'found no time')
      const form = this.#form(slot, type, patient)
      const mayHear = ['doctor_slot_taken', 'patient_already_booked', 'patient_deceased'] as const
      if (!random.chance(0.01)) {
        const told = await desk.call(bookAppointment, { body: form }, { mayHear })
        if (told.isDone) {
          if (day > clock.day && random.chance(0.01)) await queueEarly(this.#life, desk, told.body.id)
          return this.#follow(told.body, patient)
        }
        if (told.code === 'doctor_slot_taken') all.findings.add('a free time was taken', JSON.stringify(form))
        this.#diary.giveBack(slot)
        continue
      }
      // Two desks offer the same time to two patients at the same moment.
      const other = await population.register(staff.reception.one())
      const told = await Promise.all([
        desk.call(bookAppointment, { body: form }, { mayHear }),
        staff.reception.one().call(bookAppointment, { body: { ...form, patientId: other.id } }, { mayHear }),
      ])
      count(this.#life, 'two desks for one time')
      const given = told.filter(({ isDone }) => isDone).length
      if (given > 1) all.findings.add('a doctor’s time was given twice', JSON.stringify(form))
      if (told[0].isDone) this.#follow(told[0].body, patient)
      if (told[1].isDone) this.#follow(told[1].body, other)
      if (given === 0) this.#diary.giveBack(slot)
      if (told[0].isDone) return
    }
  }

  #form({ doctor, day, minutes }: Slot, type: Appointment['type'], patient: Patient) {
    return {
      patientId: patient.id,
      doctorId: doctor.id,
      date: dayText(day),
      time: timeText(minutes),
      type,
      notes: reasonOf(this.#life, type, patient),
    }
  }

  /** Plans everything that happens to an appointment. */
  #follow(appointment: Appointment, patient: Patient, mayMove = true): void {
    const { clock, random, agenda } = this.#life
    const [hours = 0, minutes = 0] = appointment.time.split(':').map(Number)
    const day = Date.parse(`${appointment.date}T00:00:00Z`) / 86_400_000
    const begins = clock.wall.momentAt(day, hours * 60 + minutes)
    const before = clock.now + (begins - clock.now) * random.next()
    const fate = random.weigh([
      ['cancels', mayMove ? visits.cancelledByPatient : 0],
      ['is moved', mayMove ? visits.cancelledByHospital : 0],
      ['stays away', visits.notAttended],
      ['comes', 1 - visits.notAttended - visits.cancelledByHospital - visits.cancelledByPatient],
    ])
    if (fate === 'cancels') agenda.at(before, () => this.#cancel(appointment, 'PATIENT_CANCELLED'))
    else if (fate === 'is moved') agenda.at(before, () => this.#move(appointment, patient))
    else if (fate === 'stays away') {
      const evening = clock.wall.momentAt(day, 18 * 60)
      agenda.at(evening, () => this.#cancel(appointment, 'DID_NOT_ATTEND'))
    } else
      agenda.at(begins - random.pick([0, 0, 15, 30]) * minute, () =>
        this.#arrive(appointment, patient, begins),
      )
  }

  async #cancel(
    { id, doctorId, date, time }: Appointment,
    cancelReason: 'PATIENT_CANCELLED' | 'DID_NOT_ATTEND',
  ) {
    const { staff } = this.#life
    const body = { status: 'CANCELLED', cancelReason } as const
    const told = await staff.reception
      .one()
      .call(changeAppointment, { params: { id }, body }, { mayHear: closed })
    if (told.isDone && cancelReason === 'PATIENT_CANCELLED') this.#diary.giveBackOf(doctorId, date, time)
  }

  /** Cancels an appointment because the clinic is off, or, for half of the patients, moves it to another day. */
  async #move(appointment: Appointment, patient: Patient): Promise<unknown> {
    const { clock, random, staff } = this.#life
    const desk = staff.reception.one()
    const params = { id: appointment.id }
    if (random.chance(0.5)) {
      const body = { status: 'CANCELLED', cancelReason: 'OTHER', cancelNote: 'The clinic is off.' } as const
      return desk.call(changeAppointment, { params, body }, { mayHear: closed })
    }
    const later = nextWorkday(clock.day + random.between(3, 14))
    const slot = this.#diary.free(later, clock.day, clock.minutes)
    if (!slot) return undefined
    const body = { date: dayText(slot.day), time: timeText(slot.minutes), doctorId: slot.doctor.id }
    const mayHear = [...closed, 'patient_already_booked'] as const
    const told = await desk.call(
      changeAppointment,
      { params, body },
      { version: appointment.version, mayHear },
    )
    if (told.isDone) {
      count(this.#life, 'moved to another day')
      this.#diary.giveBackOf(appointment.doctorId, appointment.date, appointment.time)
      this.#follow(told.body, patient, false)
    } else this.#diary.giveBack(slot)
    return undefined
  }

  async #arrive(appointment: Appointment, patient: Patient, turn: number): Promise<void> {
    const { agenda, random, staff } = this.#life
    if (patient.hasDied || patient.isAdmitted) return
    const desk = staff.reception.one()
    const add = { params: { id: appointment.id }, body: { status: 'IN_QUEUE' } } as const
    // Set before the call, because a ward could otherwise admit the patient during it, and end the visit.
    patient.isWaiting = true
    const told = await desk.call(changeAppointment, add, { mayHear: closed })
    if (!told.isDone) {
      patient.isWaiting = false
      return
    }
    if (random.chance(0.004)) {
      // A mistake: the step is undone and taken again, unless a doctor has already called the patient in.
      const undo = { params: { id: appointment.id } }
      const undone = await desk.call(undoAppointmentChange, undo, { mayHear: ['undo_refused'] })
      if (undone.isDone) await desk.call(changeAppointment, add)
    }
    if (random.chance(0.01)) undoLate(this.#life, desk, appointment.id)
    const doctor = staff.clinic.people.find(({ id }) => id === appointment.doctorId)
    if (doctor) agenda.at(turn, () => this.#seeNext(doctor))
  }

  /** Calls the next patient: everybody who came to the clinic is called once, by whichever doctor is free. */
  async #seeNext(doctor: Person, tries = 0): Promise<void> {
    const { agenda, clock, desk } = this.#life
    const told = await doctor.call(callNext, {}, { mayHear: ['nobody_waiting'] })
    if (told.isDone) return this.#see(doctor, told.body)
    // The expected patient was seen by a colleague, whose own patient is not there yet.
    if (tries < 8) agenda.at(clock.now + 15 * minute, () => this.#seeNext(doctor, tries + 1))
    else if (tries === 8) desk.findings.add('nobody was there to be called', doctor.email)
  }

  async #see(doctor: Person, appointment: Appointment): Promise<void> {
    const { agenda, clock, random, population, staff } = this.#life
    const { id } = appointment
    const params = { id: appointment.patientId }
    const patient = population.byId.get(appointment.patientId)
    if (!patient) throw new Error('A patient was called whom nobody registered.')
    await doctor.call(readTimeline, { params, query: { limit: 20 } })
    await doctor.call(readCurrentMedications, { params })
    if (random.chance(0.15)) await takeVitals(this.#life, doctor, patient, random.next() ** 4)
    const { findings, assessment, plan } = random.pick(notes)
    const reason = appointment.notes ?? 'Review'
    const note = await doctor.call(beginVisitNote, {
      params: { id },
      body: { reason, findings, assessment: null, plan: null },
    })
    agenda.at(clock.now + 15 * minute, async () => {
      if (note.isDone) await this.#finishNote(doctor, note.body, { reason, findings, assessment, plan })
      if (random.chance(0.1)) await askForAllergies(this.#life, doctor, patient)
      if (random.chance(0.5)) await prescribe(this.#life, doctor, patient, atTheClinic)
      if (random.chance(0.15)) await noteProblem(this.#life, doctor, patient)
      const complete = { params: { id }, body: { status: 'COMPLETED' } } as const
      const told = await doctor.call(changeAppointment, complete, { mayHear: closed })
      patient.isWaiting = false
      if (told.isDone && random.chance(0.003)) {
        const undone = await doctor.call(
          undoAppointmentChange,
          { params: { id } },
          { mayHear: ['undo_refused'] },
        )
        if (undone.isDone) await doctor.call(changeAppointment, complete)
      }
      if (random.chance(visits.followUp) && !patient.hasDied) {
        const days = random.pick([7, 14, 14, 21])
        await this.#book(staff.reception.one(), patient, clock.day + days, 'FOLLOW_UP')
      }
    })
  }

  async #finishNote(
    doctor: Person,
    { id, version }: { id: string; version: number },
    body: { reason: string; findings: string; assessment: string; plan: string },
  ): Promise<void> {
    const { agenda, clock, random } = this.#life
    const edited = await doctor.call(editVisitNote, { params: { id }, body }, { version })
    if (!edited.isDone) return
    await doctor.call(signVisitNote, { params: { id }, body: { version: edited.body.version } })
    if (random.chance(0.01)) {
      const text = 'The result of the blood test came: normal.'
      const tomorrow = clock.wall.momentAt(clock.day + 1, random.between(9 * 60, 16 * 60))
      agenda.at(tomorrow, () => doctor.call(amendVisitNote, { params: { id }, body: { text } }))
    }
  }

  /** A patient who comes without an appointment, at any hour, and is seen within one or two hours. */
  async #emergency(): Promise<void> {
    const { clock, random, staff, population } = this.#life
    const desk = staff.reception.one(2)
    const patient = await population.somebody(desk, 0.5)
    const doctor = staff.clinic.one()
    const body = {
      ...shown(clock),
      patientId: patient.id,
      doctorId: doctor.id,
      type: 'EMERGENCY' as const,
      notes: reasonOf(this.#life, 'EMERGENCY', patient),
    }
    const told = await desk.call(bookAppointment, { body }, { mayHear: ['patient_already_booked'] })
    if (!told.isDone) return
    count(this.#life, 'emergencies')
    await this.#arrive(told.body, patient, clock.now + random.pick([15, 30, 30, 45, 75]) * minute)
  }
}

function reasonOf({ random }: Life, type: Appointment['type'], { age }: Patient): string | null {
  return describeVisit(random, type, { age, gender: 'OTHER', history: [] })?.reason ?? null
}

function isWeekend(day: number): boolean {
  return weekdayOf(day) >= 5
}

function nextWorkday(day: number): number {
  return isWeekend(day) ? nextWorkday(day + 1) : day
}
