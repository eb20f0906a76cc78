import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import type { Connected, Database } from '../../db/connect.ts'
import { Refusal } from '../errors.ts'

/** Exports and prints of lists: they last as long as their readers take, and so have connections of their own. */
export interface WholeLists {
  readonly db: Database
  /** The connections themselves, for COPY. */
  readonly pool: pg.Pool
  /**
   * Takes a place for one account's export or print, kept until its answer is sent or its connection ends; an answer
   * that its reader stops reading is ended. Waits where all places are taken, or one by the same account; refused when
   * that takes too long.
   */
  takePlace(staffId: string, reply: FastifyReply): Promise<void>
}

export interface WholeListLimits {
  /** At once, over all accounts. */
  places: number
  /** Milliseconds to wait for a place. */
  longestWait: number
  /** Milliseconds in which a reader must take at least `leastRead` bytes, if that many are waiting. */
  longestStall: number
  leastRead: number
}

export const wholeListLimits: WholeListLimits = {
  places: 2,
  longestWait: 15_000,
  longestStall: 10_000,
  leastRead: 4096,
}

interface Waiting {
  staffId: string
  enter(): void
}

export function wholeLists({ db, pool }: Connected, limits: WholeListLimits): WholeLists {
  /** The accounts that have a place. */
  const accounts = new Set<string>()
  const waiting = new Set<Waiting>()

  const mayEnter = (staffId: string) => accounts.size < limits.places && !accounts.has(staffId)

  function leave(staffId: string) {
    accounts.delete(staffId)
    const next = [...waiting].find((one) => mayEnter(one.staffId))
    next?.enter()
  }

  /** Until its answer is sent, or its connection ends: heard from the moment in which the place is taken. */
  function take(staffId: string, reply: FastifyReply) {
    accounts.add(staffId)
    const stopWatching = endWhenUnread(reply, limits)
    reply.raw.once('close', () => {
      stopWatching()
      leave(staffId)
    })
  }

  /** Answers whether there was a place in time, and the connection still there. */
  function enter(staffId: string, reply: FastifyReply): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isIn: boolean) => {
        clearTimeout(patience)
        reply.raw.off('close', giveUp)
        waiting.delete(own)
        if (isIn) take(staffId, reply)
        resolve(isIn)
      }
      const giveUp = () => end(false)
      const own = { staffId, enter: () => end(true) }
      const patience = setTimeout(giveUp, limits.longestWait)
      reply.raw.once('close', giveUp)
      if (mayEnter(staffId)) own.enter()
      else waiting.add(own)
    })
  }

  return {
    db,
    pool,
    async takePlace(staffId, reply) {
      // If the client left before it was identified, no further close event comes.
      const isIn = !reply.raw.destroyed && (await enter(staffId, reply))
      if (!isIn) throw noPlace(accounts.has(staffId))
    },
  }
}

function noPlace(isOwn: boolean): Refusal {
  return isOwn
    ? new Refusal(
        'export_running',
        'Your last export or print is still running. Try again when it has finished.',
      )
    : new Refusal('exports_busy', 'Other exports are still running. Try again in a minute.')
}

/** Ends an answer of which too little is read although more is ready. Returns how to stop watching. */
function endWhenUnread(reply: FastifyReply, { longestStall, leastRead }: WholeListLimits): () => void {
  const { socket } = reply.request
  // Bytes that wait in this process count as written, so they are subtracted.
  const taken = () => socket.bytesWritten - socket.writableLength
  let mark = taken()
  let since = performance.now()
  const watch = setInterval(() => {
    const isRead = taken() - mark >= leastRead
    const isAllRead = socket.writableLength === 0
    if (isRead || isAllRead) {
      mark = taken()
      since = performance.now()
    } else if (performance.now() - since >= longestStall) reply.raw.destroy()
  }, longestStall / 10)
  return () => clearInterval(watch)
}
