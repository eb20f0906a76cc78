/** The plan by which a server makes backups, from its configuration. */
export interface BackupPlan {
  directory: string
  /** The hour of the hospital's clock at which the night's backup is due. */
  hour: number
  /** How many are kept. */
  keep: number
  passphraseFile: string | undefined
  auditKeyFile: string
  /** The database as its owner; null: Lantern's own, in `dataDirectory`. */
  databaseUrl: string | null
  dataDirectory: string
  /** Milliseconds between two looks at whether one is due. */
  lookEvery?: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** How this server makes backups, and looks at once whether one is to be made (Nightly.look); null: it makes none. */
    backups: { plan: BackupPlan; look(): Promise<void> } | null
  }
}
