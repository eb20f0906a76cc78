import { PlainRefusal } from '../../start/plain-refusal.ts'

/** A database as its owner, for the commands that need no server. */
export interface OwnersDatabase {
  url: string
  close(): Promise<void>
}

/** The database whose address was given, or Lantern's own: that of a Lantern that runs, or started for this. To read. */
export async function openAsOwner(url: string | null, directory: string): Promise<OwnersDatabase> {
  if (url) {
    const { checkExternal } = await import('../external.ts')
    return { url: await checkExternal(url, { isForReading: true }), close: async () => {} }
  }
  const { isDataDirectory } = await import('./running.ts')
  const { openRunning, startEmbedded } = await import('../embedded.ts')
  if (!isDataDirectory(directory)) {
    throw new PlainRefusal(
      `There is no hospital in ${directory}; name its data directory with LANTERN_DATA, or its database with --database.`,
    )
  }
  const running = await openRunning(directory)
  if (running) return { url: running, close: async () => {} }
  const started = await startEmbedded(directory)
  return { url: started.ownerUrl, close: () => started.stop() }
}
