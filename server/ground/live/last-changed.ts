import { partsOf } from '../../../contract/api/live.ts'
import type { AsOf } from '../db/as-of.ts'

/** Maximum number of scopes whose last change is remembered. */
const mostRemembered = 20_000

/**
 * The number (see `as-of.ts`) of each scope's last change, as far as this process heard: data read at a smaller number may
 * lack that change. For evicted scopes, and for changes before this process listened, only an upper bound is known.
 */
export class LastChanged {
  #asOf: AsOf
  #scopes = new Map<string, number>()
  #kinds = new Map<string, number>()
  #floor: number | null
  /** Scopes changed since a number was last read: the next query reads one for them. */
  #unread = new Set<string>()
  #unreadKinds = new Set<string>()

  constructor(asOf: AsOf) {
    this.#asOf = asOf
    this.#floor = asOf.latest
  }

  /** `number` was read after the change was heard. */
  at(number: number, scopes: Iterable<string>, kinds: Iterable<string>) {
    if (this.#scopes.size > mostRemembered) {
      this.#floor = number
      this.#scopes.clear()
    }
    for (const scope of scopes) {
      this.#scopes.set(scope, number)
      this.#unread.delete(scope)
    }
    for (const kind of kinds) {
      this.#kinds.set(kind, number)
      this.#unreadKinds.delete(kind)
    }
  }

  /** They changed, and nobody needed to know as of when. */
  unread(scopes: Iterable<string>, kinds: Iterable<string>) {
    for (const scope of scopes) this.#unread.add(scope)
    for (const kind of kinds) this.#unreadKinds.add(kind)
    if (this.#unread.size > mostRemembered) this.missed()
  }

  /** Notifications may have been missed until now. */
  missed() {
    this.#floor = null
    this.#scopes.clear()
    this.#kinds.clear()
    this.#unread.clear()
    this.#unreadKinds.clear()
  }

  /** For each scope: data read at a smaller number has to be reloaded. */
  async of(scopes: readonly string[]): Promise<Record<string, number>> {
    const isUnread = (scope: string) => this.#unread.has(scope) || this.#unreadKinds.has(partsOf(scope).kind)
    while (this.#floor === null || scopes.some(isUnread)) {
      const [unread, kinds, floor] = [[...this.#unread], [...this.#unreadKinds], this.#floor]
      const number = await this.#asOf.now()
      this.at(number, unread, kinds)
      if (floor === null) this.#floor = number
    }
    const floor = this.#floor
    return Object.fromEntries(
      scopes.map((scope) => [
        scope,
        Math.max(floor, this.#scopes.get(scope) ?? 0, this.#kinds.get(partsOf(scope).kind) ?? 0),
      ]),
    )
  }
}
