import { Agent, type IncomingMessage, request } from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { type Held, heldOf, machineTime, Reading } from './records.ts'
import { type Listening, listen } from './stream.ts'

/** The list of a screen: the scope that it follows, and the path that returns it. */
export interface Shown {
  origin: string
  scope: string
  path: string
  /** Other scopes that the screen follows, whose events it only counts. */
  beside: readonly string[]
  /** Read again when its scope is stale. */
  again?: { scope: string; path: string }
}

/** The state that all screens of a process share: the token of their account, and their counts. */
export interface Surroundings {
  token(): Promise<string>
  /** Called when a screen shows a record in this version or a later one, or, with `gone`, no longer shows it. */
  applied(screen: number, id: string, version: number, at: number): void
  bytes(count: number): void
  /** Called when a request fails, or has no response, while the server is up. */
  failed(why: string, askedAt: number): void
}

/** The version of a record that has left the list. */
export const gone = Number.MAX_SAFE_INTEGER

interface Told {
  asOf: number
  /** Null if the record has left the list. */
  record: Held | null
}

type Event =
  | { kind: 'open'; asOf: Record<string, number>; returnWithin: number }
  | { kind: 'records'; scope: string; asOf: number; put: Held[]; gone: string[] }
  | { kind: 'stale'; scope: string; asOf: number; within: number }
  | { kind: 'account' }
  | { kind: 'closing'; reopenAfter: number }

const events = new Reading<Event>((text) => {
  const event = JSON.parse(text)
  return event.kind === 'records' ? { ...event, put: event.put.map(heldOf) } : event
}, 500)
/** Recent chunks, the last first, because most screens get the same bytes a moment later. */
const chunks: { bytes: Buffer; events: Event[] }[] = []
const mostChunks = 16
/** Lists by the bytes that were received, possibly compressed. */
const lists = new Reading((bytes) => {
  const body = Buffer.from(bytes, 'latin1')
  const isCompressed = body[0] === 0x1f
  const records: { id: string; version: number }[] = JSON.parse(
    (isCompressed ? gunzipSync(body) : body).toString(),
  )
  return new Map(records.map((record) => [record.id, heldOf(record)]))
}, 50)

const readAgent = new Agent({ keepAlive: true, maxSockets: 500 })
const firstPause = 500
const longestPause = 5000

/** One client of the protocol of record 16, written from that record. */
export class Screen {
  /** The records on the screen. */
  readonly state = new Map<string, Held>()
  /** When the screen may have been out of date: from the loss of its stream until it had read its list again. */
  readonly away: { from: number; until: number }[] = []
  isFaulty = false
  #listening: Listening | null = null
  #isClosed = false
  #told = new Map<string, Told>()
  #read: ReadonlyMap<string, Held> = new Map()
  #readAsOf = -1
  #wantedAsOf = 0
  #isOpen = false
  #isReading = false
  #losses = 0
  #returnWithin = firstPause

  readonly #number: number
  readonly #shown: Shown
  readonly #around: Surroundings

  constructor(number: number, shown: Shown, around: Surroundings) {
    this.#number = number
    this.#shown = shown
    this.#around = around
  }

  get isFresh(): boolean {
    return this.#isOpen && !this.#isReading && this.#readAsOf >= this.#wantedAsOf
  }

  /** Opens the stream. The event `open` says whether the list must be read. */
  async open(): Promise<void> {
    if (this.#isClosed) return
    if (this.away.at(-1)?.until !== Number.POSITIVE_INFINITY) {
      this.away.push({ from: machineTime(), until: Number.POSITIVE_INFINITY })
    }
    const { origin, scope, beside } = this.#shown
    const followed = [scope, ...beside].map((one) => `scope=${encodeURIComponent(one)}`).join('&')
    const askedAt = machineTime()
    try {
      const token = await this.#around.token()
      this.#listening = await listen(
        `${origin}/api/live?${followed}`,
        { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
        this.#listener(),
      )
    } catch (error) {
      this.#around.failed(String(error), askedAt)
      this.#openLater()
    }
  }

  close() {
    this.#isClosed = true
    this.#listening?.close()
  }

  #listener() {
    let rest = ''
    let reopenAfter: number | undefined
    const text = new StringDecoder('utf8')
    return {
      heard: (bytes: Buffer) => {
        this.#around.bytes(bytes.length)
        const isWhole = rest === ''
        const known = isWhole ? chunks.find((one) => one.bytes.equals(bytes)) : undefined
        const told = known?.events ?? []
        if (!known) {
          const lines = (rest + text.write(bytes)).split('\n')
          rest = lines.pop() ?? ''
          for (const line of lines) if (line.startsWith('data:')) told.push(events.of(line.slice(5).trim()))
          if (isWhole && rest === '') {
            chunks.unshift({ bytes: Buffer.from(bytes), events: told })
            chunks.length = Math.min(chunks.length, mostChunks)
          }
        }
        for (const event of told) {
          if (event.kind === 'closing') reopenAfter = event.reopenAfter
          else this.#hear(event)
        }
      },
      ended: () => {
        this.#isOpen = false
        this.#openLater(reopenAfter)
      },
    }
  }

  #openLater(after?: number) {
    if (this.#isClosed) return
    const last = this.away.at(-1)
    if (after === undefined && last?.until !== Number.POSITIVE_INFINITY) {
      this.away.push({ from: machineTime(), until: Number.POSITIVE_INFINITY })
    }
    const grown = Math.min(longestPause, firstPause * 2 ** this.#losses) * (0.5 + Math.random() / 2)
    const pause = this.#losses++ === 0 ? Math.random() ** 0.7 * this.#returnWithin : grown
    setTimeout(() => void this.open(), after ?? pause)
  }

  #hear(event: Event) {
    const { scope } = this.#shown
    if (event.kind === 'open') {
      this.#isOpen = true
      this.#losses = 0
      this.#returnWithin = event.returnWithin
      this.#told.clear()
      this.#want(event.asOf[scope] ?? 0)
    } else if (event.kind === 'stale' && event.scope === this.#shown.again?.scope) {
      setTimeout(() => void this.#readBeside(event.asOf), Math.random() * event.within)
    } else if (event.kind === 'stale' && event.scope === scope) {
      setTimeout(() => this.#want(event.asOf), Math.random() * event.within)
    } else if (event.kind === 'records' && event.scope === scope) {
      // Only a record with a new version is dropped, so that both checks can find it; a patient's new name brings no
      // new version.
      const isNews = event.put.some(({ id, version }) => version !== this.state.get(id)?.version)
      if (this.isFaulty && isNews) {
        this.isFaulty = false
        return
      }
      const at = machineTime()
      for (const record of event.put) this.#tell(record.id, { asOf: event.asOf, record }, at)
      for (const id of event.gone) this.#tell(id, { asOf: event.asOf, record: null }, at)
    }
  }

  #tell(id: string, told: Told, at: number) {
    const earlier = this.#told.get(id)
    if (earlier && !isNewer(told, earlier)) return
    this.#told.set(id, told)
    this.#show(id, this.#toShow(id, told), at)
  }

  /** The newer of two states: the one that was read, or the one that was received since. */
  #toShow(id: string, told: Told): Held | null {
    const read: Told = { asOf: this.#readAsOf, record: this.#read.get(id) ?? null }
    return isNewer(told, read) ? told.record : read.record
  }

  #show(id: string, record: Held | null, at: number) {
    const before = this.state.get(id)
    if (record) this.state.set(id, record)
    else this.state.delete(id)
    if (record && record.version !== before?.version)
      this.#around.applied(this.#number, id, record.version, at)
    if (!record) this.#around.applied(this.#number, id, gone, at)
  }

  #want(asOf: number) {
    this.#wantedAsOf = Math.max(this.#wantedAsOf, asOf)
    if (this.#readAsOf >= this.#wantedAsOf) this.#becomeFresh()
    else void this.#readAgain()
  }

  #becomeFresh() {
    const last = this.away.at(-1)
    if (this.isFresh && last?.until === Number.POSITIVE_INFINITY) last.until = machineTime()
  }

  async #readAgain() {
    if (this.#isReading) return
    this.#isReading = true
    while (!this.#isClosed && this.#readAsOf < this.#wantedAsOf) {
      const askedAt = machineTime()
      try {
        await this.#readList()
      } catch (error) {
        this.#around.failed(String(error), askedAt)
        await sleep(firstPause * (0.5 + Math.random()))
      }
    }
    this.#isReading = false
    this.#becomeFresh()
  }

  async #readBeside(asOf: number) {
    const { origin, again } = this.#shown
    if (this.#isClosed || !again) return
    try {
      const headers = {
        authorization: `Bearer ${await this.#around.token()}`,
        'accept-encoding': 'gzip',
        'lantern-as-of': String(asOf),
      }
      const answer = await get(`${origin}${again.path}`, headers, readAgent)
      for await (const chunk of answer) this.#around.bytes(chunk.length)
    } catch {
      // After the loss of a server, the list says it.
    }
  }

  async #readList() {
    const { origin, path } = this.#shown
    const answer = await get(
      `${origin}${path}`,
      {
        authorization: `Bearer ${await this.#around.token()}`,
        'accept-encoding': 'gzip',
        'lantern-as-of': String(this.#wantedAsOf),
      },
      readAgent,
    )
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    this.#around.bytes(body.length)
    if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}.`)
    const asOf = Number(answer.headers['lantern-as-of'])
    if (asOf < this.#readAsOf) return
    this.#read = lists.of(body.toString('latin1'))
    this.#readAsOf = asOf
    const at = machineTime()
    for (const id of this.state.keys()) {
      if (!this.#read.has(id) && !this.#told.has(id)) this.#show(id, null, at)
    }
    for (const [id, record] of this.#read) if (!this.#told.has(id)) this.#show(id, record, at)
    for (const [id, told] of this.#told) this.#show(id, this.#toShow(id, told), at)
  }
}

/** Whether the received state of a record replaces the one shown. */
function isNewer(told: Told, other: Told): boolean {
  if (told.record && other.record && told.record.version !== other.record.version) {
    return told.record.version > other.record.version
  }
  return told.asOf >= other.asOf
}

function get(url: string, headers: Record<string, string>, agent: Agent): Promise<IncomingMessage> {
  return new Promise((done, reject) => {
    request(url, { agent, headers }, done).once('error', reject).end()
  })
}
