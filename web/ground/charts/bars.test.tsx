import { expect, test } from 'vitest'
import { hospitalFor, show } from '../../testing/show.tsx'
import { Bars } from './Bars.tsx'

const seen = [{ key: 'seen', label: 'Seen', look: 'solid' }] as const

async function drawn(values: Record<string, number>, { width, height }: { width: number; height: number }) {
  await document.fonts.ready
  await show(
    <Bars
      label="Chart"
      height={height}
      fixedWidth={width}
      series={seen}
      groups={Object.entries(values).map(([key, value]) => ({
        key,
        label: key,
        name: key,
        values: { seen: value },
      }))}
      namesAll
      words={String}
      pointed={undefined}
      onPointed={() => {}}
    />,
    hospitalFor('admin'),
  )
  return [...document.querySelectorAll('svg[role="img"] text')]
}

function overprinted(texts: readonly Element[]): string[] {
  const boxes = texts.map((text) => ({ said: text.textContent, box: text.getBoundingClientRect() }))
  return boxes.flatMap(({ said, box }, place) =>
    boxes
      .slice(place + 1)
      .filter(
        ({ box: other }) =>
          box.left < other.right - 1 &&
          other.left < box.right - 1 &&
          box.top < other.bottom - 3 &&
          other.top < box.bottom - 3,
      )
      .map((other) => `${said} and ${other.said}`),
  )
}

test.for([
  { Mon: 44, Tue: 41, Wed: 42, Thu: 46, Fri: 46, Sat: 22, Sun: 7 },
  { Mon: 0, Tue: 1, Wed: 2, Thu: 1, Fri: 0, Sat: 0, Sun: 3 },
  { Mon: 880, Tue: 1200, Wed: 90, Thu: 410, Fri: 700, Sat: 0, Sun: 3 },
])('the labels of a low chart’s axes don’t overprint one another: %o', async (days) => {
  expect(overprinted(await drawn(days, { width: 330, height: 92 }))).toEqual([])
})

const wards = { General: 10, ICU: 5, Emergency: 4, Pediatric: 4, Maternity: 4, Psychiatric: 3 }
const slanting = (texts: readonly Element[]) => texts.filter((text) => text.outerHTML.includes('rotate'))

test('labels are straight where they fit', async () => {
  const wide = await drawn(wards, { width: 500, height: 240 })
  expect(slanting(wide)).toEqual([])
  expect(overprinted(wide)).toEqual([])
})

test('labels slant where they don’t fit', async () => {
  expect(slanting(await drawn(wards, { width: 300, height: 240 }))).toHaveLength(6)
})
