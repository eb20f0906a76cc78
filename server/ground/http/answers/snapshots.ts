import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { asOfHeader } from '../../../../contract/api/live.ts'
import type { AsOf } from '../../db/as-of.ts'
import { newSight, type Sight } from '../../trail/patient-sets.ts'
import { type SharedBody, sharedBody } from './shared-body.ts'

/** Lists that are kept; the rest is made again when it is asked for. */
const mostKept = 100
/**
 * A process spends at most one fifth of its time on a scope's snapshots: when many screens ask while much changes,
 * they wait a moment and share the next snapshot.
 */
const makingShare = 5
/** Milliseconds for which they are gathered at most. */
const longestGathering = 150
/** A snapshot is soon outdated. */
const quality = 1

/** A response that many screens read of one scope, prepared once for all of them. */
export interface Snapshot {
  /** As of when it is at least. */
  asOf: number
  body: SharedBody
  /** The patients it shows. */
  sight: Sight
}

export interface Snapshots {
  /**
   * The scope's snapshot, as of `least` or later: the one that is kept, or one that `make` reads. Who asks while it is
   * being read gets the same.
   */
  answer(
    scope: string,
    least: number,
    make: () => Promise<{ text: string; patientIds: readonly string[] }>,
  ): Promise<Snapshot>
}

export function createSnapshots(asOf: AsOf): Snapshots {
  const kept = new Map<string, { asOf: number; snapshot: Promise<Snapshot>; againAt: number }>()
  return {
    async answer(scope, least, make) {
      const known = kept.get(scope)
      if (known && known.asOf >= least) return known.snapshot
      const pause = (known?.againAt ?? 0) - performance.now()
      if (pause > 0) await sleep(pause)
      const number = await asOf.atLeast(least)
      const meanwhile = kept.get(scope)
      if (meanwhile && meanwhile.asOf >= least) return meanwhile.snapshot
      const began = performance.now()
      const snapshot = make().then(({ text, patientIds }) => {
        const body = sharedBody(text, quality)
        const now = performance.now()
        entry.againAt = now + Math.min((now - began) * (makingShare - 1), longestGathering)
        return { asOf: number, body, sight: newSight(patientIds) }
      })
      const entry = { asOf: number, snapshot, againAt: 0 }
      kept.delete(scope)
      kept.set(scope, entry)
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
      // After a failure, the next request reads again.
      snapshot.catch(() => kept.get(scope) === entry && kept.delete(scope))
      return snapshot
    },
  }
}

/** The moment that the answer must not be older than, from a screen that heard of something newer than it shows. */
export function asOfWanted(request: FastifyRequest): number | undefined {
  const said = request.headers[asOfHeader]
  return typeof said === 'string' && /^\d{1,15}$/.test(said) ? Number(said) : undefined
}
