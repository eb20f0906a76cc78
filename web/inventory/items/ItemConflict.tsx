import { Alert, Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSite } from '../../session/account.ts'
import { locationsQuery, suppliersQuery } from '../../store-lists/public.ts'
import { formatMoment } from '../../ui/format.ts'
import classes from './ItemForm.module.css'
import { fieldWords, type ItemConflictState, type ItemField, itemFields } from './item-form.ts'

export type Side = 'mine' | 'theirs'

/** Shows both sides of every field that someone else changed meanwhile; each choice goes straight into the form. */
export function ItemConflict({
  conflict,
  chosen,
  onChoose,
}: {
  conflict: ItemConflictState
  chosen: Partial<Record<ItemField, Side>>
  onChoose: (field: ItemField, side: Side) => void
}) {
  const { timeZone } = useSite()
  const suppliers = useQuery(suppliersQuery)
  const locations = useQuery(locationsQuery)
  const names = new Map(
    [...(suppliers.data ?? []), ...(locations.data ?? [])].map(({ id, name }) => [id, name]),
  )
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each conflict takes the focus once
  useEffect(() => box.current?.focus(), [conflict])

  return (
    <Alert
      ref={box}
      tabIndex={-1}
      role="alert"
      color="amber"
      title={`${conflict.changedBy ?? 'Somebody else'} changed this item on ${formatMoment(conflict.changedAt, timeZone)}`}
    >
      {conflict.fields.length === 0
        ? 'Nothing that was changed differs from what you typed. Save again to keep yours.'
        : 'Nothing that you typed is lost. Choose what stays in each field, then save again.'}
      <div className={classes.conflict}>
        {conflict.fields.map(({ field, theirs, mine, onlyTheirs }) => {
          const side = chosen[field] ?? (onlyTheirs ? 'theirs' : 'mine')
          return (
            <fieldset key={field} className={classes.difference}>
              <legend>{itemFields[field]}</legend>
              <div className={classes.version} data-chosen={side === 'theirs' || undefined}>
                <span>Theirs</span>
                <bdi>{fieldWords(field, theirs, names)}</bdi>
              </div>
              <div className={classes.version} data-chosen={side === 'mine' || undefined}>
                <span>{onlyTheirs ? 'Mine (as it was)' : 'Mine'}</span>
                <bdi>{fieldWords(field, mine, names)}</bdi>
              </div>
              <SegmentedControl
                size="xs"
                fullWidth
                aria-label={`${itemFields[field]}: what stays`}
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
    </Alert>
  )
}

/** The calm word before anything is sent: the record is no longer the one that this edit began from. */
export function ChangedMeanwhile({ changedAt, onCompare }: { changedAt: string; onCompare: () => void }) {
  const { timeZone } = useSite()
  return (
    <Alert
      color="amber"
      role="status"
      title={`Somebody else changed this item on ${formatMoment(changedAt, timeZone)}`}
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
