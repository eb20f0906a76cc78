import { Button, Chip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { PatientIdentity } from '../../../../contract/people/patients.ts'
import { type Ward, wardNames, wards } from '../../../../contract/wards/wards.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { formatNumber } from '../../../ground/ui/format.ts'
import { byUnit } from '../by-unit.ts'
import { bedsQuery } from '../queries.ts'
import classes from './BedChoice.module.css'
import { fittingWards } from './fitting-wards.ts'
import { fittingFirst, useOtherSex } from './other-sex.ts'

/**
 * Chooses a free bed: of those that fit the patient, or of a ward; wards for the other sex come last. Nothing is chosen at first, and what others take meanwhile
 * leaves the choice.
 */
export function BedPicker({
  value,
  onChange,
  error,
  id,
  patient,
  lastWard,
}: {
  value: string
  onChange: (bedId: string) => void
  error?: ReactNode
  /** Given by a form, so that its summary can lead here. */
  id?: string
  patient: Pick<PatientIdentity, 'dateOfBirth' | 'gender'>
  /** The patient's present or last ward. */
  lastWard?: Ward | undefined
}) {
  const ownId = useId()
  const beds = useQuery(bedsQuery)
  const free = beds.data?.filter(({ status }) => status === 'AVAILABLE') ?? []
  const today = useToday()
  const fitting = fittingWards(patient, today, lastWard)
  const [chosenWard, setWard] = useState<Ward>()
  // A draft may hold a bed of any ward.
  const wardOfValue = free.find((bed) => bed.id === value)?.ward
  const open = chosenWard ?? (wardOfValue && !fitting.includes(wardOfValue) ? wardOfValue : undefined)
  const otherSex = useOtherSex(patient.gender)
  const offered = fittingFirst(
    (open ? [open] : fitting).flatMap((ward) => byUnit(free.filter((bed) => bed.ward === ward))),
    (unit) => otherSex(unit.id) !== undefined,
  )
  const lost = value !== '' && beds.data !== undefined && !free.some((bed) => bed.id === value)
  const lostBed = lost ? beds.data.find((bed) => bed.id === value) : undefined
  const message = lost ? `Bed ${lostBed?.bedNumber ?? ''} was just taken. Choose another.` : error

  return (
    <div>
      <Choice
        label="Ward"
        placeholder="Beds that fit"
        data={[...new Set([...fitting, ...wards])].map((ward) => ({
          value: ward,
          label: `${wardNames[ward]} (${formatNumber(free.filter((bed) => bed.ward === ward).length)} free)`,
        }))}
        value={open ?? null}
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
        ) : offered.length === 0 ? (
          <p className={classes.none}>
            {!beds.data
              ? 'Loading the beds…'
              : free.length === 0
                ? 'No beds are available in the hospital. Beds become available after a discharge or when maintenance ends.'
                : `No beds are available in ${(open ? [open] : fitting).map((ward) => wardNames[ward]).join(' or ')}. Choose another ward.`}
          </p>
        ) : (
          <Chip.Group value={lost ? null : value || null} onChange={(chosen) => onChange(String(chosen))}>
            {offered.map(({ id: unitId, name, beds: ofWard }, group) => (
              <div key={unitId}>
                {(!open || offered.length > 1 || otherSex(unitId)) && (
                  <div className={classes.ward}>{[name, otherSex(unitId)].filter(Boolean).join(', ')}</div>
                )}
                <div className={classes.choices}>
                  {ofWard.map((bed, place) => (
                    <Chip key={bed.id} value={bed.id} {...(group === 0 && place === 0 && id && { id })}>
                      {bed.bedNumber}
                    </Chip>
                  ))}
                </div>
              </div>
            ))}
          </Chip.Group>
        )}
      </div>
      <p id={`${ownId}-error`} className={classes.error} role={lost ? 'alert' : undefined}>
        {message}
      </p>
    </div>
  )
}
