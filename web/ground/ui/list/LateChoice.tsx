import { late } from '../lazy-component.tsx'
import { ChoiceStandIn } from './ChoiceStandIn.tsx'

/** One of many, as a filter over a list or board; there at once, and opens once its list is. */
export const LateChoice = late(() => import('./ListChoice.tsx'), 'ListChoice', {
  StandIn: ({ choices, value, ...shared }) => (
    <ChoiceStandIn {...shared} shown={choices.find((choice) => choice.value === value)?.label ?? ''} />
  ),
})
