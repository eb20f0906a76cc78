import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { booking } from '../hospitals/forms.ts'
import type { Sample } from '../hospitals/sample.ts'
import { machineTime } from './records.ts'
import { gone } from './screen.ts'
import type { Change } from './screens.ts'

interface Appointment {
  id: string
  patientId: string
  version: number
  status: string
  date: string
}

/** The account for a write: doctors call patients, the desk does the rest. */
export type Account = 'receptionist' | 'doctor'

const nextStatus: Readonly<Record<string, string>> = {
  SCHEDULED: 'IN_QUEUE',
  IN_QUEUE: 'IN_PROGRESS',
  IN_PROGRESS: 'COMPLETED',
}

/** The acts of the desk and the doctors in turn: mostly steps forward. */
const turns = ['step', 'step', 'note', 'step', 'book', 'step', 'step', 'note', 'move', 'rename'] as const

/** People at work on today's queue, or on other days. */
export class Writes {
  /** Milliseconds of each write since the last `forget`. */
  readonly times: number[] = []
  readonly changes: Change[] = []
  /** How often a running server refused a write for now, so that it was sent again. */
  refused = 0
  /** The servers that are up. After a refusal, the next one is asked. */
  origins: string[]
  #queue: Appointment[]
  #elsewhere: Appointment[] = []
  #turn = 0
  #bookings = 0
  #pending = new Set<Promise<void>>()

  readonly #token: (account: Account) => Promise<string>
  readonly #sample: Sample

  constructor(
    origins: string[],
    token: (account: Account) => Promise<string>,
    sample: Sample,
    queue: Appointment[],
  ) {
    this.#token = token
    this.#sample = sample
    this.origins = origins
    this.#queue = queue
  }

  forget() {
    this.times.length = 0
    this.changes.length = 0
    this.refused = 0
  }

  /** Makes `perSecond` changes a second, without waiting for earlier responses. */
  async go(where: 'today' | 'elsewhere', perSecond: number, seconds: number): Promise<void> {
    const begin = machineTime()
    for (let sent = 0; sent < perSecond * seconds; sent++) {
      const wait = begin + (sent * 1000) / perSecond - machineTime()
      if (wait > 0) await sleep(wait)
      const done = where === 'today' ? this.#today() : this.#otherDay()
      this.#pending.add(done)
      void done.finally(() => this.#pending.delete(done))
    }
    await Promise.all(this.#pending)
  }

  async #today() {
    const turn = turns[this.#turn++ % turns.length]
    if (turn === 'book') return this.#book(this.#sample.today, 18 * 60)
    // The last patients of the day are rescheduled, because they have not been called yet.
    if (turn === 'move') {
      const one = this.#queue.find(({ status }, place) => place >= 400 && status === 'SCHEDULED')
      if (!one) return
      this.#queue.splice(this.#queue.indexOf(one), 1)
      const moved = await this.#send(
        'PUT',
        `/api/appointments/${one.id}`,
        { date: farDay(this.#sample) },
        one,
      )
      this.changes.push({ id: one.id, version: gone, at: moved.at })
      return
    }
    const one = this.#queue.shift()
    if (!one) throw new Error('Nobody is in the queue.')
    if (turn === 'rename') await this.#rename(one)
    else await this.#change(one, turn === 'step' ? nextStatus[one.status] : undefined)
    this.#queue.splice(Math.min(this.#queue.length, 400), 0, one)
  }

  async #otherDay() {
    const one = this.#turn++ % 2 === 0 ? undefined : this.#elsewhere.shift()
    if (!one) {
      const form = booking(this.#sample, this.#bookings++)
      const { body } = await this.#send('POST', '/api/appointments', form)
      this.#elsewhere.push(body)
    } else await this.#change(one, undefined)
  }

  /** Moves an appointment to its next status, or else changes its notes. */
  async #change(one: Appointment, status: string | undefined) {
    const form = status ? { status } : { notes: `Asked again at turn ${this.#turn}` }
    const { body, at } = await this.#send('PUT', `/api/appointments/${one.id}`, form, one)
    Object.assign(one, { version: body.version, status: body.status })
    this.changes.push({ id: one.id, version: one.version, at })
  }

  async #book(date: string, firstMinute: number) {
    const { doctors, patients } = this.#sample
    const number = this.#bookings++
    const minute = firstMinute + 10 * (Math.floor(number / doctors.length) % 36)
    const { body, at } = await this.#send('POST', '/api/appointments', {
      patientId: patients[number]?.id,
      doctorId: doctors[number % doctors.length],
      date,
      time: `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`,
      type: 'GENERAL',
      notes: null,
      evenIfPassed: true,
    })
    this.#queue.push(body)
    this.changes.push({ id: body.id, version: body.version, at })
  }

  /**
   * Changes the name of a patient. A card shows it without getting a new version, so that only the final comparison
   * checks it.
   */
  async #rename({ patientId }: Appointment) {
    const path = `/api/patients/${patientId}`
    const { body } = await this.#send('GET', path)
    await this.#send('PUT', path, { lastName: `${letters(this.#turn)}son` }, body)
  }

  async #send(
    method: string,
    path: string,
    form?: object,
    read?: { version: number },
  ): Promise<{ body: Appointment; at: number }> {
    const begin = machineTime()
    const key = randomUUID()
    const account = form && 'status' in form && form.status !== 'IN_QUEUE' ? 'doctor' : 'receptionist'
    for (let attempt = 0; ; attempt++) {
      const origin = this.origins[(this.#turn + attempt) % this.origins.length]
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await this.#token(account)}`,
          ...(form && { 'content-type': 'application/json', 'idempotency-key': key }),
          ...(read && { 'if-match': `"${read.version}"` }),
        },
        ...(form && { body: JSON.stringify(form) }),
      }).catch(() => null)
      if (answer?.status === 503) this.refused++
      if ((!answer || answer.status === 503) && attempt < 40) {
        await answer?.body?.cancel()
        await sleep(50)
        continue
      }
      const body = (await answer?.json()) as Appointment
      if (!answer?.ok) throw new Error(`${method} ${path}: ${answer?.status} ${JSON.stringify(body)}`)
      const at = machineTime()
      if (method !== 'GET') this.times.push(at - begin)
      return { body, at }
    }
  }
}

/** A day after those that the bench books on, which `restore` clears, too. */
function farDay({ today }: Sample): string {
  return new Date(Date.parse(today) + 120 * 86_400_000).toISOString().slice(0, 10)
}

function letters(number: number): string {
  return String.fromCharCode(65 + (number % 26), 97 + (Math.floor(number / 26) % 26), 97)
}
