import pg from 'pg'

export interface Changes {
  /** Calls `listener` for every change told by any server process; returns how to stop. */
  onChange(listener: (noun: string, id: string) => void): () => void
  /** Calls `listener` when changes may have been missed: the connection was lost, and is back now. */
  onGap(listener: () => void): () => void
  /** False while changes may be missed: what is remembered can't be trusted. */
  readonly listening: boolean
  close(): Promise<void>
}

/** Listens to NOTIFY lantern on a connection of its own, and comes back by itself when that is lost. */
export async function listenForChanges(url: string): Promise<Changes> {
  const changeListeners = new Set<(noun: string, id: string) => void>()
  const gapListeners = new Set<() => void>()
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const opened = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, keepAlive: true })
    opened.on('notification', ({ payload = '' }) => {
      const [noun = '', id = ''] = payload.split(':')
      for (const listener of changeListeners) listener(noun, id)
    })
    opened.on('error', () => lost(opened))
    opened.on('end', () => lost(opened))
    try {
      await opened.connect()
      await opened.query('listen lantern')
    } catch (error) {
      opened.removeAllListeners('end')
      await opened.end().catch(() => {})
      throw error
    }
    client = opened
  }

  function lost(which: pg.Client) {
    if (which !== client) return
    client = null
    which.end().catch(() => {})
    reopen(100)
  }

  function reopen(delay: number) {
    if (closed) return
    retry = setTimeout(async () => {
      try {
        await open()
        if (closed) return await close()
        for (const listener of gapListeners) listener()
      } catch {
        reopen(Math.min(delay * 2, 2000))
      }
    }, delay)
  }

  async function close() {
    const open = client
    client = null
    await open?.end()
  }

  await open()
  return {
    onChange(listener) {
      changeListeners.add(listener)
      return () => changeListeners.delete(listener)
    },
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    get listening() {
      return client !== null
    },
    close() {
      closed = true
      clearTimeout(retry)
      return close()
    },
  }
}
