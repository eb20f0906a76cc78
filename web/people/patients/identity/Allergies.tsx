import { IconAlertTriangleFilled, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { Allergen } from '../../../contract/clinical/allergen.ts'
import {
  allergenSaid,
  allergenWords,
  allergyState,
  allergyWords,
  type KnownAllergies,
} from '../../../contract/clinical/allergy-words.ts'
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
}: {
  of: Partial<KnownAllergies>
  /** The word 'Allergies' stands before it already. */
  isLabelled?: boolean
  /** On a card: the worst whole, and how many more there are. */
  isMark?: boolean
}) {
  const state = allergens ? allergyState({ allergens }) : 'unavailable'
  const className = isMark ? `${classes.allergies} ${classes.mark}` : classes.allergies
  if (allergens && state === 'known') {
    const words = allergyWords({ allergens }) ?? ''
    const [shown, more] = isMark ? parted(allergens) : [allergens, []]
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
          {shown.map((one, place) => (
            <Fragment key={allergenWords(one)}>
              {place > 0 && '; '}
              <bdi>{allergenSaid(one)}</bdi>
              {!isMark && one.certainty === 'REPORTED' && ', to be confirmed'}
            </Fragment>
          ))}
          {more.length > 0 && <MoreAllergies words={more.map(allergenSaid)} />}
        </span>
      </span>
    )
  }
  if (allergens && state === 'none known') {
    const isConfirmed = allergens.some(({ certainty }) => certainty !== 'REPORTED')
    return (
      <span className={className}>
        <IconCircleCheck size={isMark ? 14 : 16} aria-hidden="true" />
        {isLabelled ? 'None known' : 'No known allergies'}
        {!isConfirmed && !isMark && ', to be confirmed'}
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

/** About three lines of a card. */
const mostLetters = 80

/** What a card says at once, the worst first and each whole; and the rest. */
function parted(each: readonly Allergen[]): [shown: readonly Allergen[], more: readonly Allergen[]] {
  let letters = 0
  const fitting = each.findIndex(
    (one, place) => (letters += allergenSaid(one).length + 2) > mostLetters && place > 0,
  )
  const count = fitting < 0 ? each.length : fitting
  return [each.slice(0, count), each.slice(count)]
}
