import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { codeMinutes } from '../../../contract/front-desk/online-bookings.ts'
import { type ClockStyle, spokenDay, spokenTime } from '../../../contract/spoken.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { Channels } from '../../ground/mail/channels.ts'
import { createMailSender, type MailSender } from '../../ground/mail/sender.ts'
import { tokenHash } from '../../ground/sign-in/token-hash.ts'
import { codeHash } from './queries.ts'

interface Due {
  id: string
  mail: 'CODE' | 'HELD' | 'BOOKED' | 'DECLINED'
  email: string
  clinic: string
  date: string
  time: string
  isHeld: boolean
  hospital: string
  replyTo: string | null
  phone: string | null
  style: ClockStyle
}

/**
 * The e-mails of bookings from home. Codes and links are made as they are sent, so that they stand nowhere else, as those of
 * accounts do (record 34). One that could not be handed in is tried again for as long as it is of use, unless its address is
 * refused for good.
 */
export function bookingMails({
  db,
  channels,
  publicUrl,
  onTrouble,
}: {
  db: Database
  channels: Channels
  publicUrl: string
  onTrouble: (error: unknown) => void
}): MailSender {
  /** Takes one that is due. No other process sends it before its next try. */
  async function claim(): Promise<Due | undefined> {
    const { rows } = await sql<Due>`
      with due as (
        select id from online_booking where mail_at <= clock_timestamp() order by mail_at limit 1 for update skip locked
      )
      update online_booking booking set mail_tries = mail_tries + 1,
        mail_at = case when mail_tries < 8 then clock_timestamp() + interval '1 minute' * 2 ^ mail_tries end
      from due, slot_hold hold, clinic, hospital
      where booking.id = due.id and hold.id = booking.id and clinic.id = booking.clinic_id
      returning booking.id, booking.mail, booking.email, clinic.name as clinic, hold.date::text as date,
        to_char(hold.time, 'HH24:MI') as time, is_held(hold) as "isHeld", hospital.name as hospital,
        hospital.email as "replyTo", hospital.phone, clock_style as style
    `.execute(db)
    return rows[0]
  }

  async function sendOne(due: Due): Promise<void> {
    const { id, mail, email, replyTo } = due
    // A code or a link for a place that is no longer held is of no use.
    if (due.isHeld || mail === 'BOOKED' || mail === 'DECLINED')
      await channels.send('EMAIL', { id, kind: mail, to: email, replyTo, ...(await letterOf(due)) })
    await end(due)
  }

  async function end({ id, mail }: Due): Promise<void> {
    await sql`update online_booking set mail_at = null where id = ${id} and mail = ${mail}`.execute(db)
  }

  async function letterOf(due: Due): Promise<{ subject: string; text: string }> {
    const { id, mail, clinic, hospital } = due
    const when = `${spokenDay(due.date)} at ${spokenTime(due.time, due.style)}`
    const reach = due.phone ? `, or phone ${due.phone}` : ''
    const call = due.phone ? ` To ask for another time, please phone ${due.phone}.` : ''
    const mailOf = (subject: string, ...lines: string[]) => ({ subject, text: `${lines.join('\n\n')}\n` })
    if (mail === 'CODE') {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await sql`update online_booking set code_hash = ${codeHash(id, code)} where id = ${id} and mail = 'CODE'`.execute(
        db,
      )
      return mailOf(
        `Your code for ${hospital}`,
        `Your code is ${code}`,
        `Enter it on the page on which you chose ${when}. The time is held for you for ${codeMinutes} minutes.`,
        'If you did not ask for an appointment, you do not need to do anything.',
      )
    }
    if (mail === 'HELD') {
      const token = randomBytes(32).toString('base64url')
      await sql`update online_booking set link_hash = ${tokenHash(token)} where id = ${id}`.execute(db)
      return mailOf(
        `We hold ${when} for you`,
        `We hold ${when} for you at ${hospital}, ${clinic}. We will write to you when your appointment is booked.`,
        `If you can’t come, please open this link${reach}:`,
        `${publicUrl}/book#${token}`,
      )
    }
    if (mail === 'BOOKED')
      return mailOf(
        `Your appointment on ${when} is booked`,
        `Your appointment at ${hospital}, ${clinic}, on ${when} is booked.`,
        `If you can’t come, please tell us${due.phone ? `: ${due.phone}` : ''}.`,
      )
    return mailOf(
      `We can’t offer you ${when}`,
      `We are sorry: we can’t offer you the appointment at ${hospital}, ${clinic}, on ${when}.${call}`,
    )
  }

  return createMailSender({
    name: 'send-booking-mails',
    called: 'A mail of a booking',
    isOpen: channels.open.includes('EMAIL'),
    claim,
    send: sendOne,
    giveUp: end,
    onTrouble,
  })
}
