import { chownSync, lstatSync, readFileSync } from 'node:fs'
import { errorCode, PlainRefusal } from '../../start/plain-refusal.ts'

/** An account of the operating system. */
export interface Account {
  uid: number
  gid: number
}

/**
 * The account that PostgreSQL runs as, where it can't be ours: PostgreSQL refuses to run as root. The
 * owner of what is there already wins, so that one directory serves a start as root and as its owner.
 * `null`: our own account.
 *
 * @param paths the places whose owner decides, the weightiest first
 */
export function accountFor(paths: string[]): Account | null {
  if (process.getuid?.() !== 0) return null
  const accounts = readAccounts()
  for (const path of paths) {
    const owner = ownerOf(path)
    if (owner && owner.uid !== 0) {
      const known = accounts.find((account) => account.uid === owner.uid)
      return { uid: owner.uid, gid: known?.gid ?? owner.gid }
    }
  }
  const named = ['lantern', 'postgres', 'nobody'].flatMap(
    (name) => accounts.find((a) => a.name === name) ?? [],
  )
  const account = named.find(({ uid }) => uid !== 0) ?? { uid: 65534, gid: 65534 }
  return { uid: account.uid, gid: account.gid }
}

function readAccounts(): (Account & { name: string })[] {
  let text: string
  try {
    text = readFileSync('/etc/passwd', 'utf8')
  } catch {
    // A container may have none; then the conventional number of nobody is as good as any.
    return []
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/** The owner of the file, or `null` if there is none. */
export function ownerOf(path: string): Account | null {
  try {
    const { uid, gid } = lstatSync(path)
    return { uid, gid }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

export function giveTo(account: Account | null, path: string): void {
  if (!account) return
  try {
    chownSync(path, account.uid, account.gid)
  } catch (error) {
    if (!['EPERM', 'EINVAL'].includes(errorCode(error))) throw error
    throw new PlainRefusal(
      'PostgreSQL does not run as root, and root may use no other account here; start Lantern as a normal user, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
}
