/** The most items to keep. If there are more, the database has been away for long, and the oldest stay counted. */
const mostOwed = 10_000
/** Milliseconds between attempts. */
const pause = 1000

export interface Debts<Item, Verdict> {
  add(item: Item, verdict: Verdict): void
  /** Settles the items that match `concerns` before they are used. @throws the error that prevents it */
  settleNow(concerns: (item: Item) => boolean): Promise<void>
}

/**
 * Settles later what couldn't be settled while the database was in trouble, in this process and as soon as possible.
 */
export function settlingLater<Item, Verdict>(
  settle: (item: Item, verdict: Verdict) => Promise<unknown>,
): Debts<Item, Verdict> {
  const owed = new Map<Item, Verdict>()
  let timer: NodeJS.Timeout | undefined

  async function pay(items: Iterable<[Item, Verdict]>) {
    for (const [item, verdict] of items) {
      // Remove the item first, so that two runs at once can't settle it twice.
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
