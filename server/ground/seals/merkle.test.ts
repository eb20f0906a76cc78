import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { leafHash, merkleTree } from './merkle.ts'

/** Leaves and roots from Certificate Transparency's own tests of RFC 6962. */
const leaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const textOf = (hex: string) => Buffer.from(hex, 'hex').toString('utf8')

test('the roots are those that were published with Certificate Transparency', () => {
  const tree = merkleTree()
  expect(leaves.map((leaf) => (tree.add(leafHash(textOf(leaf))), tree.root().toString('hex')))).toEqual(roots)
  expect(merkleTree().root().toString('hex')).toBe(hash('sha256', ''))
})

/** As the RFC writes it down: the left side holds the largest power of two that is smaller than the whole. */
function rootOf(hashes: Buffer[]): Buffer {
  const [first] = hashes
  if (hashes.length === 1 && first) return first
  const left = 2 ** Math.ceil(Math.log2(hashes.length) - 1)
  const sides = [rootOf(hashes.slice(0, left)), rootOf(hashes.slice(left))]
  return hash('sha256', Buffer.concat([Buffer.of(1), ...sides]), 'buffer')
}

test('of any number of leaves the root is what the RFC says', () => {
  const tree = merkleTree()
  const hashes: Buffer[] = []
  for (let count = 1; count <= 300; count++) {
    const leaf = leafHash(`entry ${count}`)
    tree.add(leaf)
    hashes.push(leaf)
    expect(tree.root().equals(rootOf(hashes)), `${count} leaves`).toBe(true)
  }
})
