import { test } from '../people.ts'
import { secondStepTours } from '../screens/second-step.ts'
import { walkScreens, walkTour } from './shifts.ts'

/** Nothing jumps between the widths of layout-shift.spec.ts either. */

test.describe.configure({ mode: 'parallel' })

for (const width of [768]) {
  test(`nothing jumps on any screen, and nothing is refused, ${width} px wide`, async ({ page }) => {
    test.setTimeout(600_000)
    await walkScreens(page, width)
  })

  for (const tour of secondStepTours) {
    test(`nothing jumps where there is ${tour.name}, ${width} px wide`, async ({ page, browser }) => {
      test.setTimeout(180_000)
      await walkTour({ page, browser }, tour, width)
    })
  }
}
