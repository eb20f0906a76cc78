import {
  type Admission,
  admitPatient,
  dischargePatient,
  editAdmission,
  recordAcuity,
  takeBackDeath,
  transferPatient,
} from '../../../contract/wards/admissions.ts'
import { addBeds, changeBed, mostBedsAtOnce } from '../../../contract/wards/beds.ts'
import { type Ward, wards } from '../../../contract/wards/wards.ts'
import { dayLength, dayText, minute } from '../../../server/demo/calendar.ts'
import { stayIllnesses } from '../../../server/demo/content.ts'
import type { Person, Told } from '../people/person.ts'
import type { Patient } from '../people/population.ts'
import { destinations, readmitted, seasons, wardAverages, weekdays } from './averages.ts'
import { askForAllergies, noteProblem, onWards, prescribe, takeVitals } from './clinical.ts'
import { count, type Life, lognormal, poisson, weekdayOf } from './life.ts'

/** Refusals if somebody else ends or changes the stay at the same moment. */
const changed = ['admission_closed', 'stale_version'] as const

const illnessesOf = (ward: Ward) => stayIllnesses.filter((illness) => illness.ward === ward)

interface SimulatedBed {
  id: string
  ward: Ward
  state: 'free' | 'taken' | 'cleaned'
}

interface Inpatient {
  patient: Patient
  admission: Admission
  bed: SimulatedBed
  doctor: Person
  /** From 0 (well) to 1. */
  illness: number
  hasLeft: boolean
}

/** The times of the rounds, in minutes past midnight: evenly over a day, from the morning on. */
function rounds(times: number): number[] {
  return Array.from(
    { length: times },
    (_, place) => Math.round(7 * 60 + (place * 24 * 60) / times) % (24 * 60),
  )
}

/** The life of the wards: admissions, observations, transfers and discharges, and the cleaning of beds. */
export class Wards {
  readonly #life: Life
  readonly #beds: SimulatedBed[] = []
  readonly inpatients = new Set<Inpatient>()

  constructor(life: Life) {
    this.#life = life
  }

  async setUp(): Promise<void> {
    const admin = this.#life.staff.admins.one()
    for (const ward of wards) {
      const length = Math.max(1, Math.round(this.#life.size.beds * wardAverages[ward].share))
      const numbers = Array.from(
        { length },
        (_, place) => `${ward.slice(0, 3)}-${String(place + 1).padStart(3, '0')}`,
      )
      for (let first = 0; first < length; first += mostBedsAtOnce) {
        const bedNumbers = numbers.slice(first, first + mostBedsAtOnce)
        const made = await admin.get(addBeds, { body: { bedNumbers, ward } })
        this.#beds.push(...made.map(({ id }): SimulatedBed => ({ id, ward, state: 'free' })))
      }
    }
  }

  /** Plans the first inpatients with the rest of their stays, as if the hospital had always been there. */
  planFirstPatients(): void {
    const { agenda, clock, random } = this.#life
    for (const ward of wards) {
      const { occupancy } = wardAverages[ward]
      for (const bed of this.#beds.filter((one) => one.ward === ward)) {
        if (!random.chance(occupancy)) continue
        agenda.at(clock.now + random.below(8 * 60) * minute, () => this.#arrive(bed.ward, random.next()))
      }
    }
  }

  plan(): void {
    const { clock, random, size } = this.#life
    const season = seasons[Number(dayText(clock.day).slice(5, 7)) - 1] ?? 1
    const usual = season * (weekdays[weekdayOf(clock.day)] ?? 1)
    for (const [ward, average] of this.#arrivals()) {
      for (let left = poisson(random, average * usual); left > 0; left--) {
        // Two of three arrive between 8 AM and 8 PM.
        const hours = random.chance(0.67) ? 8 * 60 + random.below(12 * 60) : random.below(24 * 60)
        this.#later(hours, () => this.#arrive(ward))
      }
    }
    for (const minutes of rounds(size.vitals)) this.#planRound(minutes)
    this.#later(10 * 60, () => this.#visitAll())
  }

  /**
   * The average number of daily arrivals at each ward. Together with transfers from other wards they keep it as full as
   * usual.
   */
  #arrivals(): [Ward, number][] {
    const beds = (ward: Ward) => this.#beds.filter((bed) => bed.ward === ward).length
    const leaving = (ward: Ward) => (beds(ward) * wardAverages[ward].occupancy) / wardAverages[ward].stay
    return wards.map((ward) => {
      const moved = wards.flatMap((from) =>
        (wardAverages[from].next ?? []).map(([to, share]) => (to === ward ? leaving(from) * share : 0)),
      )
      return [ward, Math.max(0.02, leaving(ward) - moved.reduce((sum, one) => sum + one, 0))]
    })
  }

  #later(minutes: number, task: () => Promise<unknown>): void {
    const { agenda, clock } = this.#life
    agenda.at(clock.wall.momentAt(clock.day, minutes), task)
  }

  #free(ward: Ward): SimulatedBed | undefined {
    const free = this.#beds.filter(({ state }) => state === 'free')
    const bed = free.find((one) => one.ward === ward) ?? free.find((one) => one.ward === 'GENERAL')
    if (bed) bed.state = 'taken'
    return bed
  }

  async #arrive(ward: Ward, shareLeft = 1, known?: Patient): Promise<void> {
    const { staff, population } = this.#life
    const bed = this.#free(ward)
    if (!bed) return count(this.#life, 'turned away: no bed free')
    const desk = staff.reception.one(2)
    let patient = known
    // The patient may have been admitted by another desk during the search.
    while (!patient || patient.isAdmitted || patient.isWaiting || patient.hasDied) {
      patient = await population.somebody(desk, 0.55, wardAverages[ward].takes)
    }
    patient.isAdmitted = true
    if (bed.ward !== ward) count(this.#life, 'on another ward: their own is full')
    await this.#admit(desk, patient, bed, ward, shareLeft)
  }

  async #admit(
    desk: Person,
    patient: Patient,
    bed: SimulatedBed,
    ward: Ward,
    shareLeft: number,
  ): Promise<void> {
    const { clock, random, staff, desk: all } = this.#life
    const stay = lognormal(random, wardAverages[ward].stay) * shareLeft * dayLength
    const doctor = staff.wards.one()
    const body = {
      patientId: patient.id,
      bedId: bed.id,
      doctorId: doctor.id,
      diagnosis: random.pick(illnessesOf(ward)).diagnosis,
      expectedDischargeDate: dayText(clock.wall.dayAt(clock.now + stay)),
      notes: null,
    }
    const told = await desk.call(admitPatient, { body })
    if (!told.isDone) {
      patient.isAdmitted = false
      bed.state = 'free'
      return
    }
    if (random.chance(0.01)) {
      // Another desk tries to admit the patient to the same bed.
      const { code } = await staff.reception
        .one()
        .call(admitPatient, { body }, { mayHear: ['bed_occupied', 'patient_already_admitted'] })
      if (code === null) all.findings.add('a bed was given twice', JSON.stringify(body))
      count(this.#life, 'two desks for one bed')
    }
    const illness = ward === 'ICU' ? 0.5 + random.next() / 2 : random.next() ** 2
    const inpatient = { patient, admission: told.body, bed, doctor, illness, hasLeft: false }
    this.inpatients.add(inpatient)
    await takeVitals(this.#life, doctor, patient, illness)
    const orders = random.between(1, 3)
    for (let place = 0; place < orders; place++) await prescribe(this.#life, doctor, patient, onWards)
    await askForAllergies(this.#life, doctor, patient)
    if (random.chance(0.7)) await noteProblem(this.#life, doctor, patient)
    this.#planEnd(inpatient, ward, stay)
  }

  #planEnd(inpatient: Inpatient, ward: Ward, stay: number): void {
    const { agenda, clock, random } = this.#life
    const next = wardAverages[ward].next?.find(([, share]) => random.chance(share))?.[0]
    const ends = clock.now + stay
    if (next) agenda.at(ends, () => this.#move(inpatient, next))
    else if (ward === 'EMERGENCY' || clock.wall.dayAt(ends) === clock.day) {
      agenda.at(ends, () => this.#discharge(inpatient))
    } else {
      // Patients go home in the daytime.
      const day = clock.wall.dayAt(ends)
      const hour = clock.wall.momentAt(day, random.between(9 * 60 + 30, 17 * 60))
      agenda.at(Math.max(hour, clock.now + 60 * minute), () => this.#discharge(inpatient))
    }
  }

  async #move(inpatient: Inpatient, ward: Ward): Promise<void> {
    const { agenda, clock, random } = this.#life
    if (inpatient.hasLeft) return
    const bed = this.#free(ward)
    if (bed?.ward !== ward) {
      // The ward is full, and the patient stays where they are for another hour.
      if (bed) bed.state = 'free'
      agenda.at(clock.now + 60 * minute, () => this.#move(inpatient, ward))
      return
    }
    const { doctor, admission, patient } = inpatient
    const params = { id: admission.id }
    const told = await doctor.call(transferPatient, { params, body: { bedId: bed.id, notes: null } })
    if (!told.isDone) {
      bed.state = 'free'
      return
    }
    this.#clean(inpatient.bed)
    inpatient.bed = bed
    inpatient.admission = told.body
    if (ward === 'GENERAL') inpatient.illness *= 0.5
    await prescribe(this.#life, doctor, patient, onWards)
    this.#planEnd(inpatient, ward, lognormal(random, wardAverages[ward].stay) * dayLength)
  }

  async #discharge(inpatient: Inpatient): Promise<void> {
    const { agenda, clock, random } = this.#life
    const { patient, doctor, admission, bed } = inpatient
    if (inpatient.hasLeft) return
    inpatient.hasLeft = true
    const destination = random.weigh(destinations)
    // A patient who has died is no longer called at the clinic.
    if (destination === 'DIED') patient.hasDied = true
    const told = await doctor.call(dischargePatient, {
      params: { id: admission.id },
      body: { destination, summary: random.pick(illnessesOf('GENERAL')).summary },
    })
    if (!told.isDone) return
    this.inpatients.delete(inpatient)
    patient.isAdmitted = false
    this.#clean(bed)
    if (destination === 'DIED' && random.chance(0.03)) await this.#takeBack(patient)
    if (patient.hasDied || !random.chance(readmitted)) return
    const back = clock.now + random.next() * 30 * dayLength
    agenda.at(back, () => this.#arrive(random.pick(['GENERAL', 'GENERAL', 'EMERGENCY']), 1, patient))
  }

  /** Corrects a discharge: the wrong patient was recorded as dead. */
  async #takeBack(patient: Patient): Promise<void> {
    const params = { id: patient.id }
    const body = { reason: 'The wrong patient was discharged as dead.' }
    const told = await this.#life.staff.admins.one().call(takeBackDeath, { params, body })
    if (told.isDone) patient.hasDied = false
    count(this.#life, 'deaths taken back')
  }

  #clean(bed: SimulatedBed): void {
    const { agenda, clock, random, staff } = this.#life
    bed.state = 'cleaned'
    agenda.at(clock.now + random.pick([30, 45, 60, 90]) * minute, async () => {
      const change = { params: { id: bed.id }, body: { status: 'AVAILABLE' as const } }
      const told = await staff.reception.one().call(changeBed, change)
      if (told.isDone) bed.state = 'free'
    })
  }

  /** Plans a round of an hour and a half: a part of the patients in each step. */
  #planRound(minutes: number): void {
    const { size, random } = this.#life
    const parts = Math.max(1, Math.round(90 / size.step))
    for (let part = 0; part < parts; part++) {
      this.#later(minutes + part * size.step, async () => {
        const mine = [...this.inpatients].filter(({ admission }) => placeOf(admission.id, parts) === part)
        for (const { patient, doctor, illness, hasLeft } of mine) {
          if (hasLeft) continue
          // If the doctor is off duty, a colleague takes the vital signs, and the doctor is notified of a high score.
          const onDuty = random.chance(0.5) ? doctor : this.#life.staff.wards.one()
          await takeVitals(this.#life, onDuty, patient, Math.max(0, illness - random.next() * 0.1))
        }
      })
    }
  }

  /** The ward round: each patient is examined, and some get another treatment. */
  async #visitAll(): Promise<void> {
    const { random, agenda, clock, size } = this.#life
    for (const inpatient of this.inpatients) {
      agenda.at(clock.now + random.below(4) * size.step * minute, () => this.#visit(inpatient))
    }
  }

  async #visit(inpatient: Inpatient): Promise<void> {
    const { clock, random } = this.#life
    const { doctor, patient, admission, illness } = inpatient
    if (inpatient.hasLeft) return
    inpatient.illness = Math.max(0, illness * 0.85 + (random.next() - 0.5) * 0.1)
    const params = { id: admission.id }
    if (random.chance(0.4)) {
      const acuity =
        illness > 0.7 ? 'CRITICAL' : illness > 0.4 ? 'SERIOUS' : random.pick(['STABLE', 'IMPROVING'])
      const body = { acuity: acuity as 'STABLE', note: null }
      await this.#write(inpatient, () => doctor.call(recordAcuity, { params, body }, { mayHear: changed }))
    }
    if (random.chance(0.15)) await prescribe(this.#life, doctor, patient, onWards)
    if (!random.chance(0.04) || inpatient.hasLeft) return
    const body = {
      doctorId: doctor.id,
      diagnosis: random.pick(illnessesOf('GENERAL')).diagnosis,
      expectedDischargeDate: dayText(clock.day + random.between(1, 6)),
      notes: null,
    }
    const { version } = inpatient.admission
    await this.#write(inpatient, () =>
      doctor.call(editAdmission, { params, body }, { version, mayHear: changed }),
    )
  }

  async #write(inpatient: Inpatient, call: () => Promise<Told<Admission>>): Promise<void> {
    const { version } = inpatient.admission
    const told = await call()
    const { hasLeft, admission } = inpatient
    // Responses may arrive in another order than their requests.
    if (told.isDone && told.body.version > admission.version) inpatient.admission = told.body
    if (told.isDone || hasLeft || admission.version !== version) return
    this.#life.desk.findings.add(`${told.code}, but nobody else was at this stay`, admission.id)
  }
}

function placeOf(id: string, parts: number): number {
  return Number.parseInt(id.slice(0, 4), 16) % parts
}
