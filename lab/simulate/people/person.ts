import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Endpoint, ReplyOf, RequestOf } from '../../../contract/api/endpoint.ts'
import { Problem } from '../../../contract/api/errors.ts'
import type { ErrorCode } from '../../../contract/nouns.ts'
import type { Role } from '../../../contract/permissions.ts'
import type { Random } from '../../../server/demo/random.ts'
import { type Answer, type Client, createClient } from '../../../server/testing/client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Findings } from './findings.ts'
import type { Speed } from './speed.ts'

export const password = 'a-year-of-a-hospital-7'

/** The services that the hospital's simulated staff share. */
export interface Desk {
  clock: Clock
  random: Random
  speed: Speed
  findings: Findings
  /** How often each endpoint that writes confirmed a write. */
  written: Map<string, number>
  /**
   * How often a call was refused because the database was busy (503), or somebody else was changing the record (409
   * conflict).
   */
  toldToTryAgain: number
  /** The current week, counted from 0. */
  week(): number
}

/** The result of a call: what was asked for, or the refusal. */
export type Told<Body> =
  | { isDone: true; body: Body; code: null }
  | { isDone: false; body: null; code: ErrorCode }

export interface Manner {
  /** Refusals that people expect, and carry on from. Any other refusal is a finding. */
  mayHear?: readonly ErrorCode[]
  /** The version of the edited record. */
  version?: number
}

type Words<E extends Endpoint> =
  object extends RequestOf<E> ? [RequestOf<E>?, Manner?] : [RequestOf<E>, Manner?]

/** The share of writes that are sent again after they were saved, as on a bad network. */
const repeated = 0.005
/** Each try waits a little longer than the one before: half a minute in all. */
const mostTries = 16
/** Milliseconds that a token is used; it lives for five minutes. */
const tokenUse = 4 * 60_000

/** A member of staff, signed in at a browser of their own. */
export class Person {
  readonly email: string
  id = ''
  #desk: Desk
  #client: Client
  #cookies = new Map<string, string>()
  #token = ''
  #tokenSince = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | null = null
  #shift: Promise<void> | null = null
  #underway = 0
  /** How often the session had ended. */
  timesSignedInAgain = 0

  constructor(desk: Desk, email: string) {
    this.email = email
    this.#desk = desk
    this.#client = createClient(desk.clock.origin, () => ({
      ...(this.#cookies.size > 0 && { cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') }),
      ...(this.#token && { authorization: `Bearer ${this.#token}` }),
    }))
  }

  async signUp(first: string, last: string): Promise<void> {
    const body = { name: `${first} ${last}`, firstName: first, lastName: last, email: this.email, password }
    this.#keep(await this.#timed('sign-up', () => this.#send('/api/auth/sign-up/email', body)))
  }

  async signIn(): Promise<void> {
    this.#token = ''
    const body = { email: this.email, password }
    this.#keep(await this.#timed('sign-in', () => this.#send('/api/auth/sign-in/email', body)))
  }

  /** Signs out and in again, once no call is in progress. */
  async signInAnew(): Promise<void> {
    while (this.#shift) await this.#shift
    this.#shift = (async () => {
      while (this.#underway > 0) await sleep(1)
      this.#keep(await this.#timed('sign-out', () => this.#send('/api/auth/sign-out', {})))
      this.#tokenSince = Number.NEGATIVE_INFINITY
      await this.signIn()
    })().finally(() => {
      this.#shift = null
    })
    await this.#shift
  }

  async call<E extends Endpoint>(endpoint: E, ...words: Words<E>): Promise<Told<ReplyOf<E>>> {
    while (this.#shift) await this.#shift
    this.#underway++
    try {
      await this.#haveToken()
      return await this.#call(endpoint, ...words)
    } finally {
      this.#underway--
    }
  }

  async #call<E extends Endpoint>(endpoint: E, ...words: Words<E>): Promise<Told<ReplyOf<E>>> {
    const [request, manner = {}] = words
    const { findings, random, written } = this.#desk
    const writes = endpoint.kind !== 'read'
    const headers = {
      ...(writes && { 'idempotency-key': randomUUID() }),
      ...(manner.version !== undefined && { 'if-match': `"${manner.version}"` }),
    }
    const ask = () => this.#client.call(endpoint as Endpoint, request as RequestOf<Endpoint>, { headers })
    const answer = await this.#timed(endpoint.name, ask)
    if (answer.status >= 400) return this.#refused(endpoint, answer, manner.mayHear ?? [])
    if (writes) {
      written.set(endpoint.name, (written.get(endpoint.name) ?? 0) + 1)
      if (random.chance(repeated)) {
        const again = await ask()
        if (!isDeepStrictEqual(again.body, answer.body)) {
          findings.add(`${endpoint.name} pressed again was answered otherwise`, again.text)
        }
      }
    }
    return { isDone: true, body: answer.body as ReplyOf<E>, code: null }
  }

  /** Calls an endpoint that must not refuse. @throws if it does */
  async get<E extends Endpoint>(endpoint: E, ...words: Words<E>): Promise<ReplyOf<E>> {
    const told = await this.call(endpoint, ...words)
    if (told.isDone) return told.body
    throw new Error(`${this.email} was refused ${endpoint.name}: ${told.code}`)
  }

  /** Returns a call that keeps using the present token, and resolves to the status. */
  async keepingToken(): Promise<(endpoint: Endpoint) => Promise<number>> {
    await this.#haveToken()
    const authorization = `Bearer ${this.#token}`
    const client = createClient(this.#desk.clock.origin, () => ({ authorization }))
    return async (endpoint) => (await client.call(endpoint)).status
  }

  #refused(endpoint: Endpoint, { status, text }: Answer, mayHear: readonly ErrorCode[]): Told<never> {
    const code = codeOf({ text }) ?? 'internal'
    if (!mayHear.includes(code)) this.#desk.findings.add(`${endpoint.name} ${status} ${code}`, text)
    return { isDone: false, body: null, code }
  }

  /** Gets a new token if the present one is too old. Concurrent calls wait for the same token. */
  async #haveToken(): Promise<void> {
    if (this.#desk.clock.now - this.#tokenSince < tokenUse) return
    this.#asking ??= this.#askForToken().finally(() => {
      this.#asking = null
    })
    await this.#asking
  }

  async #askForToken(): Promise<void> {
    const ask = () => this.#timed('token', () => this.#client.send('GET', '/api/auth/token'))
    let answer = await ask()
    if (answer.status === 401) {
      // The session has ended, for example during a holiday.
      this.timesSignedInAgain++
      await this.signIn()
      answer = await ask()
    }
    const body: unknown = answer.body
    if (typeof body !== 'object' || body === null || !('token' in body)) throw new Error('No token.')
    this.#token = String(body.token)
    this.#tokenSince = this.#desk.clock.now
  }

  #send(path: string, body: object): Promise<Answer> {
    return this.#client.send('POST', path, { body, headers: { origin: this.#desk.clock.origin } })
  }

  #keep(answer: Answer): void {
    if (answer.status !== 200) throw new Error(`${this.email}: ${answer.status} ${answer.text}`)
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
    }
  }

  /**
   * Without a response, people send the request again with the same key. They also do so if the database is busy, or
   * somebody else held the record for too long.
   */
  async #answered(name: string, act: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      try {
        const answer = await act()
        const isBusy = answer.status === 503 || (answer.status === 409 && codeOf(answer) === 'conflict')
        if (!isBusy || tries > mostTries) return answer
        this.#desk.toldToTryAgain++
      } catch (error) {
        const cause = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)
        this.#desk.findings.add(`${name} got no answer`, cause)
        if (tries > mostTries) throw error
      }
      await sleep(tries * 200)
    }
  }

  async #timed(name: string, act: () => Promise<Answer>): Promise<Answer> {
    const begin = performance.now()
    const answer = await this.#answered(name, act)
    this.#desk.speed.note(this.#desk.week(), name, performance.now() - begin)
    if (answer.status >= 500)
      this.#desk.findings.add(`${name} was answered with ${answer.status}`, answer.text)
    return answer
  }
}

/** People of one role, who take turns. */
export class Shift {
  readonly people: readonly Person[]
  readonly role: Role
  #next = 0

  constructor(role: Role, people: readonly Person[]) {
    this.role = role
    this.people = people
  }

  /** The next person in turn among the first `onDuty`. */
  one(onDuty = this.people.length): Person {
    const person = this.people[this.#next++ % Math.min(onDuty, this.people.length)]
    if (!person) throw new Error(`Nobody is ${this.role}.`)
    return person
  }
}

function codeOf({ text }: { text: string }): ErrorCode | undefined {
  return Problem.safeParse(parsed(text)).data?.code as ErrorCode | undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
