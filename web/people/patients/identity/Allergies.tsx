import { IconAlertTriangleFilled, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { Allergen } from '../../../../contract/clinical/allergen.ts'
import {
  allergenSaid,
  allergenWords,
  allergyState,
  isNoneConfirmed,
  type KnownAllergies,
} from '../../../../contract/clinical/allergy-words.ts'
import classes from './Allergies.module.css'
import { MoreAllergies } from './MoreAllergies.tsx'

/**
 * Allergies in their four states; never blank, because blank could mean any of them. Undefined is what the screen was not
 * told (by a server of an older version).
 */
export function Allergies({
  of: { allergens },
  isLabelled = false,
  isMark = false,
  most = isMark ? 80 : Number.POSITIVE_INFINITY,
}: {
  of: Partial<KnownAllergies>
  /** The word 'Allergies' stands before it already. */
  isLabelled?: boolean
  /** On a card, in the small look that cards have. */
  isMark?: boolean
  /** The letters that there is room for: the worst allergy is whole, and the rest is counted and opens on press. */
  most?: number
}) {
  const state = allergens ? allergyState({ allergens }) : 'unavailable'
  const className = isMark ? `${classes.allergies} ${classes.mark}` : classes.allergies
  // A card has no room for the words.
  const toConfirm = isMark ? (
    <span role="img" title="To be confirmed">
      ?
    </span>
  ) : (
    ', to be confirmed'
  )
  if (allergens && state === 'known') {
    const [shown, more] = parted(allergens, most)
    return (
      <span className={className} data-state="known">
        <IconAlertTriangleFilled size={isMark ? 14 : 16} aria-hidden="true" />
        <span>
          {!isLabelled && <strong>Allergies: </strong>}
          {shown.map((one, place) => (
            <Fragment key={allergenWords(one)}>
              {place > 0 && '; '}
              <bdi>{allergenSaid(one)}</bdi>
              {one.certainty === 'REPORTED' && toConfirm}
            </Fragment>
          ))}
          {more.length > 0 && <MoreAllergies words={more.map(allergenWords)} />}
        </span>
      </span>
    )
  }
  const isNone = state === 'none known'
  const isConfirmed = allergens && isNoneConfirmed({ allergens })
  const Icon = isConfirmed ? IconCircleCheck : IconHelpCircle
  return (
    <span className={className} data-state={isNone ? undefined : 'unknown'}>
      <Icon size={isMark ? 14 : 16} aria-hidden="true" />
      <span>
        {isLabelled
          ? isNone
            ? 'None known'
            : 'Not recorded'
          : isNone
            ? 'No known allergies'
            : `Allergies ${state === 'unavailable' ? 'unavailable here' : state}`}
        {isNone && !isConfirmed && toConfirm}
      </span>
    </span>
  )
}

/** The allergies that are shown at once, the worst first and each in full, and the others. */
function parted(
  each: readonly Allergen[],
  most: number,
): [shown: readonly Allergen[], more: readonly Allergen[]] {
  let letters = 0
  const fitting = each.findIndex(
    (one, place) => (letters += allergenSaid(one).length + 2) > most && place > 0,
  )
  const count = fitting < 0 ? each.length : fitting
  return [each.slice(0, count), each.slice(count)]
}
