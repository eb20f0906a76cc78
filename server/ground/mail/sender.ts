import type { Job } from '../jobs/job.ts'
import { NotSent } from './not-sent.ts'

/** Sends the due mails of one queue in the database. */
export interface MailSender {
  /** Sends what is due now, instead of at the next minute. */
  hurry(): void
  /** Sends what is due each minute, also if the process that asked for it has ended. */
  readonly job: Job
  /** Waits for what is being sent, some seconds at most. */
  close(): Promise<void>
}

export interface MailSenderOptions<Due> {
  /** The name of its job. */
  name: string
  /** The start of the sentence that says that one could not be sent. */
  called: string
  /** Whether mails are sent at all. */
  isOpen: boolean
  /** Takes one that is due, so that no other process sends it before its next try. */
  claim: () => Promise<Due | undefined>
  /** @throws NotSent, among others */
  send: (due: Due) => Promise<void>
  /** Ends the tries of one whose address the mail server refuses for good. Without it, that is tried again like the others. */
  giveUp?: (due: Due) => Promise<void>
  onTrouble: (error: unknown) => void
}

/** Milliseconds: an e-mail that was not handed in by then is tried again by the next process. */
const longestClose = 2000

/** Sends one mail after another; each that fails leaves the others to go on. */
export function createMailSender<Due>({
  name,
  called,
  isOpen,
  claim,
  send,
  giveUp,
  onTrouble,
}: MailSenderOptions<Due>): MailSender {
  const closing = new AbortController()
  let sending: Promise<void> | null = null

  async function failed(due: Due, error: unknown): Promise<void> {
    const isOver = giveUp !== undefined && error instanceof NotSent && error.reason === 'refused'
    if (isOver) await giveUp(due)
    const next = isOver ? 'Its address was refused for good.' : 'It is tried again.'
    onTrouble(new Error(`${called} could not be sent. ${next}`, { cause: withoutAddress(error) }))
  }

  async function sendDue(signal: AbortSignal): Promise<void> {
    while (isOpen && !signal.aborted) {
      const due = await claim()
      if (due === undefined) return
      await send(due).catch((error: unknown) => failed(due, error))
    }
  }

  return {
    hurry() {
      if (!isOpen || closing.signal.aborted) return
      // In turn: one that is under way may have looked a moment too early.
      const before = sending ?? Promise.resolve()
      const now = before.then(() => sendDue(closing.signal)).catch(onTrouble)
      sending = now
      void now.then(() => {
        if (sending === now) sending = null
      })
    },
    job: {
      name,
      every: '* * * * *',
      run: ({ signal }) => sendDue(AbortSignal.any([signal, closing.signal])),
    },
    async close() {
      closing.abort()
      await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, longestClose).unref())])
    },
  }
}

/** The error without a text that can quote the address: a database's has a code, which is enough to find the cause. */
function withoutAddress(error: unknown): Error {
  if (error instanceof NotSent) return error
  const code = typeof error === 'object' && error !== null && Reflect.get(error, 'code')
  return code ? new Error(`code ${String(code)}`) : error instanceof Error ? error : new Error('unknown')
}
