import type { Transporter } from 'nodemailer'
import type { MailSettings } from '../start/mail-settings.ts'
import { NotSent } from './not-sent.ts'

/** A mail as somebody reads it. */
export interface Letter {
  to: { name: string; address: string }
  /** Where answers go, if not to the sender. */
  replyTo?: string
  subject: string
  text: string
}

export interface Smtp {
  /** @throws NotSent */
  send(letter: Letter): Promise<void>
  close(): void
}

/** Milliseconds: a server that is silent for longer is tried again later. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** An SMTP server; nodemailer is read when the first mail is sent. */
export function smtpServer({ url, from }: MailSettings): Smtp {
  const { protocol, hostname, port, username, password } = new URL(url)
  let transport: Promise<Transporter> | undefined

  async function connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host: hostname.replace(/^\[|\]$/g, ''),
      ...(port && { port: Number(port) }),
      secure: protocol === 'smtps:',
      // A password must not go over an unencrypted connection.
      requireTLS: username !== '' && protocol === 'smtp:',
      ...(username && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
      ...patience,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  return {
    async send(letter) {
      transport ??= connect()
      const mail = {
        ...letter,
        from,
        // Keeps automatic replies away.
        headers: { 'auto-submitted': 'auto-generated' },
      }
      await (await transport).sendMail(mail).catch((error: unknown) => {
        throw notSent(error)
      })
    },
    close() {
      void transport?.then((open) => open.close())
    },
  }
}

/** The failure without the server's text, which can quote the address; its codes are enough to find the cause. */
function notSent(error: unknown): NotSent {
  const { code, responseCode, command } = error as Record<string, unknown>
  const description = `SMTP: ${[code, responseCode, command].filter(Boolean).join(' ')}`
  // At any other command it is about the server, and not about this address.
  if (command !== 'RCPT TO' && command !== 'DATA') return new NotSent('away', description)
  return new NotSent(Number(responseCode) >= 500 ? 'refused' : 'later', description)
}
