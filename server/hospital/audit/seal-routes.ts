import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type AuditSeal, exportAuditSeals, readAuditSeal } from '../../../contract/hospital/audit.ts'
import type { Database } from '../../ground/db/connect.ts'
import { serve } from '../../ground/http/serve.ts'
import { checkLately } from '../../ground/seals/check-last-day.ts'
import type { PublicSealKey } from '../../ground/seals/key.ts'
import { copyOf, lastSeal, sealOf, sealsAfter, unsealedSince } from '../../ground/seals/seal.ts'

const nothing: AuditSeal['lately'] = { seals: 0, rows: 0, faults: [], beforeRestore: null }
/** How many faults are listed; an administrator who sees one runs the whole check. */
const mostTold = 5

export function sealRoutes(app: FastifyInstance) {
  const lately = onceForEachSeal()

  serve(app, readAuditSeal, async ({ db, now }) => {
    const { sealKey } = app.lantern
    const last = await lastSeal(db)
    const seal = last && sealOf(last.line)
    return {
      publicKey: sealKey?.text ?? null,
      last: seal ? { number: seal.number, at: seal.at } : null,
      unsealedSince: sealKey ? await unsealedSince(db, last) : null,
      lately: last && sealKey ? await lately(db, sealKey, now, last.number) : nothing,
    }
  })

  serve(app, exportAuditSeals, async ({ db, audit }) => {
    audit.changes = { exported: { seals: (await lastSeal(db))?.number ?? 0 } }
    return Readable.from(linesOf(db))
  })
}

async function* linesOf(db: Database): AsyncGenerator<string> {
  for await (const seal of sealsAfter(db, 0)) yield `${copyOf(seal)}\n`
}

/** Readers within the same minute share one answer. */
function onceForEachSeal() {
  let known: { number: number; check: Promise<AuditSeal['lately']> } | undefined
  return (db: Database, key: PublicSealKey, now: Date, number: number) => {
    if (known?.number === number) return known.check
    const check = checkLately(db, key, now).then(({ faults, ...checked }) => ({
      ...checked,
      faults: faults.slice(0, mostTold).map(({ says }) => says),
    }))
    known = { number, check }
    check.catch(() => {
      known = undefined
    })
    return check
  }
}
