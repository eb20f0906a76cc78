import { IconAlertTriangleFilled, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { allergyState, allergyWords, type KnownAllergies } from '../../../contract/patients.ts'
import classes from './Allergies.module.css'

const none: KnownAllergies['allergens'] = []

/**
 * Allergies in their four states, of the text and the entries together; never blank, because blank could mean any of
 * them. Undefined is what the screen was not told (by a server of an older version).
 */
export function Allergies({
  of: { allergies, allergens = none },
  isLabelled = false,
  isMark = false,
}: {
  of: Partial<KnownAllergies>
  /** The word 'Allergies' stands before it already. */
  isLabelled?: boolean
  /** On a card: one line, which says no more than there is room for. */
  isMark?: boolean
}) {
  const state = allergies === undefined ? 'unavailable' : allergyState({ allergies, allergens })
  const className = isMark ? `${classes.allergies} ${classes.mark}` : classes.allergies
  if (state === 'known') {
    const words = allergyWords({ allergies: allergies ?? null, allergens }) ?? ''
    return (
      // A long text scrolls in the banner, by keyboard too.
      <span
        className={className}
        data-state="known"
        {...(words.length > 120 && !isMark && { tabIndex: 0, role: 'group', 'aria-label': 'Allergies' })}
      >
        <IconAlertTriangleFilled size={isMark ? 14 : 16} aria-hidden="true" />
        <span>
          {!isLabelled && <strong>Allergies: </strong>}
          <bdi>{words}</bdi>
        </span>
      </span>
    )
  }
  if (state === 'none known') {
    return (
      <span className={className}>
        <IconCircleCheck size={isMark ? 14 : 16} aria-hidden="true" />
        {isLabelled ? 'None known' : 'No known allergies'}
      </span>
    )
  }
  return (
    <span className={className} data-state="unknown">
      <IconHelpCircle size={isMark ? 14 : 16} aria-hidden="true" />
      {isLabelled
        ? 'Not recorded'
        : `Allergies ${state === 'unavailable' ? 'unavailable here' : 'not recorded'}`}
    </span>
  )
}
