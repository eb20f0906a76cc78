import { Alert } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Gender } from '../../../../contract/people/patients.ts'
import { type Bed } from '../../../../contract/wards/beds.ts'
import { bedsQuery } from '../queries.ts'
import classes from './BedChoice.module.css'
import { fittingFirst, useOtherSex } from './other-sex.ts'

/** Somebody else took the bed: says so, and offers the free ones of that ward, or of others when it has none. */
export function FreeBeds({
  lost,
  gender,
  told,
  onChoose,
}: {
  lost: Bed
  /** The patient's, once one is chosen. */
  gender: Gender | undefined
  /** The number of attempts: each one moves the focus to the notice. */
  told: number
  onChoose: (bed: Bed) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const { data } = useQuery(bedsQuery)
  const beds = data ?? []
  const isDeleted = data !== undefined && !data.some(({ id }) => id === lost.id)
  const otherSex = useOtherSex(gender)
  const free = fittingFirst(
    beds.filter((bed) => bed.status === 'AVAILABLE' && bed.id !== lost.id),
    (bed) => otherSex(bed.unitId) !== undefined,
  )
  const here = free.filter(({ unitId }) => unitId === lost.unitId)
  const isElsewhere = free.some(({ unitId }) => unitId !== lost.unitId)

  useEffect(() => {
    if (told > 0) box.current?.focus()
  }, [told])

  return (
    <Alert
      ref={box}
      color="amber"
      role="alert"
      tabIndex={-1}
      icon={<IconUsers size={20} aria-hidden="true" />}
      title={
        lost.status === 'MAINTENANCE' || isDeleted
          ? `Bed ${lost.bedNumber} can no longer be used`
          : `Bed ${lost.bedNumber} was just taken by another patient`
      }
    >
      Your entries are kept.{' '}
      {here.length > 0
        ? `Choose another free bed in ${lost.unitName}:`
        : isElsewhere
          ? `No other bed is free in ${lost.unitName}. Free elsewhere:`
          : 'No other bed is free in the whole hospital.'}
      <div className={classes.choices}>
        {(here.length > 0 ? here : free).map((bed) => (
          <button
            key={bed.id}
            type="button"
            className={classes.choice}
            onClick={(event) => {
              // The button goes with the notice; the focus goes on to what is left to do.
              event.currentTarget.closest('form')?.querySelector<HTMLElement>('[type="submit"]')?.focus()
              onChoose(bed)
            }}
          >
            {(here.length > 0 ? [bed.bedNumber] : [bed.bedNumber, bed.unitName, otherSex(bed.unitId)])
              .filter(Boolean)
              .join(', ')}
          </button>
        ))}
      </div>
    </Alert>
  )
}
