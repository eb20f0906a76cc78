import type { Job, JobContext } from '../../ground/jobs/job.ts'
import type { Channels } from '../../ground/mail/channels.ts'
import { NotSent } from '../../ground/mail/not-sent.ts'
import {
  askForReminders,
  type Claimed,
  claim,
  giveUpPast,
  noteAway,
  noteFailed,
  noteSent,
  withdraw,
} from './due.ts'
import { letterFor } from './letter.ts'

/** Milliseconds; the other jobs wait meanwhile, and the next minute goes on. */
const longestRun = 30_000
/** Messages that are on their way at once. */
const atOnce = 4

/** Sends what is due each minute. */
export function sendingMessages(channels: Channels, onTrouble: (error: unknown) => void): Job {
  return {
    name: 'send-patient-messages',
    every: '* * * * *',
    run: (context) => sendPatientMessages(context, channels, onTrouble),
  }
}

/**
 * Asks for the reminders that are due and sends what waits. One that fails is tried again until its appointment begins, and
 * stops no other. When a service is away, the first message finds out, and the others on it wait with it.
 */
export async function sendPatientMessages(
  { db, clock, signal }: JobContext,
  channels: Channels,
  onTrouble: (error: unknown) => void,
): Promise<void> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(longestRun)])
  const away = new Set<Claimed['channel']>()
  await giveUpPast(db, channels.open, clock())
  if (channels.open.length > 0) await askForReminders(db, channels.open, clock())

  async function attempt(message: Claimed): Promise<void> {
    const letter = await letterFor(db, message, clock())
    if (!letter) return withdraw(db, message)
    try {
      await channels.send(message.channel, letter)
    } catch (error) {
      if (!(error instanceof NotSent)) throw error
      await noteFailed(db, message, error.reason === 'refused', clock())
      if (error.reason !== 'away') return
      const isNews = !away.has(message.channel)
      away.add(message.channel)
      await noteAway(db, message.channel, clock())
      if (isNews)
        onTrouble(
          new Error('Messages to patients could not be sent. They are tried again.', { cause: error }),
        )
      return
    }
    await noteSent(db, message, clock())
  }

  async function sendInTurn(): Promise<void> {
    while (!until.aborted) {
      const open = channels.open.filter((channel) => !away.has(channel))
      const message = open.length > 0 ? await claim(db, open, clock()) : undefined
      if (!message) return
      await attempt(message)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendInTurn))
}
