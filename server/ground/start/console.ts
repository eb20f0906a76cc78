import { inspect } from 'node:util'

export const logFormats = ['text', 'json'] as const
export type LogFormat = (typeof logFormats)[number]

/**
 * The output of the process for the person or service that started it: sentences for a terminal, or lines like those of
 * the log.
 */
export interface Voice {
  say(sentence: string): void
  /** A sentence, or an error's message. */
  complain(what: string | { message: string }): void
}

export function voice(format: LogFormat): Voice {
  const line = (level: string, what: string | { message: string }) => {
    const [msg, err] = typeof what === 'string' ? [what] : [what.message, what]
    return JSON.stringify({ level, time: new Date().toISOString(), pid: process.pid, err, msg })
  }
  if (format === 'json') {
    return {
      say: (sentence) => console.log(line('info', sentence)),
      complain: (what) => console.error(line('fatal', what)),
    }
  }
  return {
    say: (sentence) => console.log(sentence),
    complain: (what) => console.error(typeof what === 'string' ? what : inspect(what, { depth: 5 })),
  }
}
