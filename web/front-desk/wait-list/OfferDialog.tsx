import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { holdMinutes, usualHold, type WaitEntry } from '../../../contract/front-desk/wait-list.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { formatMomentTime, fullName } from '../../ground/ui/format.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { PatientSummary } from '../../people/patients/public.ts'
import { nextFreeQuery } from '../schedules/public.ts'
import type { Place } from './place.ts'
import { useWaitActions } from './queries.ts'
import classes from './WaitList.module.css'
import { daysWords, forWords, placeWords } from './words.ts'

const shown = 12

const keyOf = ({ doctorId, date, time }: Place) => `${doctorId} ${date} ${time}`

/** Holds a place while the desk phones the patient. */
export function OfferDialog({
  entry,
  place,
  onClose,
}: {
  entry: WaitEntry
  /** The place that is offered; without one, the free times that suit the patient are listed. */
  place: (Place & { doctor: string }) | undefined
  onClose: () => void
}) {
  const { offer } = useWaitActions()
  const { timeZone } = useSite()
  const [minutes, setMinutes] = useState(String(usualHold))
  const [chosen, setChosen] = useState<string | null>(null)
  const suitable = useSuitable(entry, place === undefined)
  const places = place ? [place] : suitable.data
  const wanted = place ?? places?.find((one) => keyOf(one) === chosen)

  async function send() {
    if (!wanted) throw new Error('Choose a time first.')
    const held = holdMinutes.find((one) => String(one) === minutes) ?? usualHold
    const offered = await offer(entry, wanted, held).catch((error: unknown) => {
      if (!place) void suitable.refetch()
      throw new Error(refusedAct(error, 'Not offered'), { cause: error })
    })
    onClose()
    if (offered.offer)
      toast.success(
        `Held for ${fullName(entry.patient)} until ${formatMomentTime(offered.offer.until, timeZone)}`,
        {
          detail: placeWords(offered.offer),
        },
      )
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title="Offer a place"
      confirmLabel="Hold the place"
      busyLabel="Holding…"
      danger={false}
      onConfirm={send}
    >
      <Stack gap="sm">
        <PatientSummary
          patient={entry.patient}
          withContact
          now={`${forWords(entry)}. ${daysWords(entry)}.`}
        />
        {entry.note && (
          <Text size="sm" className={classes.words}>
            Note: <bdi>{entry.note}</bdi>
          </Text>
        )}
        {place ? (
          <Text fw={600} className={classes.words}>
            <bdi>{placeWords(place)}</bdi>
          </Text>
        ) : suitable.isError ? (
          <Text size="sm" role="alert">
            The free times could not be loaded.
          </Text>
        ) : places?.length === 0 ? (
          <Text size="sm" role="status">
            No place that suits is free in these days.
          </Text>
        ) : (
          <Choice
            label="Free place"
            withAsterisk
            aria-required
            isLoading={!places}
            placeholder={places ? 'Choose a place' : 'Loading the free times…'}
            data={(places ?? []).map((one) => ({ value: keyOf(one), label: placeWords(one) }))}
            value={chosen}
            onChange={setChosen}
          />
        )}
        <Choice
          label="Hold it for"
          description="Phone the patient meanwhile. Nobody else can be booked there until then."
          data={holdMinutes.map((one) => ({
            value: String(one),
            label: one < 60 ? `${one} minutes` : one === 60 ? '1 hour' : `${one / 60} hours`,
          }))}
          value={minutes}
          onChange={(value) => value && setMinutes(value)}
        />
      </Stack>
    </ConfirmDialog>
  )
}

/** Free times in the days and hours for which the patient waits. */
function useSuitable(entry: WaitEntry, isAsked: boolean) {
  const today = useToday()
  const { doctorId, clinicId, firstDay, lastDay, fromTime, toTime, appointmentDate, appointmentTime } = entry
  const isForward = appointmentDate !== null && appointmentDate <= lastDay
  return useQuery({
    ...nextFreeQuery({
      ...(doctorId && { doctorId }),
      ...(clinicId && { clinicId }),
      ...(firstDay > today && { from: firstDay }),
      to: isForward ? appointmentDate : lastDay,
      ...(fromTime && { fromTime }),
      ...(toTime && { toTime }),
      limit: shown,
    }),
    enabled: isAsked,
    // A place after the appointment that it would bring forward is no use.
    select: (free) =>
      free.filter(
        ({ date, time }) => !isForward || `${date} ${time}` < `${appointmentDate} ${appointmentTime}`,
      ),
  })
}
