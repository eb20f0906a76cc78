/** A database can have several addresses, of which one takes writes at a time: postgresql://account@one:5432,two:5432/database. */

const form = /^(?<scheme>postgres(?:ql)?:\/\/)(?:(?<account>[^@/?#]*)@)?(?<hosts>[^/?#]*)(?<rest>.*)$/s

/** Each of its addresses by itself. */
export function addressesIn(url: string): string[] {
  const { scheme, account, hosts = '', rest = '' } = form.exec(url)?.groups ?? {}
  if (!scheme || !hosts.includes(',')) return [url]
  const before = `${scheme}${account === undefined ? '' : `${account}@`}`
  return hosts.split(',').map((host) => `${before}${host}${rest}`)
}

/** These addresses, with the account and password of another URL. */
export function withAccountOf(url: string, other: string): string {
  const { scheme, hosts = '', rest = '' } = form.exec(url)?.groups ?? {}
  const account = form.exec(other)?.groups?.account
  return account === undefined ? url : `${scheme}${account}@${hosts}${rest}`
}

/** Which of the addresses of a database is tried first: the one that was found last to take writes. */
export interface Addresses {
  readonly count: number
  readonly current: string
  /** Nobody answered there, or somebody who only reads. */
  failed(address: string): void
}

/** Findings of one connection, shared by the whole process. */
const known = new Map<string, Addresses>()

export function addressesOf(url: string): Addresses {
  const before = known.get(url)
  if (before) return before
  const all = addressesIn(url)
  let turn = 0
  const addresses: Addresses = {
    count: all.length,
    get current() {
      return all[turn % all.length] ?? url
    },
    failed(address) {
      if (address === addresses.current) turn++
    },
  }
  known.set(url, addresses)
  return addresses
}
