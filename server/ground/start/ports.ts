import { createServer } from 'node:net'
import { PlainRefusal } from './plain-refusal.ts'

/** A port of this machine that nothing listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

export function portTaken({ host, port }: { host: string; port: number }, prefix = ''): PlainRefusal {
  return new PlainRefusal(
    `Port ${port} of ${host} is taken by another program; stop that one, or choose another port, for example ${prefix}PORT=${port + 1}.`,
  )
}
