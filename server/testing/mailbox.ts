import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server, which keeps what it is handed in, knows nobody at gone.example, and fails as a test wants it to. */
export interface Mailbox {
  /** For `startApp`. */
  readonly url: string
  readonly letters: readonly ParsedMail[]
  /** Connections that it was offered. */
  readonly calls: number
  /** From now on it takes everything, refuses every mail for now, or never says a word. */
  be(how: 'open' | 'full' | 'silent'): void
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const letters: ParsedMail[] = []
  let calls = 0
  let how: Parameters<Mailbox['be']>[0] = 'open'
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, answer) {
      calls++
      if (how !== 'silent') answer()
    },
    onRcptTo({ address }, _session, answer) {
      const isGone = address.endsWith('@gone.example')
      answer(isGone ? Object.assign(new Error('No such user'), { responseCode: 550 }) : undefined)
    },
    onData(stream, _session, answer) {
      void simpleParser(stream).then((letter) => {
        if (how === 'full') return answer(Object.assign(new Error('Try again later'), { responseCode: 452 }))
        letters.push(letter)
        return answer()
      })
    },
  })
  // A client that gives up waiting closes the connection.
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    get calls() {
      return calls
    },
    be(next) {
      how = next
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The token of the link that a mail holds. */
export function tokenIn(letter: ParsedMail | undefined): string {
  return /#([\w-]{43})\s/.exec(letter?.text ?? '')?.[1] ?? ''
}
