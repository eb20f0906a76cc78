import { Button, Chip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { type Ward, wardNames, wards } from '../../../contract/wards.ts'
import { Choice } from '../../ui/form/Choice.tsx'
import { formatNumber } from '../../ui/format.ts'
import { bedsQuery } from '../queries.ts'
import classes from './BedChoice.module.css'

/** Chooses a free bed: first the ward, then one of its beds. What others take meanwhile leaves the choice. */
export function BedPicker({
  value,
  onChange,
  error,
  id,
  startWith,
}: {
  value: string
  onChange: (bedId: string) => void
  error?: ReactNode
  /** Given by a form, so that its summary can lead here. */
  id?: string
  /** The ward that is open at first. */
  startWith?: Ward
}) {
  const ownId = useId()
  const beds = useQuery(bedsQuery)
  const free = beds.data?.filter(({ status }) => status === 'AVAILABLE') ?? []
  const [chosenWard, setWard] = useState<Ward>()
  // Until one is chosen: where the patient is, or else the first ward that has a bed at all.
  const open =
    chosenWard ??
    [startWith, ...wards].find((ward) => free.some((bed) => bed.ward === ward)) ??
    startWith ??
    wards[0]
  const inWard = free.filter(({ ward }) => ward === open)
  const lost = value !== '' && beds.data !== undefined && !free.some((bed) => bed.id === value)
  const lostBed = lost ? beds.data.find((bed) => bed.id === value) : undefined
  const message = lost ? `Bed ${lostBed?.bedNumber ?? ''} was just taken. Choose another.` : error

  return (
    <div>
      <Choice
        label="Ward"
        data={wards.map((ward) => ({
          value: ward,
          label: `${wardNames[ward]} (${formatNumber(free.filter((bed) => bed.ward === ward).length)} free)`,
        }))}
        value={open}
        onChange={(chosen) => {
          setWard(wards.find((ward) => ward === chosen))
          onChange('')
        }}
        mb="md"
      />
      <div role="radiogroup" aria-labelledby={`${ownId}-label`} aria-describedby={`${ownId}-error`}>
        <span id={`${ownId}-label`} className={classes.label}>
          Bed
        </span>
        {beds.error && !beds.data ? (
          <p className={classes.none} role="alert">
            The beds could not be loaded. {beds.error.message}{' '}
            <Button size="compact-xs" variant="default" onClick={() => beds.refetch()}>
              Retry
            </Button>
          </p>
        ) : inWard.length === 0 ? (
          <p className={classes.none}>
            {!beds.data
              ? 'Loading the beds…'
              : free.length === 0
                ? 'No beds are available in the hospital. Beds become available after a discharge or when maintenance ends.'
                : `No beds are available in ${wardNames[open]}. Choose another ward.`}
          </p>
        ) : (
          <Chip.Group
            value={lost ? null : value || null}
            onChange={(chosen) => {
              setWard(open)
              onChange(String(chosen))
            }}
          >
            <div className={classes.choices}>
              {inWard.map((bed, place) => (
                <Chip key={bed.id} value={bed.id} id={place === 0 ? id : undefined}>
                  {bed.bedNumber}
                </Chip>
              ))}
            </div>
          </Chip.Group>
        )}
      </div>
      <p id={`${ownId}-error`} className={classes.error} role={lost ? 'alert' : undefined}>
        {message}
      </p>
    </div>
  )
}
