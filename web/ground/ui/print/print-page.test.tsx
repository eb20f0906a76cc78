import { expect, test } from 'vitest'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { PrintPage } from './PrintPage.tsx'

test('no line of the hospital’s address begins or ends with a dot', async () => {
  const ways = [
    '1 Quay Street',
    'Department of Internal Medicine, Building 14',
    'Harbour City',
    '020 7946 0100',
  ]
  await show(
    <div style={{ width: 420 }}>
      <PrintPage
        hospital={{ name: 'Riverside', logo: null, reachedBy: ways }}
        title="Prescription"
        printedBy="Anika Mehta"
        printedAt="23 Nov 2026, 10:00 AM"
      >
        {null}
      </PrintPage>
    </div>,
    hospitalFor('receptionist'),
  )
  const brand = document.querySelector('thead strong')?.parentElement
  const left = brand?.getBoundingClientRect().left ?? 0
  /** Each text of the address, in which a dot is one of its own, with where it is seen. */
  const lines = new Map<number, { text: string; left: number }[]>()
  const walker = document.createTreeWalker(brand?.children[1] ?? document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const box = range.getBoundingClientRect()
    const isSeen = box.right > left + 1
    const text = walker.currentNode.textContent?.trim() ?? ''
    if (isSeen) lines.set(box.top, [...(lines.get(box.top) ?? []), { text, left: box.left }])
  }
  expect(lines.size).toBeGreaterThan(1)
  for (const line of lines.values()) {
    expect([line[0]?.text, line.at(-1)?.text]).not.toContain('·')
    expect(line[0]?.left).toBeCloseTo(left, 0)
  }
})
