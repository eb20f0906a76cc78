import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { readWent } from '../backup/nightly/records.ts'
import type { Database } from '../db/connect.ts'
import { unsealedSince } from '../seals/seal.ts'
import { gauge } from './gauge.ts'

/** Figures that come from the database, alike in all processes. */
interface Figures {
  mailsDue: number
  mailLagSeconds: number
  mailsGivenUp: number
  unsealedSeconds: number
  backupAgeSeconds: number | null
  backupBytes: number | null
  /** Since the last whole one. */
  backupFailures: number
}

interface Watched {
  db: Database
  clock: () => Date
  /** Whether this server makes backups by itself. */
  makesBackups: boolean
}

/** Figures that are read when they are asked for, with one look for all of them; without a database they are left out. */
export function databaseFigures(registry: Registry, watched: Watched) {
  let look: Promise<Figures | null> | undefined
  gauge(registry, {
    name: 'lantern_database_up',
    help: '1 where the database answers.',
    aggregator: 'min',
    async collect() {
      // The first of them that is asked begins the look of all.
      look = read(watched).catch(() => null)
      this.set((await look) ? 1 : 0)
    },
  })
  figure('lantern_mails_due', 'Mails that are still to be handed in.', ({ mailsDue }) => mailsDue)
  figure(
    'lantern_mail_lag_seconds',
    'How long ago the oldest of them was asked for, however often it was tried since.',
    ({ mailLagSeconds }) => mailLagSeconds,
  )
  figure(
    'lantern_mails_given_up',
    'Mails of the last two days that were tried for a day and not taken.',
    ({ mailsGivenUp }) => mailsGivenUp,
  )
  figure(
    'lantern_audit_unsealed_seconds',
    'How old the oldest entry of the audit log is that no seal covers yet; 0 where there is none.',
    ({ unsealedSeconds }) => unsealedSeconds,
  )

  figure(
    'lantern_backup_age_seconds',
    'How old the last whole backup is that Lantern made by itself; before there is one, how long it is waited for.',
    ({ backupAgeSeconds }) => backupAgeSeconds,
  )
  figure('lantern_backup_bytes', 'How large the last one is.', ({ backupBytes }) => backupBytes)
  figure(
    'lantern_backup_failures',
    'How many backups have failed since the last whole one.',
    ({ backupFailures }) => backupFailures,
  )

  function figure(name: string, help: string, of: (figures: Figures) => number | null) {
    gauge(registry, {
      name,
      help,
      aggregator: 'max',
      async collect() {
        const figures = await look
        const value = figures && of(figures)
        if (value === null || value === undefined) this.remove()
        else this.set(value)
      },
    })
  }
}

async function read({ db, clock, makesBackups }: Watched): Promise<Figures> {
  const now = clock()
  const secondsSince = (moment: string) => Math.max(0, now.getTime() - new Date(moment).getTime()) / 1000
  const { rows } = await sql<Pick<Figures, 'mailsDue' | 'mailLagSeconds' | 'mailsGivenUp'>>`
    select count(try_at)::int as "mailsDue", count(*) filter (where try_at is null)::int as "mailsGivenUp",
      coalesce(extract(epoch from ${now}::timestamptz - min(asked_at) filter (where try_at is not null)), 0)::float8
        as "mailLagSeconds"
    from mail where sent_at is null
  `.execute(db)
  const unsealed = await unsealedSince(db)
  const backups = await readWent(db)
  // A hospital that makes no backups misses none.
  const backupSince = makesBackups || backups.lastAt !== null ? backups.since : null
  return {
    mailsDue: rows[0]?.mailsDue ?? 0,
    mailLagSeconds: rows[0]?.mailLagSeconds ?? 0,
    mailsGivenUp: rows[0]?.mailsGivenUp ?? 0,
    unsealedSeconds: unsealed ? secondsSince(unsealed) : 0,
    backupAgeSeconds: backupSince === null ? null : secondsSince(backupSince),
    backupBytes: backups.bytes,
    backupFailures: backups.failures,
  }
}
