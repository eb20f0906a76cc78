import { expect, test } from 'vitest'
import type { Batch } from '../../../../contract/store/stock.ts'
import { batchChoices, firstOut } from './batch-choices.ts'

const batch = (batchNumber: string, fields: Partial<Batch> = {}): Batch => ({
  id: `batch-${batchNumber}`,
  batchNumber,
  quantity: 5,
  expiryDate: null,
  isExpired: false,
  cost: 2.5,
  supplier: null,
  createdAt: '2026-01-01T08:00:00.000Z',
  ...fields,
})
const expired = batch('OLD', { expiryDate: '2026-01-31', isExpired: true })
const [next, later] = [batch('NEXT', { expiryDate: '2027-01-31' }), batch('LATER')]
const labels = (choices: ReturnType<typeof batchChoices>) => choices.map(({ label }) => label)

test('an issue takes what expires first, or another batch that has not expired', () => {
  expect(batchChoices('ISSUE', 'pcs', [expired, next, later])).toEqual([
    { value: firstOut, label: 'NEXT, expires 31 Jan 2027, 5 pcs' },
    { value: expired.id, label: 'OLD, expired 31 Jan 2026, 5 pcs', disabled: true },
    { value: later.id, label: 'LATER, no expiry, 5 pcs', disabled: false },
  ])
  expect(labels(batchChoices('ISSUE', 'pcs', []))).toEqual(['No usable stock'])
})

test('what has expired can be disposed of', () => {
  expect(batchChoices('DISPOSE', 'pcs', [expired])).toEqual([
    { value: expired.id, label: 'OLD, expired 31 Jan 2026, 5 pcs', disabled: false },
  ])
})

test('a batch that was emptied takes back what was left of it, and is counted again', () => {
  const emptied = [{ id: 'batch-GONE', batchNumber: 'GONE' }]
  for (const kind of ['RETURN', 'ADJUST'] as const) {
    expect(labels(batchChoices(kind, 'pcs', [later], emptied))).toEqual([
      'LATER, no expiry, 5 pcs',
      'GONE, none left',
    ])
  }
  for (const kind of ['ISSUE', 'DISPOSE'] as const) {
    expect(batchChoices(kind, 'pcs', [later], emptied)).toHaveLength(1)
  }
})

test('a batch that has stock again, by one answer and not yet by the other, stands there once', () => {
  expect(labels(batchChoices('ADJUST', 'pcs', [later], [{ id: later.id, batchNumber: 'LATER' }]))).toEqual([
    'LATER, no expiry, 5 pcs',
  ])
})
