import { Alert, Button, SegmentedControl, Title } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useSite } from '../../session/account.ts'
import { formatMoment } from '../../ui/format.ts'
import classes from './PatientForm.module.css'
import { type EditConflict, fieldWords, type PatientField, patientFields } from './patient-form.ts'

export type Side = 'mine' | 'theirs'

/** Shows both sides of every field that someone else changed meanwhile; each choice goes straight into the form. */
export function PatientConflict({
  conflict,
  chosen,
  onChoose,
}: {
  conflict: EditConflict
  chosen: Partial<Record<PatientField, Side>>
  onChoose: (field: PatientField, side: Side) => void
}) {
  const { timeZone } = useSite()
  const box = useRef<HTMLElement>(null)
  const titleId = useId()
  useEffect(() => box.current?.focus(), [conflict])

  return (
    <section ref={box} tabIndex={-1} className={classes.needsYou} aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId}>
        <IconUsers size={18} aria-hidden="true" />
        {conflict.changedBy ?? 'Somebody else'} changed this record on{' '}
        {formatMoment(conflict.changedAt, timeZone)}
      </Title>
      <p>
        {conflict.fields.length === 0
          ? 'Nothing that was changed differs from what you typed. Save again to keep yours.'
          : 'Nothing that you typed is lost. Choose what stays in each field, then save again.'}
      </p>
      <div className={classes.conflict}>
        {conflict.fields.map(({ field, theirs, mine, onlyTheirs }) => {
          const side = chosen[field] ?? (onlyTheirs ? 'theirs' : 'mine')
          return (
            <fieldset key={field} className={classes.difference}>
              <legend>{patientFields[field]}</legend>
              <div className={classes.version} data-chosen={side === 'theirs' || undefined}>
                <span>Theirs</span>
                <bdi>{fieldWords(field, theirs)}</bdi>
              </div>
              <div className={classes.version} data-chosen={side === 'mine' || undefined}>
                <span>{onlyTheirs ? 'Mine (as it was)' : 'Mine'}</span>
                <bdi>{fieldWords(field, mine)}</bdi>
              </div>
              <SegmentedControl
                size="xs"
                fullWidth
                aria-label={`${patientFields[field]}: what stays`}
                value={side}
                onChange={(value) => onChoose(field, value === 'theirs' ? 'theirs' : 'mine')}
                data={[
                  { value: 'mine', label: 'Keep mine' },
                  { value: 'theirs', label: 'Take theirs' },
                ]}
              />
            </fieldset>
          )
        })}
      </div>
    </section>
  )
}

/** The calm word before anything is sent: the record is no longer the one that this edit began from. */
export function ChangedMeanwhile({ changedAt, onCompare }: { changedAt: string; onCompare: () => void }) {
  const { timeZone } = useSite()
  return (
    <Alert
      color="amber"
      radius={0}
      role="status"
      title={`Somebody else changed this record on ${formatMoment(changedAt, timeZone)}`}
    >
      <div className={classes.notice}>
        What you typed is still here. Compare before you save.
        <Button size="compact-sm" variant="default" onClick={onCompare}>
          Compare
        </Button>
      </div>
    </Alert>
  )
}
