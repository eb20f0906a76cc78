import { Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { bookSeries } from '../../../../contract/front-desk/appointment-series.ts'
import type { PatientIdentity } from '../../../../contract/people/patients.ts'
import { api } from '../../../ground/client/api.ts'
import { useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { countOf, formatDays } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientSummary, patientQuery } from '../../../people/patients/public.ts'
import { checkQuery } from './queries.ts'
import classes from './Series.module.css'
import { SeriesPlace } from './SeriesPlace.tsx'
import {
  counts,
  intervals,
  type RepeatedBooking,
  rowsOf,
  type SeriesValues,
  seriesSchema,
} from './series-form.ts'

interface Series {
  /** The appointment that is repeated, as it is filled in. */
  first: RepeatedBooking
  onClose: () => void
  onBooked: () => void
}

/** Books an appointment several times: shows each day before anything is booked, and books all of them or none. */
export function RepeatDialog(series: Series) {
  const patient = useQuery(patientQuery(series.first.patientId)).data
  return (
    <DialogFrame title="Repeat the appointment" onClose={series.onClose}>
      {patient ? <Repeat {...series} patient={patient} /> : <Skeleton h={240} radius="md" />}
    </DialogFrame>
  )
}

function Repeat({ first, patient, onClose, onBooked }: Series & { patient: PatientIdentity }) {
  const navigate = useNavigate()
  const { form, summary, onSubmit, busy, giveUp, notices } = useNewRecord({
    thing: 'series',
    was: 'booked',
    blank: (): SeriesValues => ({ every: '1 weeks', times: '6', places: {} }),
    schema: seriesSchema(first),
    draftKey: `appointment:series:${first.patientId}:${first.doctorId}:${first.date}:${first.time}`,
    add: (body, idempotencyKey) => api(bookSeries, { body }, { idempotencyKey }),
    async onAdded({ appointments }) {
      const days = appointments.map(({ date }) => date).toSorted()
      onBooked()
      onClose()
      toast.success(`${countOf(days.length, 'appointment')} booked`, {
        detail: formatDays({ from: days.at(0) ?? '', to: days.at(-1) ?? '' }),
      })
      await navigate({
        to: '/patients/$id',
        params: { id: first.patientId },
        search: { tab: 'appointments' },
      })
    },
    onFailure: () => {
      void check.refetch()
      return false
    },
  })
  const { values } = form
  const rows = rowsOf(values, first)
  const check = useQuery(checkQuery(first, rows))
  const checks = rows.map((row, at) => {
    const checked = check.data?.[at]
    return checked?.date === row.date && checked.time === row.time ? checked : undefined
  })
  const refused = checks.filter((one) => one?.refused).length
  const change = (at: number, to: SeriesValues['places'][string] | undefined) => {
    const { [at]: _before, ...others } = form.getValues().places
    form.setFieldValue('places', to ? { ...others, [at]: to } : others)
  }
  /** Another rhythm has other days. */
  const choose = (field: 'every' | 'times') => (chosen: string | null) => {
    if (chosen) form.setValues({ [field]: chosen, ...(field === 'every' && { places: {} }) })
  }

  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label={`Book ${countOf(rows.length, 'appointment')}`}
      busyLabel="Booking…"
      onCancel={() => {
        giveUp()
        onClose()
      }}
      notice={notices}
    >
      <PatientSummary patient={patient} />
      <Group grow align="flex-start">
        <Choice label="Repeat" data={intervals} value={values.every} onChange={choose('every')} />
        <Choice label="Appointments" data={counts} value={values.times} onChange={choose('times')} />
      </Group>
      <Text role="status" size="sm">
        {check.isError && `The days could not be checked. ${check.error.message}`}
        {check.data && refused === 0 && `All ${rows.length} can be booked.`}
        {refused > 0 &&
          `${refused} of ${rows.length} can’t be booked. Choose another time for them or leave them out.`}
      </Text>
      <ol className={classes.places}>
        {rows.map((row, index) => (
          <SeriesPlace
            key={row.at}
            row={row}
            checked={checks[index]}
            input={form.getInputProps(`places.${index}.time`)}
            onChange={(to) => change(row.at, to)}
          />
        ))}
      </ol>
    </DialogForm>
  )
}
