import { Alert, Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useSite } from '../../sign-in/account.ts'
import { ChoiceBar } from '../../ui/list/ChoiceBar.tsx'
import { AttentionPanel } from '../../ui/page/AttentionPanel.tsx'
import { type Change, changeWords, type Difference, type RecordFields } from './differences.ts'
import classes from './EditNotices.module.css'

/** Letters that need no scrolling, however narrow the screen. */
const shortText = 100

export type Side = 'mine' | 'theirs'

/** Someone else saved the record that is being edited. */
export interface EditConflict<Values> extends Change {
  differences: Difference<Values>[]
}

/** Shows both sides of every field that someone else changed meanwhile; each choice goes straight into the form. */
export function ConflictPanel<Values extends object>({
  thing,
  fields,
  conflict,
  chosen,
  onChoose,
}: {
  thing: string
  fields: RecordFields<Values>
  conflict: EditConflict<Values>
  chosen: Partial<Record<keyof Values, Side>>
  onChoose: (difference: Difference<Values>, side: Side) => void
}) {
  const { timeZone } = useSite()
  const panel = useRef<HTMLElement>(null)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another conflict takes the focus again
  useEffect(() => panel.current?.focus(), [conflict])

  return (
    <AttentionPanel
      ref={panel}
      title={changeWords(conflict, `this ${thing}`, timeZone)}
      icon={<IconUsers size={18} aria-hidden="true" />}
    >
      <p>
        {conflict.differences.length === 0
          ? 'Your changes don’t conflict with theirs. Save again.'
          : 'Your changes are kept. Choose which value to keep, then save.'}
      </p>
      <div className={classes.differences}>
        {conflict.differences.map((difference) => {
          const { name, mine, theirs, onlyTheirs } = difference
          const { label = name, words } = fields[name] ?? {}
          const side = chosen[name] ?? (onlyTheirs ? 'theirs' : 'mine')
          const longest = Math.max(String(mine).length, String(theirs).length)
          // A long text scrolls, by keyboard too.
          const version = (whose: string) =>
            longest > shortText && { tabIndex: 0, role: 'group', 'aria-label': `${label}: ${whose}` }
          const shown = (value: Values[keyof Values & string]) =>
            isBlank(value) ? 'Not recorded' : words ? words(value) : String(value)
          return (
            <fieldset key={name} className={classes.difference}>
              <legend>{label}</legend>
              <div
                className={classes.version}
                data-chosen={side === 'theirs' || undefined}
                {...version('theirs')}
              >
                <span>Theirs</span>
                <bdi>{shown(theirs)}</bdi>
              </div>
              <div
                className={classes.version}
                data-chosen={side === 'mine' || undefined}
                {...version('mine')}
              >
                <span>{onlyTheirs ? 'My unchanged value' : 'Mine'}</span>
                <bdi>{shown(mine)}</bdi>
              </div>
              <ChoiceBar
                fill
                label={`${label}: value to keep`}
                value={side}
                onChange={(value) => onChoose(difference, value)}
                choices={[
                  { value: 'mine', label: 'Keep my changes' },
                  { value: 'theirs', label: 'Use their changes' },
                ]}
              />
            </fieldset>
          )
        })}
      </div>
    </AttentionPanel>
  )
}

function isBlank(value: unknown): boolean {
  return value == null || (typeof value === 'string' && value.trim() === '')
}

/** The calm word before anything is sent: the record is no longer the one that this edit began from. */
export function ChangedMeanwhile({
  thing,
  changedAt,
  onCompare,
}: {
  thing: string
  changedAt: string | undefined
  onCompare: () => void
}) {
  const { timeZone } = useSite()
  return (
    <Alert color="amber" role="status" title={changeWords({ changedAt }, `this ${thing}`, timeZone)}>
      <div className={classes.notice}>
        Your changes are kept. Compare before you save.
        <Button size="compact-sm" variant="default" onClick={onCompare}>
          Compare
        </Button>
      </div>
    </Alert>
  )
}

/** The record is past editing; what was typed stays in sight. */
export function EditEnded({ thing, how }: { thing: string; how: string }) {
  return (
    <Alert color="red" role="alert" title={`This ${thing} was ${how} while you were editing`}>
      Your changes can no longer be saved. Copy anything you need before you leave.
    </Alert>
  )
}
