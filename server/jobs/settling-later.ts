/** More than this is a database that is away for long: then the oldest stay counted. */
const mostOwed = 10_000
/** Milliseconds between two tries. */
const pause = 1000

export interface Debts<Item, Verdict> {
  add(item: Item, verdict: Verdict): void
  /** Settles those that `concerns` names before anything is made of them. @throws what keeps them from being settled */
  settleNow(concerns: (item: Item) => boolean): Promise<void>
}

/** What could not be settled while the database was in trouble, settled by this process as soon as it can be. */
export function settlingLater<Item, Verdict>(
  settle: (item: Item, verdict: Verdict) => Promise<unknown>,
): Debts<Item, Verdict> {
  const owed = new Map<Item, Verdict>()
  let timer: NodeJS.Timeout | undefined

  async function pay(items: Iterable<[Item, Verdict]>) {
    for (const [item, verdict] of items) {
      // One that two pay at once would be paid twice.
      if (!owed.delete(item)) continue
      await settle(item, verdict).catch((error: unknown) => {
        owed.set(item, verdict)
        throw error
      })
    }
  }

  function payInAWhile() {
    if (owed.size === 0) return
    timer ??= setTimeout(() => {
      timer = undefined
      void pay([...owed])
        .catch(() => {})
        .finally(payInAWhile)
    }, pause).unref()
  }

  return {
    add(item, verdict) {
      owed.set(item, verdict)
      const [oldest] = owed.keys()
      if (owed.size > mostOwed && oldest !== undefined) owed.delete(oldest)
      payInAWhile()
    },
    settleNow: (concerns) => pay([...owed].filter(([item]) => concerns(item))),
  }
}
