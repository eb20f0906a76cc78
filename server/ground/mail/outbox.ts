import { sql } from 'kysely'
import { confirmHours } from '../../../contract/people/account-links.ts'
import type { Database } from '../db/connect.ts'
import { batchSize, inBatches } from '../jobs/batches.ts'
import type { Job } from '../jobs/job.ts'
import { createMailSender } from './sender.ts'
import type { Letter, Smtp } from './smtp.ts'

/** Mails with a link into an account. */
export type LinkKind = 'reset' | 'confirm'
export type MailKind = LinkKind | 'order' | 'invitation' | 'sign_up'

/** A mail that is due. */
export interface DueMail {
  id: string
  kind: MailKind
  /** The account that it is about, or the colleague who sends an order or an invitation; null for a sign-up. */
  staffId: string | null
  orderId: string | null
  invitationId: string | null
  pendingSignUpId: string | null
}

/** The form of a sign-up; the account is created once its e-mail address is confirmed. */
export interface TypedSignUp {
  email: string
  firstName: string
  lastName: string
  passwordHash: string
}

export interface Outbox {
  /** Whether mails are sent at all. */
  readonly sends: boolean
  /**
   * Asks for a mail to an account's address, and waits for no SMTP server. What is answered, whether one comes, is for
   * nobody but the account's owner: to the database it is the same work either way.
   */
  ask(db: Database, kind: LinkKind, email: string): Promise<boolean>
  /**
   * Keeps a sign-up, and asks for a mail to its address. It is the same work whether an account has that address: this is
   * looked up as the mail is written.
   */
  askForSignUp(db: Database, typed: TypedSignUp): Promise<void>
  /** Asks for an order to be mailed to its supplier. */
  askForOrder(db: Database, order: { orderId: string; staffId: string }): Promise<void>
  /** Sends due e-mails now, instead of at the next minute. */
  hurry(): void
  /** Sends due mails each minute, also if the process that asked for them has ended. */
  readonly jobs: readonly Job[]
  /** Waits for what is being sent, some seconds at most. */
  close(): Promise<void>
}

export interface OutboxOptions {
  db: Database
  clock: () => Date
  /** Null: none is configured. */
  smtp: Smtp | null
  /** Writes what is due, as it is sent; null when it is not due any more. */
  write: (mail: DueMail) => Promise<Letter | null>
  onTrouble: (error: unknown) => void
}

const keptDays = 2

/** Keeps mails in the database until they are sent: none is lost with a process, and no request waits for an SMTP server. */
export function createOutbox({ db, clock, smtp, write, onTrouble }: OutboxOptions): Outbox {
  /**
   * One at a time: it is this process's own for a minute, and for longer the more often it failed, which is longer than an
   * SMTP server is waited for. After a day it is given up. What is nobody's is dropped.
   */
  async function claim(): Promise<DueMail | undefined> {
    const { rows } = await sql<DueMail>`
      with nobodys as (
        delete from mail where id in (
          select id from mail where try_at <= ${clock()} and staff_id is null and pending_sign_up_id is null
          limit ${batchSize} for update skip locked)
      ), due as (
        select id from mail where try_at <= ${clock()} and (staff_id is not null or pending_sign_up_id is not null)
        order by try_at limit 1 for update skip locked
      )
      update mail set tries = tries + 1,
        try_at = case when asked_at > ${clock()}::timestamptz - interval '1 day'
          then ${clock()}::timestamptz + least(interval '30 minutes', interval '1 minute' * 2 ^ least(tries, 10)) end
      from due where mail.id = due.id
      returning mail.id, mail.kind, mail.staff_id as "staffId", mail.order_id as "orderId",
        mail.invitation_id as "invitationId", mail.pending_sign_up_id as "pendingSignUpId"
    `.execute(db)
    return rows[0]
  }

  async function send(mail: DueMail): Promise<void> {
    const letter = await write(mail)
    if (!letter) return drop(mail)
    await smtp?.send(letter)
    await sql`update mail set sent_at = ${clock()}, try_at = null where id = ${mail.id}`.execute(db)
  }

  /** Void: it neither waits nor was it sent, and tells nothing of whether mails are taken. */
  async function drop({ id }: DueMail): Promise<void> {
    await db.deleteFrom('mail').where('id', '=', id).execute()
  }

  // A refused address is tried again for a day as well: a server that is set up wrongly refuses all of them.
  const sender = createMailSender({
    name: 'send-mail',
    called: 'A mail',
    isOpen: smtp !== null,
    claim,
    send,
    onTrouble,
  })

  return {
    sends: smtp !== null,
    async ask(db, kind, email) {
      if (!smtp) return false
      const { rows } = await sql<{ comes: boolean }>`
        select ask_for_mail(${clock()}, ${kind}::mail_kind, ${email.trim().toLowerCase()}) as comes
      `.execute(db)
      return rows[0]?.comes ?? false
    },
    async askForSignUp(db, { email, firstName, lastName, passwordHash }) {
      const now = clock()
      const until = new Date(now.getTime() + confirmHours * 3_600_000)
      await sql`
        select ask_for_sign_up(${now}, ${until}, ${email.toLowerCase()}, ${firstName}, ${lastName}, ${passwordHash})
      `.execute(db)
    },
    async askForOrder(db, { orderId, staffId }) {
      await sql`
        insert into mail (kind, staff_id, order_id, asked_at, try_at)
        values ('order', ${staffId}, ${orderId}, ${clock()}, ${clock()})
      `.execute(db)
    },
    hurry: sender.hurry,
    jobs: [...(smtp ? [sender.job] : []), deleteOldMails],
    async close() {
      await sender.close()
      smtp?.close()
    },
  }
}

const deleteOldMails: Job = {
  name: 'delete-old-mails',
  every: '40 * * * *',
  run: ({ db, clock, signal }) =>
    inBatches(signal, async () => {
      const before = new Date(clock().getTime() - keptDays * 86_400_000)
      const { numAffectedRows } = await sql`
        delete from mail where id in (select id from mail where asked_at < ${before} limit ${batchSize})
      `.execute(db)
      return Number(numAffectedRows ?? 0)
    }),
}
