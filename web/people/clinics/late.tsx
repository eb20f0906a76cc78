import { late } from '../../ground/ui/lazy-component.tsx'
import { ChoiceStandIn } from '../../ground/ui/list/ChoiceStandIn.tsx'

/** Filters a board by clinic; its code, and the clinics, come once the board is read. */
export const LateClinicChoice = late(() => import('./ClinicChoice.tsx'), 'ClinicChoice', {
  StandIn: ({ chosen, className, onWanted }) => (
    <ChoiceStandIn
      label="Filter by clinic"
      shown={chosen ? 'One clinic' : 'All clinics'}
      className={className}
      onWanted={onWanted}
    />
  ),
  isPlaceholder: true,
})
