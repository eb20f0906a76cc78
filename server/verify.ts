import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { toldOf } from './ground/backup/run-command.ts'
import { connect } from './ground/db/connect.ts'
import { openAsOwner } from './ground/db/embedded/owner.ts'
import { nobodyWaits } from './ground/db/time-limits.ts'
import { type PublicSealKey, publicKeyIn, readPublicKey } from './ground/seals/key.ts'
import { type Verified, verifyTrail } from './ground/seals/verify.ts'
import { readConfig } from './ground/start/config.ts'
import { PlainRefusal } from './ground/start/plain-refusal.ts'

/** `npm run audit:verify`: 0 where all holds, 1 where something was changed, 2 where it could not be found out. */

const usage = `npm run audit:verify -- [--database postgresql://…] [--public-key KEY] [--copy FILE]

  --database    the database, as its owner; without it DATABASE_URL, or else Lantern's own in LANTERN_DATA
  --public-key  the key that the Audit Log page shows, or a file with it; may be given several times.
                Without it the key of this machine: AUDIT_KEY_FILE, or audit-key.pem in LANTERN_DATA.
                Beside it this machine's own key counts for seals made after a restore
  --copy        the seals as they were copied off this machine (AUDIT_SEALS_FILE, or the page's download):
                only with them it is found whether the last seals were removed`

const words = process.argv.slice(2)
/** Months of rows are counted and sorted in one statement. */
const patient = { ...nobodyWaits, statement: 3_600_000 }

async function run(): Promise<number> {
  const { values } = parseArgs({
    args: words.filter((word) => word !== 'demo'),
    options: {
      database: { type: 'string' },
      'public-key': { type: 'string', multiple: true },
      copy: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const config = readConfig(process.env, words)
  const { keys, keySinceRestore } = keysFrom(values['public-key'], config.auditKeyFile)
  if (values.copy && !existsSync(values.copy)) {
    throw new PlainRefusal(`There is no copy of the seals at ${resolve(values.copy)}.`)
  }
  const copy = values.copy ? linesOf(values.copy) : undefined
  const database = await openAsOwner(values.database ?? config.databaseUrl, config.dataDirectory)
  const { db } = connect(database.url, { connections: 1, limits: patient })
  try {
    const verified = await verifyTrail(db, {
      keys,
      keySinceRestore,
      ...(copy && { copy }),
      onProgress: (seals) => {
        if (seals % 10_000 === 0) console.log(`… ${seals} seals`)
      },
    })
    tell(verified, copy !== undefined)
    return verified.faults.length > 0 ? 1 : 0
  } finally {
    await db.destroy()
    await database.close()
  }
}

/** A copy that was started from a backup seals with a key of its own, beside the one that is known. */
function keysFrom(
  given: string[] | undefined,
  file: string,
): { keys: PublicSealKey[]; keySinceRestore: PublicSealKey | null } {
  const own = publicKeyIn(file)
  if (given) {
    const keys = given.map((one) => readPublicKey(existsSync(one) ? readFileSync(one, 'utf8') : one))
    return { keys, keySinceRestore: own }
  }
  if (own) return { keys: [own], keySinceRestore: null }
  throw new PlainRefusal(
    `There is no key in ${file}; give the public key that the Audit Log page shows with --public-key.`,
  )
}

/** Opened when it is read: what comes before somebody listens is lost. */
async function* linesOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file) })
}

function tell({ seals, rows, sealedAt, unsealed, copied, dropped, faults }: Verified, hasCopy: boolean) {
  for (const { at, says } of faults) console.error(at ? `${at}  ${says}` : says)
  const what = `${seals} seals and ${rows} rows of the audit log were checked${hasCopy ? `, and ${copied} seals of the copy` : ''}.`
  if (dropped.length > 0)
    console.log(`Deleted because the hospital keeps them no longer: ${dropped.join(', ')}.`)
  if (faults.length > 0) {
    console.error(`${what} The audit log is NOT as it was sealed.`)
    return
  }
  console.log(
    `${what} All of them hold.${sealedAt ? ` The last seal is of ${sealedAt}; ${unsealed} rows were told since.` : ''}`,
  )
  if (!hasCopy) console.log('Without --copy it can’t be told whether the last seals were removed.')
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(toldOf(error, usage))
  process.exitCode = 2
}
