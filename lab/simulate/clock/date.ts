/**
 * Runs in the server's process: its `Date` is ahead of the machine's by the configured time. Timers are not changed.
 */

const machine = Date
let ahead = 0

/** Changes the result of `new Date()` and `Date.now()` from now on, in libraries, too. */
export function goAhead(millis: number): void {
  ahead = millis
}

const now = () => machine.now() + ahead

globalThis.Date = new Proxy(machine, {
  construct: (target, words, made) => Reflect.construct(target, words.length === 0 ? [now()] : words, made),
  apply: () => new machine(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
