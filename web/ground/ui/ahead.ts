/** Milliseconds after the page was opened in which nothing is fetched ahead: they are for what is seen. */
const own = 1000
/** Milliseconds between two parts that are fetched ahead. */
const between = 1000

type Load<Part> = () => Promise<Part>
type Take<Part> = (part: Part) => void

/** The parts that nobody wants yet, in the order in which screens asked for them. */
const waiting = new Map<Load<unknown>, Set<Take<never>>>()
let wanted = 0
let isFetching = false

/** Fetches a part that is seen on the screen, once the browser is idle. Returns how to take it back. */
export function fetchSeen<Part>(load: Load<Part>, take: Take<Part>): () => void {
  let isOver = false
  async function fetch() {
    await idle(own - performance.now())
    if (isOver) return
    const part = await load()
    if (!isOver) take(part)
  }
  void fetch()
  return () => {
    isOver = true
  }
}

/**
 * Fetches a part of the app before somebody opens it: when the browser is idle, one part after another, and none while a
 * wanted one is on its way, which would have to wait behind them. Returns how to take it back.
 */
export function fetchAhead<Part>(load: Load<Part>, take: Take<Part>): () => void {
  const takers = waiting.get(load) ?? new Set()
  waiting.set(load, takers.add(take))
  void fetchWaiting()
  return () => {
    takers.delete(take)
    if (takers.size === 0 && waiting.get(load) === takers) waiting.delete(load)
  }
}

/** Fetches a part that somebody wants: at once, and before all that is fetched ahead. */
export async function fetchWanted<Part>(load: Load<Part>): Promise<Part> {
  wanted += 1
  try {
    return await load()
  } finally {
    wanted -= 1
    void fetchWaiting()
  }
}

async function fetchWaiting(): Promise<void> {
  if (isFetching) return
  isFetching = true
  try {
    await idle(own - performance.now())
    for (const [load, takers] of waiting) {
      if (wanted > 0) break
      waiting.delete(load)
      const part = await load()
      for (const take of takers) take(part as never)
      await idle(between)
    }
  } finally {
    isFetching = false
  }
}

/** Waits for this many milliseconds, and then until the browser is idle, for half a second at most. */
function idle(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(
      () => {
        if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 500 })
        else resolve()
      },
      Math.max(0, milliseconds),
    )
  })
}
