import { expect, test } from 'vitest'
import { holderOf, may, permissions, roles } from './permissions.ts'

// Written out a second time, so that a role that is gained or lost by mistake is seen. After a change that is meant,
// `vitest run contract/permissions -u` writes it anew, and its diff is what a reviewer reads.
test('who may do what', async () => {
  const widest = Math.max(...permissions.map(({ length }) => length))
  const rows = permissions.map((permission) => {
    const held = roles.map((role) => (may(holderOf(role), permission) ? role : ' '.repeat(role.length)))
    return [permission.padEnd(widest), ...held].join(' ').trimEnd()
  })
  await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('permissions.txt')
})

test('somebody without a role may do nothing', () => {
  expect(permissions.filter((permission) => may(null, permission))).toEqual([])
})
