import { dear, test } from '../people.ts'
import { tours } from '../screens/tours.ts'
import { walkScreens, walkTour } from './shifts.ts'

/**
 * Nothing jumps on screens that are loaded from their addresses, or at the widths that layout-shift.spec.ts leaves out.
 */

test.describe.configure({ mode: 'parallel' })

for (const width of [390, 768, 1440]) {
  test(`nothing jumps on any screen, and nothing is refused, ${width} px wide`, async ({ page }) => {
    dear('it opens every screen')
    test.setTimeout(600_000)
    await walkScreens(page, width)
  })
}

for (const width of [768, 1440]) {
  for (const tour of tours.filter(({ jumpsNot }) => jumpsNot)) {
    test(`nothing jumps where there is ${tour.name}, ${width} px wide`, async ({ page, browser }) => {
      dear('it opens each screen of a second step')
      test.setTimeout(180_000)
      await walkTour({ page, browser }, tour, width)
    })
  }
}
