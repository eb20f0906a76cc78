import { Alert, Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCalendarCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type Displaced, mostDisplaced } from '../../../contract/front-desk/closures.ts'
import { useFormDraft } from '../../ground/client/drafts.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { Loaded, type Reading } from '../../ground/records/Loaded.tsx'
import { useMay, useMe } from '../../ground/sign-in/account.ts'
import { countOf, formatNumber } from '../../ground/ui/format.ts'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import {
  type Action,
  actionOf,
  actions,
  type Choices,
  chosenForAll,
  countTold,
  decisionOf,
  isPossible,
  tally,
} from './choices.ts'
import { useClosureActions } from './queries.ts'
import classes from './Worklist.module.css'
import { WorklistRow } from './WorklistRow.tsx'

interface Values {
  choices: Choices
}
const blank: Values = { choices: {} }
const noItems: readonly Displaced[] = []

const forAll: Record<Action, string> = {
  LATER: 'Later',
  COLLEAGUE: 'Colleague',
  CANCEL: 'Cancel',
  KEEP: 'Keep',
}

/**
 * Displaced bookings, each with what becomes of it: chosen with the mouse, or with up and down and the keys 1 to 4. One
 * press carries out what is chosen; what is refused stays, with the sentence. Choices are kept as a draft.
 */
export function Worklist({
  query,
  total,
  draftKey,
  title,
  none,
}: {
  query: Reading<Displaced[]>
  /** The number of all bookings that wait, if known; `query` has at most `mostDisplaced`. */
  total?: number
  draftKey: string
  title: string
  /** Shown when no booking waits. */
  none: string
}) {
  const me = useMe()
  const mayDecide = useMay()('appointment.reschedule')
  const { decide } = useClosureActions()
  const form = useForm<Values>({ initialValues: blank })
  const draft = useFormDraft(form, me.id, draftKey)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [isAttempted, setAttempted] = useState(false)
  const [busy, setBusy] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const failureBox = useRef<HTMLDivElement>(null)
  const { setValues, getValues } = form
  const { choices } = form.values
  const items = query.data ?? noItems

  const decided = items.flatMap((item) => {
    const chosen = choices[item.appointment.id]
    const action = actionOf(item, chosen)
    return action ? [{ item, action, reason: chosen?.reason ?? '' }] : []
  })
  const undecided = items.length - decided.length
  const countRefused = items.filter(({ appointment: { id } }) => refused[id]).length

  const choose = useCallback(
    (id: string, chosen: Choices[string]) => {
      const { choices: before } = getValues()
      setValues({ choices: { ...before, [id]: { ...before[id], ...chosen } } })
      setRefused(({ [id]: _, ...others }) => others)
    },
    [getValues, setValues],
  )

  useEffect(() => {
    if (failure) failureBox.current?.focus()
  }, [failure])

  async function send() {
    if (busy || decided.length === 0) return
    setAttempted(true)
    const lacking = decided.find(({ action, reason }) => action === 'KEEP' && reason.trim() === '')
    if (lacking) {
      list.current?.querySelector<HTMLElement>(`[data-reason="${lacking.item.appointment.id}"]`)?.focus()
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const { results, told: patientsTold } = await decide(
        decided.map(({ item, action, reason }) => decisionOf(item, action, reason)),
      )
      const sentences = new Map(results.map((result) => [result.appointmentId, result.refused]))
      const done = decided.filter(({ item }) => sentences.get(item.appointment.id) === null)
      const { choices: now } = getValues()
      const left = Object.entries(now).filter(([id]) => sentences.get(id) !== null)
      setValues({ choices: Object.fromEntries(left) })
      if (left.length === 0) draft.forget()
      setRefused(
        Object.fromEntries([...sentences].flatMap(([id, sentence]) => (sentence ? [[id, sentence]] : []))),
      )
      setAttempted(false)
      const count = results.length - done.length
      const words = tally(
        done.map(({ action }) => action),
        patientsTold,
        ['moved', 'cancelled', 'kept', 'told'],
      )
      if (count === 0) toast.success(words)
      else
        setFailure(
          `${words ? `${words}. ` : ''}${countOf(count, 'booking')} ${count === 1 ? 'was' : 'were'} not changed. The reason is beside ${count === 1 ? 'it' : 'each'}.`,
        )
    } catch (error) {
      setFailure(refusedAct(error, 'Nothing was changed'))
    } finally {
      setBusy(false)
    }
  }

  /** Up and down go to the next booking; left, right and the space bar choose as in every group of choices. */
  function takeKey(event: KeyboardEvent<HTMLOListElement>) {
    const { target, key, altKey, ctrlKey, metaKey } = event
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio' || altKey || ctrlKey || metaKey)
      return
    const row = target.closest<HTMLElement>('[data-row]')
    const item = items.find(({ appointment }) => appointment.id === row?.dataset.row)
    if (!row || !item) return
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      event.preventDefault()
      const next = key === 'ArrowUp' ? row.previousElementSibling : row.nextElementSibling
      const radios = [...(next?.querySelectorAll<HTMLInputElement>('input[type="radio"]:enabled') ?? [])]
      ;(radios.find(({ checked }) => checked) ?? radios[0])?.focus()
      next?.scrollIntoView({ block: 'nearest' })
      return
    }
    const action = /^[1-4]$/.test(key) ? actions[Number(key) - 1] : undefined
    if (!action || !isPossible(item, action)) return
    event.preventDefault()
    choose(item.appointment.id, { action })
    row.querySelector<HTMLInputElement>(`input[value="${action}"]`)?.focus()
  }

  return (
    <Section
      title={title}
      description={words(items.length, total, query.data !== undefined)}
      flush
      action={
        mayDecide && (
          <Group gap={4} role="group" aria-label="Choose for all">
            <Text size="xs" c="dimmed" me={4}>
              Choose for all:
            </Text>
            {actions.map((action) => (
              <Button
                key={action}
                size="compact-sm"
                variant="default"
                disabled={!items.some((item) => isPossible(item, action))}
                onClick={() => {
                  form.setValues({ choices: chosenForAll(items, choices, action) })
                  setRefused({})
                }}
              >
                {forAll[action]}
              </Button>
            ))}
          </Group>
        )
      }
    >
      {failure && (
        <Alert ref={failureBox} tabIndex={-1} color="red" role="alert" m="md" title={failure}>
          Your other choices are kept.
        </Alert>
      )}
      <Loaded
        query={query}
        failed="The bookings could not be loaded"
        loading={
          <Box p="md">
            <Skeleton height={240} radius={8} />
          </Box>
        }
      >
        {() =>
          items.length === 0 ? (
            <EmptyState title="Nothing to decide" icon={<IconCalendarCheck size={32} stroke={1.5} />}>
              {none}
            </EmptyState>
          ) : (
            <>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of the choices in it */}
              <ol ref={list} className={classes.list} aria-label={title} onKeyDown={takeKey}>
                {items.map((item) => (
                  <WorklistRow
                    key={item.appointment.id}
                    item={item}
                    chosen={choices[item.appointment.id]}
                    refused={refused[item.appointment.id]}
                    isAttempted={isAttempted}
                    onChoose={mayDecide ? choose : undefined}
                  />
                ))}
              </ol>
              {mayDecide ? (
                <div className={classes.foot}>
                  <p className={classes.keys}>Keys: up and down for the booking, 1 to 4 to choose</p>
                  {undecided > 0 && (
                    <p role="status">
                      {countOf(undecided, 'booking')} not decided yet
                      {countRefused > 0 && `, ${countRefused} not changed`}
                    </p>
                  )}
                  <Button onClick={() => void send()} aria-busy={busy} disabled={decided.length === 0}>
                    {busy
                      ? 'Carrying out…'
                      : tally(
                          decided.map(({ action }) => action),
                          countTold(decided),
                        ) || 'Nothing is chosen'}
                  </Button>
                </div>
              ) : (
                <div className={classes.foot}>
                  <p>The front desk or an administrator moves or cancels these bookings.</p>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

/** '18 bookings wait for a decision', 'The first 200 of 240 bookings that wait for a decision' */
function words(count: number, total = count, isRead = true): string {
  if (!isRead) return 'Loading…'
  if (count === 0) return 'None'
  return count === mostDisplaced && total > count
    ? `The first ${count} of ${formatNumber(total)} bookings that wait for a decision`
    : `${countOf(count, 'booking')} ${count === 1 ? 'waits' : 'wait'} for a decision`
}
